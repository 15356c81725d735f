import { msg, t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { IconButton } from '../ui/Button.tsx';
import { openSearch } from '../ui/forms/open-search.ts';

const LABEL = msg`Search songs, artists, genres`;

/**
 * Layout of the field, shown where it has room: for visitors beside what they can press; for members after the
 * navigation, because their part of the header comes late.
 */
const PLACE = 'relative hidden w-full max-w-85 in-data-member:me-auto md:block lg:hidden min-[1280px]:block';

/** The way to the search in the header of every page. The search's own field goes on with what is typed here. */
export function HeaderSearch() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const q = search.get('q');
  const [typed, setTyped] = useState('');
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    if (q === null) setTyped('');
  }, [q]);
  // It stays until the search's own field takes the focus, so that no letter is lost.
  if (q !== null && !hasFocus) return null;
  return (
    <search className={PLACE}>
      <Search size={16} aria-hidden="true" className="absolute top-1/2 start-4 -translate-y-1/2 text-faint" />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={t(LABEL)}
        placeholder={t(LABEL)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onClick={() => q === null && openSearch(navigate)}
        onChange={({ target }) => {
          setTyped(target.value);
          const url = `/?q=${encodeURIComponent(target.value)}`;
          if (q === null) navigate(url, { state: { opened: true } });
          else navigate(url, { replace: true, state: history.state });
        }}
        className="h-10 w-full rounded-full border border-line bg-stage pe-14 ps-10 text-[0.9375rem] truncate placeholder:text-faint hover:border-faint"
      />
      <kbd className="pointer-events-none absolute top-1/2 end-4 -translate-y-1/2 rounded-sm border border-line px-2 font-sans text-sm text-faint">
        /
      </kbd>
    </search>
  );
}

/** The same where the field has no room. */
export function SearchIcon() {
  const [, navigate] = useLocation();
  return (
    <IconButton
      label={t`Search`}
      className="md:hidden lg:inline-grid min-[1280px]:hidden"
      onClick={() => openSearch(navigate)}
    >
      <Search size={20} />
    </IconButton>
  );
}
