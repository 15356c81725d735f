import { CirclePlus, Disc3, ListMusic, Megaphone, Search, UserRound } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Highlight } from './Highlight.tsx';
import type { Result, ResultGroup } from './result-groups.ts';

const icons = {
  tracks: Disc3,
  artists: UserRound,
  genres: Disc3,
  requests: Megaphone,
  playlists: ListMusic,
  more: Search,
};

/** The results as the list box of a combobox. The focus stays in the field, which names the active option. */
export function SearchResults({
  id,
  groups,
  matched,
  active,
  onChoose,
}: {
  id: string;
  groups: ResultGroup[];
  matched: readonly string[];
  /** The id of the active option. */
  active: string | undefined;
  onChoose: () => void;
}) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="p-2">
      {groups.map(({ kind, name, results }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not field sets
        <div key={kind} role="group" aria-label={name ?? 'More'}>
          {name && (
            <div aria-hidden="true" className="search-kind">
              {name}
            </div>
          )}
          {results.map((result) => (
            <Option
              key={result.id}
              {...{ kind, result, onChoose }}
              matched={kind === 'more' ? [] : matched}
              selected={result.id === active}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  kind,
  result: { id, href, name, detail, cover },
  matched,
  selected,
  onChoose,
}: {
  kind: ResultGroup['kind'];
  result: Result;
  matched: readonly string[];
  selected: boolean;
  onChoose: () => void;
}) {
  const Icon = id === 'request-it' ? CirclePlus : icons[kind];
  return (
    <AppLink
      id={id}
      href={href}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      draggable={false}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose();
      }}
      className="search-option"
    >
      <span className="search-picture">
        {cover === undefined ? <Icon size={18} aria-hidden="true" /> : <Cover url={cover} sizes="40px" />}
      </span>
      <span className="search-text">
        <span>
          <Highlight text={name} matched={matched} />
        </span>
        {detail && (
          <span className="search-detail">
            <Highlight text={detail} matched={kind === 'tracks' || kind === 'requests' ? matched : []} />
          </span>
        )}
      </span>
    </AppLink>
  );
}
