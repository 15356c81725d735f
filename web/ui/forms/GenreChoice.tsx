import { t } from '@lingui/core/macro';
import { type Genre, genreOf, quickPicks } from 'contract/genres.ts';
import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { GenrePicker } from './GenrePicker.tsx';
import { genreWithParent } from './genre-rows.ts';

/**
 * A field for a genre: quick picks, and the list of all genres, which a button opens on phones.
 * @param folded the button opens the list on every screen.
 */
export function GenreChoice({
  value,
  onChoose,
  folded = false,
  proposals = [],
  error,
}: {
  value: string;
  onChoose: (value: string) => void;
  folded?: boolean;
  /** Offered in place of the quick picks. */
  proposals?: readonly Genre[];
  error?: string | undefined;
}) {
  const [browsing, setBrowsing] = useState(false);
  const chosen = genreOf(value);
  const picks = proposals.length > 0 ? proposals : quickPicks;
  const isQuick = picks.some((pick) => pick.value === value);
  // Whatever is chosen from the list is a chip, too.
  const chips = chosen && !isQuick ? [chosen, ...picks] : picks;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On phones the list opens below the visible part of the page.
  useEffect(() => {
    if (browsing) list.current!.scrollIntoView({ block: 'nearest' });
  }, [browsing]);
  return (
    <fieldset
      data-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex min-h-0 min-w-0 flex-col gap-3"
    >
      <legend className="contents">
        <span className="flex items-baseline justify-between gap-4">
          <span className="font-medium">{t`Genre`}</span>
          <span className="min-w-0 truncate text-sm text-soft" aria-live="polite">
            {chosen ? genreWithParent(value) : proposals.length > 0 && t`from your words`}
          </span>
        </span>
      </legend>
      <ul aria-label={t`Quick picks`} className="flex flex-wrap gap-2">
        {chips.map((pick) => (
          <li key={pick.value}>
            <button
              type="button"
              aria-pressed={pick.value === value}
              onClick={() => onChoose(pick.value)}
              className="h-11 rounded-full border border-line px-4 text-[0.9375rem] text-soft transition hover:border-faint hover:text-ink inline-flex items-center gap-2 aria-pressed:border-ink aria-pressed:font-semibold aria-pressed:text-ink md:h-9 md:px-3.5"
            >
              {pick.value === value && <Check size={16} aria-hidden="true" />}
              {pick.label}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={browsing}
        onClick={() => setBrowsing(!browsing)}
        className={`flex h-12 items-center justify-between rounded-md border border-line bg-ground px-4 text-soft transition hover:border-faint ${folded ? '' : 'md:hidden'}`}
      >
        {t`All genres`}
        <ChevronDown size={18} aria-hidden="true" className={`transition ${browsing ? 'rotate-180' : ''}`} />
      </button>
      <div
        ref={list}
        className={`min-h-0 flex-1 md:h-76 md:flex-none md:flex-col ${browsing ? 'md:flex' : folded ? 'hidden' : 'hidden md:flex'}`}
      >
        <GenrePicker
          key={isQuick ? value : ''}
          value={value}
          onChoose={(genre) => {
            setBrowsing(false);
            onChoose(genre);
          }}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
