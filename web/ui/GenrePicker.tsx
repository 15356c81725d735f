import { Search } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { GenreRowButton } from './GenreRowButton.tsx';
import { browseGenres, findByPrefix, type GenreRow, searchGenres } from './genre-rows.ts';
import { revealSubGenres } from './reveal-sub-genres.ts';

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
  useLayoutEffect(() => revealSubGenres(tree.current!), [open, searching]);

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
          className="absolute top-1/2 left-4 -translate-y-1/2 text-faint"
        />
        <input
          ref={search}
          type="search"
          aria-label="Search genres"
          placeholder="Search genres"
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
          className="h-11 w-full bg-transparent pr-4 pl-11 placeholder:text-faint focus:outline-none"
        />
      </div>
      <div
        ref={tree}
        role="tree"
        aria-label="Genres"
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
          No genre is called that.
        </p>
      )}
    </div>
  );
}
