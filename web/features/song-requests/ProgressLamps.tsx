import type { SongRequest } from 'contract/features/song-requests.ts';
import { progress, type Status, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { Sparkles } from 'lucide-react';
import { Lamps } from '../../ui/pictures/Lamps.tsx';

/** Stages of a request that reached its goal. */
const stages: Partial<Record<Status, string>> = {
  queued: 'Queued for Creation',
  in_studio: statusNames.in_studio,
  choosing: statusNames.choosing,
  released: statusNames.released,
};

/** Ends of a request whose credits were returned. */
const ends: Partial<Record<Status, string>> = {
  declined: statusNames.declined,
  returned: statusNames.returned,
};

type Progress = Pick<SongRequest, 'votes' | 'status' | 'progress'>;

/** A request's progress to its goal and beyond: §2's texts, and below the goal a lamp per vote. */
export function ProgressLamps({ request }: { request: Progress }) {
  return (
    <div className="grid gap-2">
      <ProgressText request={request} />
      {request.votes < VOTE_GOAL && <Lamps lit={request.votes} goal={VOTE_GOAL} />}
    </div>
  );
}

function ProgressText({ request }: { request: Progress }) {
  const { votes, status } = request;
  const lit = `${votes} of ${VOTE_GOAL}`;
  if (stages[status]) return <Stage request={request} lit={lit} />;
  return (
    <p className="flex items-baseline justify-between gap-4 text-sm text-soft">
      <span>{ends[status] ?? 'Progress to Creation'}</span>
      <span className="figures font-semibold">
        {!ends[status] && `${progress(votes).toFixed(1)}%`}
        {votes >= VOTE_GOAL && 'Goal Complete'}
        <span className="ml-2 font-normal">{lit}</span>
      </span>
    </p>
  );
}

/** Stage of a request that reached its goal; nothing before. @param lit its lamps, where nothing else says that. */
export function Stage({ request, lit }: { request: Progress; lit?: string }) {
  const { votes, status } = request;
  const stage = stages[status];
  return (
    stage && (
      <p className="queued flex min-h-9 flex-wrap items-center justify-between gap-x-2 rounded-sm px-2.5 py-1.5 md:px-3 text-sm font-semibold">
        <span className="flex items-center gap-2 text-ember-ink">
          <Sparkles size={15} aria-hidden="true" /> <span>{stage}</span> <Making request={request} />
          {lit && <span className="figures font-normal text-ink">{lit}</span>}
        </span>
        <span className="flex items-center gap-3">
          {status === 'queued' && <span className="ember rounded-full px-3 py-0.5">Goal Reached!</span>}
          {lit && votes >= VOTE_GOAL && <span>Goal Complete</span>}
        </span>
      </p>
    )
  );
}

/** Progress of the takes. */
function Making({ request: { status, progress: made } }: { request: Progress }) {
  if (status !== 'in_studio') return null;
  return <span className="figures">{made === null ? 'Delayed' : `${Math.round(made * 100)}%`}</span>;
}
