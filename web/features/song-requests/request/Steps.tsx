import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { RequestEvent, RequestPage, SongRequest } from 'contract/features/song-requests.ts';
import type { EventKind } from 'contract/features/song-requests-constants.ts';
import { statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { CSSProperties } from 'react';
import { formatDate, formatDayOfYear } from '../../../lib/format.ts';
import { sentenceOf } from '../../../lib/http/api.ts';
import { language, say } from '../../../lib/i18n.ts';
import { FailureLine } from '../../../ui/QueryView.tsx';
import { Time } from '../../../ui/Time.tsx';
import { timelineQuery } from '../queries.ts';

/** A request's way to its song: what it has reached and when, and what is still ahead. */
export function Steps({ request }: { request: RequestPage }) {
  const { data: events, error, refetch } = useQuery(timelineQuery(request.id));
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="text-title">
        {t`Progress`}
      </h2>
      {error && !events && <FailureLine message={sentenceOf(error)} retry={refetch} className="mt-3" />}
      <ol className="steps mt-5">
        {stepsOf(request, events ?? []).map((step, index, all) => (
          <StepItem key={step.name} step={step} before={all[index - 1]} />
        ))}
      </ol>
    </section>
  );
}

function StepItem({
  step: { name, at, note, isDone, onward, isEnd },
  before,
}: {
  step: Step;
  before: Step | undefined;
}) {
  const day = at === null ? null : formatDay(at);
  // A day that the step before has already named is not repeated.
  const isSameDay = day !== null && before != null && before.at !== null && formatDay(before.at) === day;
  return (
    <li
      data-done={isDone || undefined}
      data-end={isEnd}
      className={isDone ? '' : 'text-faint'}
      style={{ '--onward': `${Math.round(onward * 100)}%` } as CSSProperties}
    >
      <span className="font-semibold">{name}</span>
      <span className="figures text-sm text-soft">
        {at !== null && <Time at={at} format={formatDay} className={isSameDay ? 'sr-only' : undefined} />}
        {note && (
          <span className="lg:block">
            {at !== null && !isSameDay && <span className="lg:hidden"> · </span>}
            {note}
          </span>
        )}
        {!isDone && <span className="sr-only">{t`not reached yet`}</span>}
      </span>
    </li>
  );
}

/** "November 22"; with the year if it is another one. Epoch milliseconds. */
function formatDay(time: number): string {
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return isThisYear ? formatDayOfYear(time) : formatDate(time);
}

/** A step on a request's way from being asked for to its song. */
export interface Step {
  name: string;
  /** Time it was reached, epoch ms; null if it is not or nobody noted it. */
  at: number | null;
  note?: string | undefined;
  isDone: boolean;
  /** Share of the way to the next step that is done, from 0 to 1. */
  onward: number;
  /** The request ended here without a song. */
  isEnd?: boolean;
}

/** The steps of a request. Those that a declined or returned request never reached are left out. */
function stepsOf(request: SongRequest, events: readonly RequestEvent[]): Step[] {
  const { votes, status, progress } = request;
  const last = (kind: EventKind, count?: number) =>
    events.findLast((event) => event.kind === kind && (count === undefined || event.count === count))?.at ??
    null;
  const isIn = (...those: (typeof status)[]) => those.includes(status);
  const hasEnded = isIn('declined', 'returned');
  const released = isIn('released');
  const started = last('in_studio');
  const offered = last('choosing');

  const steps: Step[] = [
    {
      name: t`Requested`,
      at: last('requested') ?? request.created_at,
      isDone: true,
      onward: Math.min(1, votes / VOTE_GOAL),
    },
    {
      name: say(statusNames.queued),
      at: last('queued') ?? last('lamps', VOTE_GOAL),
      isDone: votes >= VOTE_GOAL,
      onward: 0,
    },
    {
      name: say(statusNames.in_studio),
      at: started,
      note: isIn('in_studio')
        ? progress === null
          ? t`Delayed`
          : progress.toLocaleString(language, { style: 'percent' })
        : undefined,
      isDone: isIn('in_studio', 'choosing') || (released && started !== null),
      onward: isIn('in_studio') ? (progress ?? 0) : 0,
    },
    {
      name: say(statusNames.choosing),
      at: offered,
      isDone: isIn('choosing') || (released && offered !== null),
      onward: 0,
    },
    {
      name: say(statusNames.released),
      at: last('released') ?? request.release_date,
      isDone: released,
      onward: 0,
    },
  ];
  const end = { at: last(status as EventKind), isDone: true, onward: 0, isEnd: true };
  const way = hasEnded
    ? [...steps.filter(({ isDone, at }) => isDone || at !== null), { ...end, name: say(statusNames[status]) }]
    : steps.filter(({ isDone }) => isDone || !released);
  return way.map((step, index) => ({ ...step, onward: onwardTo(step, way[index + 1]) }));
}

/** Share of the way from a step to the next one that is done. The way to an end without a song leads nowhere. */
function onwardTo(step: Step, next: Step | undefined): number {
  if (next?.isEnd) return 0;
  return next?.isDone ? 1 : step.onward;
}
