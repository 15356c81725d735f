import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';

/** How long after the last key the search starts; ms. */
const DEBOUNCE = 180;

/** Explore's search. The URL has its text as `?q=`, so that a search can be shared and Back works. */
export function SearchField() {
  const [search, setSearch] = useSearchParams();
  const inAddress = search.get('q') ?? '';
  const [typed, setTyped] = useState(inAddress);
  const written = useRef(inAddress);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Back, Forward or a link changed the URL.
    if (inAddress === written.current) return;
    written.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (typed.trim() === written.current) return;
    const write = () => {
      // One step back leaves the search instead of going through its letters.
      const replace = written.current !== '' && typed.trim() !== '';
      written.current = typed.trim();
      setSearch((now) => withSearch(now, typed.trim()), { replace });
    };
    const timer = setTimeout(write, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, setSearch]);

  return (
    <search className="relative block">
      <Search size={18} aria-hidden="true" className="absolute top-1/2 left-5 -translate-y-1/2 text-faint" />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        aria-label="Search tracks and artists"
        placeholder="Search tracks and artists"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        className="h-14 w-full rounded-full border border-line bg-stage pr-14 pl-13 text-ink transition placeholder:text-faint hover:border-faint focus:border-ember-ink focus:outline-none focus-visible:ring-2 focus-visible:ring-ember-ink"
      />
      {typed === '' ? (
        <kbd className="pointer-events-none absolute top-1/2 right-5 hidden -translate-y-1/2 rounded-sm border border-line px-2 py-0.5 font-sans text-sm text-faint md:block">
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            setTyped('');
            field.current?.focus();
          }}
          className="absolute top-1.5 right-2 grid size-11 place-items-center rounded-full text-faint hover:text-ink"
        >
          <X size={18} />
        </button>
      )}
    </search>
  );
}

/** Sets `q` in the URL's parameters and keeps the others. */
function withSearch(params: URLSearchParams, q: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (q === '') next.delete('q');
  else next.set('q', q);
  return next;
}
