import { t } from '@lingui/core/macro';
import { Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** Delay between the last key and the search, ms. */
const DEBOUNCE = 180;

/**
 * The search's field. The URL has its text as `?q=`, so that a search can be shared and Back works; typing adds no step to
 * the history, so one step back leaves the search.
 */
export function SearchField() {
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const inAddress = search.get('q') ?? '';
  const [typed, setTyped] = useState(inAddress);
  const written = useRef(inAddress);
  const field = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    // Who follows a link to a search, or comes back to it, reads. Who types in the header goes on here.
    if (written.current !== '' && !document.activeElement?.matches('[type=search]')) return;
    field.current!.focus({ preventScroll: true });
    field.current!.setSelectionRange(written.current.length, written.current.length);
  }, []);

  useEffect(() => {
    // Back, Forward or a link changed the URL.
    if (inAddress === written.current) return;
    written.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (typed.trim() === written.current) return;
    const write = () => {
      written.current = typed.trim();
      setSearch((now) => withSearch(now, written.current), { replace: true, state: history.state });
    };
    const timer = setTimeout(write, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, setSearch]);

  const clear = () => {
    if (typed !== '') setTyped('');
    else if (history.state?.opened) history.back();
    else navigate('/');
    field.current?.focus();
  };

  return (
    <search className="relative block">
      <Search size={20} aria-hidden="true" className="absolute start-5 top-1/2 -translate-y-1/2 text-faint" />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        aria-label={t`Search songs, artists, genres`}
        placeholder={t`Search songs, artists, genres`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && clear()}
        className="h-13 w-full rounded-full border-2 border-line bg-stage pe-14 ps-13 text-lg text-ink transition placeholder:text-faint hover:border-faint focus:border-ember-ink focus:outline-none md:h-15 md:text-xl"
      />
      <button
        type="button"
        aria-label={typed === '' ? t`Close the search` : t`Clear the search`}
        onClick={clear}
        className="absolute end-2 top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full text-faint hover:text-ink"
      >
        <X size={20} />
      </button>
    </search>
  );
}

/** Sets `q` in the URL's parameters and keeps the others. */
function withSearch(params: URLSearchParams, q: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('q', q);
  return next;
}
