import { t } from '@lingui/core/macro';
import { lazyLayer } from '../../../ui/layers/lazy-layer.tsx';
import { Slot } from '../../../ui/Slot.tsx';
import { SearchField } from './SearchField.tsx';

const SearchStart = lazyLayer(() => import('./SearchStart.tsx'));
const SearchSections = lazyLayer(() => import('./SearchSections.tsx'));

/** A search that led somewhere is one of the last. */
const remember = (q: string) =>
  void import('./recent-searches.ts').then(
    ({ rememberSearch }) => rememberSearch(q),
    () => {},
  );

/** Explore while one searches, at `/?q=`: the field, and what it finds. */
export default function Search({ q }: { q: string }) {
  return (
    <div className="stage-width min-h-dvh pt-4 pb-16 md:pt-6">
      <h1 className="sr-only">{t`Search`}</h1>
      <SearchField />
      <div onClickCapture={({ target }) => q && (target as Element).closest('a, button') && remember(q)}>
        {q === '' ? <SearchStart /> : <Slot at="hits" q={q} otherwise={<SearchSections q={q} />} />}
      </div>
    </div>
  );
}
