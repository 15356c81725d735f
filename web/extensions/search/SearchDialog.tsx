import { pluralize } from 'contract/text/pluralize.ts';
import './search.css';
import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { useReturnFocus } from '../../ui/layers/Sheet.tsx';
import { FailureLine } from '../../ui/QueryView.tsx';
import { SearchResults, SearchSkeleton } from './SearchResults.tsx';
import { useSearch } from './use-search.ts';

const LIST = 'search-results';

/** A search over everything, on top of any page. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [entered, setEntered] = useState(false);
  const { query, groups, settled } = useSearch(typed);

  const options = groups.flatMap(({ results }) => results);
  // The first result is what Enter opens, unless another one was chosen.
  const active = options.find(({ id }) => id === chosen) ?? options[0];
  useLayoutEffect(() => {
    if (chosen) document.getElementById(chosen)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);

  // What is listed when Enter is pressed may still belong to what was typed before.
  useEffect(() => {
    if (entered && settled && active) document.getElementById(active.id)?.click();
  }, [entered, settled, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') setEntered(true);
    else if (step !== undefined && active) {
      const at = options.indexOf(active);
      setChosen(options.at((at + step) % options.length)!.id);
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil fixed inset-0 z-40 bg-[oklch(0.1_0.01_55/0.6)]" />
        <Dialog.Content {...returnFocus} aria-describedby={undefined} className="search-dialog">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="search-bar">
            <Search size={20} aria-hidden="true" />
            <input
              type="text"
              role="combobox"
              aria-label="Search songs, artists, genres, requests and playlists"
              aria-expanded={options.length > 0}
              aria-controls={LIST}
              aria-autocomplete="list"
              aria-activedescendant={active?.id}
              placeholder="Songs, artists, genres, playlists"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={200}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setChosen(undefined);
                setEntered(false);
              }}
              onKeyDown={onKeyDown}
            />
            <Dialog.Close asChild>
              <IconButton label="Close" data-tooltip={undefined}>
                <X size={20} />
              </IconButton>
            </Dialog.Close>
          </div>
          <div
            className="flex-1 overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]"
            aria-busy={!settled}
          >
            <Content {...{ typed, query, groups, settled, active: active?.id, onClose }} />
          </div>
          <p role="status" className="sr-only">
            {settled && typed.trim() !== '' && query.data && summary(groups)}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({
  typed,
  query,
  groups,
  settled,
  active,
  onClose,
}: ReturnType<typeof useSearch> & {
  typed: string;
  active: string | undefined;
  onClose: () => void;
}) {
  if (typed.trim() === '')
    return <p className="search-note">Search for songs, artists, genres, requests and public playlists.</p>;
  if (query.error && !query.data)
    return <FailureLine className="search-note" message="The search failed." retry={query.refetch} />;
  if (!query.data) return <SearchSkeleton />;
  const isEmpty = groups.length === 1;
  return (
    <>
      {isEmpty && (
        <p className="search-note">{settled ? `Nothing found for “${typed.trim()}”.` : 'Searching…'}</p>
      )}
      <SearchResults id={LIST} {...{ groups, active }} matched={query.data.matched} onChoose={onClose} />
    </>
  );
}

/** For screen readers. */
function summary(groups: ReturnType<typeof useSearch>['groups']): string {
  const count = groups.reduce((sum, { kind, results }) => sum + (kind === 'more' ? 0 : results.length), 0);
  return count === 0 ? 'Nothing found' : pluralize(count, 'result');
}
