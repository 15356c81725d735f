import type { StudioTake } from 'contract/studio.ts';
import { RotateCcw } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCents } from './money.ts';
import { stateWords } from './take-words.ts';
import { useStudioMutation } from './use-studio-mutation.ts';

/** A take that was not made: why, what it cost, and what to do about it. */
export function FailedTake({
  take: { id, number, state, failure, cents },
  canRetry,
  onPrompt,
}: {
  take: StudioTake;
  /** Not while the backers choose between the takes that are ready. */
  canRetry: boolean;
  onPrompt: (prompt: string) => void;
}) {
  const retrying = useStudioMutation(() => call('POST /takes/:id/retry', { params: { id } }), {
    success: 'Another take is being made',
    failure: 'The take cannot be made again',
  });
  const suggestion = failure?.suggestion;
  const isBad = state !== 'cancelled';
  return (
    <>
      <span
        aria-hidden="true"
        className={`take-letter grid place-items-center rounded-full border font-display font-semibold ${isBad ? 'border-bad text-bad' : 'border-line text-faint'}`}
      >
        {number}
      </span>
      <div className="wrap-anywhere">
        <p className={`font-semibold ${isBad ? 'text-bad' : 'text-soft'}`}>
          <span className="sr-only">Take {number}: </span>
          {stateWords[state]}
        </p>
        <p>{failure?.message}</p>
        <p className="figures text-sm text-soft">
          {cents === 0 ? 'It cost nothing.' : `It may have cost ${formatCents(cents)}.`}
        </p>
        {suggestion && canRetry && (
          <p className="mt-1 text-sm text-soft">
            The generator suggests: <q>{suggestion}</q>{' '}
            <button
              type="button"
              onClick={() => onPrompt(suggestion)}
              className="font-medium text-ember-ink hover:underline"
            >
              Use this prompt
            </button>
          </p>
        )}
      </div>
      {canRetry && (
        <div className="take-choice">
          <Button disabled={retrying.isPending} onClick={() => retrying.mutate(undefined)}>
            <RotateCcw size={16} aria-hidden="true" /> Try again
          </Button>
        </div>
      )}
    </>
  );
}
