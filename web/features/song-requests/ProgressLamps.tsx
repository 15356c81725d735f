import { progress, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Sparkles } from 'lucide-react';
import { Lamps } from '../../ui/Lamps.tsx';

/** A request's progress to its goal: a lamp per vote, with §2's texts above them. */
export function ProgressLamps({ votes }: { votes: number }) {
  return (
    <div className="grid gap-2">
      {votes < VOTE_GOAL ? (
        <p className="flex items-baseline justify-between gap-4 text-sm text-soft">
          <span>Progress to Creation</span>
          <span className="figures font-semibold">
            {progress(votes).toFixed(1)}%
            <span className="ml-2 font-normal">
              {votes} of {VOTE_GOAL}
            </span>
          </span>
        </p>
      ) : (
        <p className="queued flex min-h-9 flex-wrap items-center justify-between gap-x-2 rounded-sm px-2.5 py-1.5 md:px-3 text-sm font-semibold">
          <span className="flex items-center gap-2 text-ember-ink">
            <Sparkles size={15} aria-hidden="true" /> Queued for Creation
          </span>
          <span>Goal Complete</span>
        </p>
      )}
      <Lamps lit={votes} goal={VOTE_GOAL} className="h-3" />
    </div>
  );
}
