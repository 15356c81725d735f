import { t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { progress, type Status, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { Sparkles } from 'lucide-react';
import { language, say } from '../../lib/i18n.ts';
import { Lamps } from '../../ui/pictures/Lamps.tsx';

/** The stage of a request that reached its goal. */
function stageOf(status: Status): string | undefined {
  if (status === 'queued') return t`Queued for Creation`;
  if (status === 'in_studio' || status === 'choosing' || status === 'released')
    return say(statusNames[status]);
}

/** Percent of the goal, as the page's language writes it: "36.7%". */
export const formatProgress = (votes: number): string => percent(progress(votes) / 100, 1);

const percent = (part: number, digits: number) =>
  part.toLocaleString(language, { style: 'percent', minimumFractionDigits: digits });

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
  const lit = t`${votes} of ${VOTE_GOAL}`;
  if (stageOf(status)) return <Stage request={request} lit={lit} />;
  // The credits were returned.
  const isOver = status === 'declined' || status === 'returned';
  return (
    <p className="flex items-baseline justify-between gap-4 text-sm text-soft">
      <span>{isOver ? say(statusNames[status]) : t`Progress to Creation`}</span>
      <span className="figures font-semibold">
        {!isOver && formatProgress(votes)}
        {votes >= VOTE_GOAL && t`Goal Complete`}
        <bdi className="ms-2 font-normal">{lit}</bdi>
      </span>
    </p>
  );
}

/** Stage of a request that reached its goal; nothing before. @param lit its lamps, where nothing else says that. */
export function Stage({ request, lit }: { request: Progress; lit?: string }) {
  const { votes, status } = request;
  const stage = stageOf(status);
  return (
    stage && (
      <p className="queued flex min-h-9 flex-wrap items-center justify-between gap-x-2 rounded-sm px-2.5 py-1.5 md:px-3 text-sm font-semibold">
        <span className="flex items-center gap-2 text-ember-ink">
          <Sparkles size={15} aria-hidden="true" /> <span>{stage}</span> <Making request={request} />
          {lit && <span className="figures font-normal text-ink">{lit}</span>}
        </span>
        <span className="flex items-center gap-3">
          {status === 'queued' && <span className="ember rounded-full px-3 py-0.5">{t`Goal Reached!`}</span>}
          {lit && votes >= VOTE_GOAL && <span>{t`Goal Complete`}</span>}
        </span>
      </p>
    )
  );
}

/** Progress of the takes. */
function Making({ request: { status, progress: made } }: { request: Progress }) {
  if (status !== 'in_studio') return null;
  return <span className="figures">{made === null ? t`Delayed` : percent(made, 0)}</span>;
}
