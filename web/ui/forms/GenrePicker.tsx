import { t } from '@lingui/core/macro';
import { Check, ChevronRight, Search } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { browseGenres, findByPrefix, type GenreRow, searchGenres } from './genre-rows.ts';

/** Type-ahead starts over after this pause (§9); ms. */
const TYPEAHEAD_RESET = 1000;

/**
 * All genres as a tree with a search above it. One parent is open at a time. Arrow keys move the focus, letters jump
 * to a genre, and Enter opens a parent or chooses a genre.
 */
export function GenrePicker({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<string | null>(value.split(':')[0] || null);
  const [at, setAt] = useState<string | null>(value || null);
  const tree = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const typed = useRef({ letters: '', when: 0 });

  const searching = query.trim() !== '';
  const rows = searching ? searchGenres(query) : browseGenres(open);
  /** The row that takes the focus from Tab. */
  const current = Math.max(
    0,
    rows.findIndex((row) => row.key === at || row.value === at),
  );

  // Sub-genres that open below the list's edge would be invisible. Scrolls only the list, not the page.
  useLayoutEffect(() => {
    revealSubGenres(tree.current!);
    revealChosen(tree.current!);
  }, [open, searching, value]);

  const choose = (row: GenreRow) => {
    setAt(row.key);
    if (row.value === undefined) return setOpen(row.expanded ? null : row.slug!);
    if (searching) setOpen(row.value.split(':')[0]!);
    setQuery('');
    onChoose(row.value);
  };
  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setAt(row.key);
    tree.current!.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = rows.slice(0, current + 1).findLastIndex(({ level }) => level === 1);
    switch (event.key) {
      case 'ArrowDown':
        go(current + 1);
        break;
      case 'ArrowUp':
        if (current === 0) search.current!.focus();
        else go(current - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(rows.length - 1);
        break;
      case 'ArrowRight':
        if (row.expanded === false) setOpen(row.slug!);
        else if (row.expanded) go(current + 1);
        break;
      case 'ArrowLeft':
        if (row.expanded) setOpen(null);
        else if (row.level === 2) go(parent);
        break;
      default: {
        if (event.key.length !== 1 || event.key === ' ') return;
        const fresh = event.timeStamp - typed.current.when > TYPEAHEAD_RESET;
        typed.current = {
          letters: (fresh ? '' : typed.current.letters) + event.key,
          when: event.timeStamp,
        };
        go(findByPrefix(rows, typed.current.letters, fresh ? current + 1 : current));
      }
    }
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 flex-col overflow-hidden rounded-md border border-line bg-ground focus-within:border-faint">
      <div className="relative border-b border-line">
        <Search
          size={16}
          aria-hidden="true"
          className="absolute top-1/2 start-4 -translate-y-1/2 text-faint"
        />
        <input
          ref={search}
          type="search"
          aria-label={t`Search genres`}
          placeholder={t`Search genres`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') go(searching ? 0 : current);
            else if (event.key === 'Enter') {
              if (searching && rows[0]) choose(rows[0]);
            } else if (event.key === 'Escape' && query !== '') {
              event.stopPropagation();
              setQuery('');
            } else return;
            event.preventDefault();
          }}
          className="h-11 w-full bg-transparent pe-4 ps-11 placeholder:text-faint focus:outline-none"
        />
      </div>
      <div
        ref={tree}
        role="tree"
        aria-label={t`Genres`}
        onKeyDown={onKeyDown}
        className="max-h-64 overflow-y-auto overscroll-contain p-1.5 md:max-h-none md:flex-1"
      >
        {rows.map((row, index) => (
          <GenreRowButton
            key={row.key}
            row={row}
            chosen={row.value !== undefined && row.value === value}
            reachable={index === current}
            onPress={() => choose(row)}
          />
        ))}
      </div>
      {rows.length === 0 && (
        <p role="status" className="px-4 pb-4 text-soft">
          {t`No genre is called that.`}
        </p>
      )}
    </div>
  );
}

function GenreRowButton({
  row: { label, level, expanded, within },
  chosen,
  reachable,
  onPress,
}: {
  row: GenreRow;
  chosen: boolean;
  reachable: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      role="treeitem"
      aria-level={level}
      aria-expanded={expanded}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      onClick={onPress}
      className={`flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-start transition hover:bg-raised focus-visible:outline-offset-[-2px] md:min-h-9 ${level === 2 ? 'ps-9 text-soft hover:text-ink' : ''} ${chosen ? 'font-semibold text-ink!' : ''}`}
    >
      {expanded !== undefined && (
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={`shrink-0 text-faint transition ${expanded ? 'rotate-90' : ''}`}
        />
      )}
      <span className="min-w-0 flex-1">
        {label}
        {within && <span className="ms-2 text-sm font-normal text-faint">{within}</span>}
      </span>
      {chosen && <Check size={16} aria-hidden="true" className="shrink-0 text-ember-ink" />}
    </button>
  );
}

/** Scrolls only the list until the chosen genre is visible. */
function revealChosen(list: HTMLElement): void {
  const chosen = list.querySelector('[aria-selected=true]');
  if (!chosen) return;
  const [row, view] = [chosen.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.max(0, row.bottom - view.bottom) + Math.min(0, row.top - view.top);
}

/** Scrolls the list until the open parent and as many of its sub-genres as fit are visible. */
function revealSubGenres(list: HTMLElement): void {
  const parent = list.querySelector('[aria-expanded=true]');
  if (!parent) return;
  let last = parent;
  while (last.nextElementSibling?.getAttribute('aria-level') === '2') last = last.nextElementSibling;
  const edge = list.getBoundingClientRect().top - list.scrollTop;
  const top = parent.getBoundingClientRect().top - edge;
  const end = last.getBoundingClientRect().bottom - edge;
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, end - list.clientHeight));
}
