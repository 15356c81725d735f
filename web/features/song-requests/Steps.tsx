import { useQuery } from '@tanstack/react-query';
import type { RequestPage } from 'contract/song-requests.ts';
import type { CSSProperties } from 'react';
import { FailureLine } from '../../ui/QueryView.tsx';
import { timelineQuery } from './request-queries.ts';
import { type Step, stepsOf } from './steps.ts';

/** A request's way to its song: what it has reached and when, and what is still ahead. */
export function Steps({ request }: { request: RequestPage }) {
  const { data: events, error, refetch } = useQuery(timelineQuery(request.id));
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="text-title">
        The way to the stage
      </h2>
      {error && !events && <FailureLine message={error.message} retry={refetch} className="mt-3" />}
      <ol className="steps mt-5">
        {stepsOf(request, events ?? []).map((step) => (
          <StepItem key={step.name} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepItem({ step: { name, short, at, note, isDone, onward, isEnd } }: { step: Step }) {
  return (
    <li
      data-done={isDone || undefined}
      data-end={isEnd}
      className={isDone ? '' : 'text-faint'}
      style={{ '--onward': `${Math.round(onward * 100)}%` } as CSSProperties}
    >
      <span className="font-semibold">
        {short ? (
          <>
            {short}
            <span className="lg:sr-only"> lamps</span>
          </>
        ) : (
          name
        )}
      </span>
      <span className="figures text-sm text-soft">
        {at !== null && <time dateTime={new Date(at).toISOString()}>{formatDay(at)}</time>}
        {note && (
          <span className="lg:block">
            {at !== null && <span className="lg:hidden"> · </span>}
            {note}
          </span>
        )}
        {!isDone && <span className="sr-only">not reached yet</span>}
      </span>
    </li>
  );
}

/** "November 22"; with the year if it is another one. Epoch milliseconds. */
function formatDay(time: number): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString('en', {
    month: 'long',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}
