import { t } from '@lingui/core/macro';
import type { Wish } from 'contract/features/song-requests.ts';
import { Ban, Check, X } from 'lucide-react';

/** Wishes as chips, of which guesses can be put away; below them how, or why something is not possible. What nobody understands stays in the text as it is. The studio reads English and says what it read in English. */
export function WishList({
  label,
  wishes,
  onPutAway,
}: {
  label: string;
  wishes: readonly Wish[];
  /** Puts away what was guessed from a misspelt word. */
  onPutAway?: (guess: string) => void;
}) {
  // What came true first, and the same once.
  const known = wishes
    .filter(({ outcome }) => outcome !== 'unknown')
    .filter(({ chip }, nth, all) => all.findIndex((one) => one.chip === chip) === nth)
    .sort((a, b) => Number(b.outcome === 'done') - Number(a.outcome === 'done'));
  const explained = known.filter(({ outcome, why }) => why !== null && outcome !== 'done');
  return (
    <div className="grid gap-2 text-sm">
      {known.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {known.map(({ chip, words, outcome, guess }) => (
            <li
              key={`${chip} ${words}`}
              className={`inline-flex items-center gap-1.5 rounded-full border px-3 py-1 ${outcome === 'not possible' ? 'border-line text-faint' : 'border-transparent bg-raised'}`}
            >
              {outcome === 'done' && <Check size={14} aria-label={t`Done:`} className="text-good" />}
              {outcome === 'not possible' && <Ban size={13} aria-label={t`Not possible:`} />}
              <bdi lang="en">{chip}</bdi>
              {guess !== undefined && onPutAway && (
                <button
                  type="button"
                  aria-label={t`Put away: ${chip}`}
                  onClick={() => onPutAway(guess)}
                  className="-m-3 grid size-11 place-items-center text-soft hover:text-ink"
                >
                  <X size={14} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {explained.map(({ chip, words, why }) => (
        <p key={`${chip} ${words}`} lang="en" dir="auto" className="text-soft">
          {chip}: {why}.
        </p>
      ))}
    </div>
  );
}
