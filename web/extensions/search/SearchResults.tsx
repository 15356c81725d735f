import { fold } from 'contract/text/fold.ts';
import { CirclePlus, Disc3, ListMusic, Megaphone, Search, UserRound } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
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
  result,
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
  return (
    <AppLink
      id={result.id}
      href={result.href}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      draggable={false}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose();
      }}
      className="search-option"
    >
      <ResultBody {...{ kind, result, matched }} />
    </AppLink>
  );
}

/** A text in which the words that matched a search are marked. */
export function Highlight({ text, matched }: { text: string; matched: readonly string[] }) {
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, i) => {
    const length = i % 2 === 1 ? markedLetters(part, matched) : 0;
    if (length === 0) return part;
    return (
      <span key={`${i} ${part}`}>
        <mark>{part.slice(0, length)}</mark>
        {part.slice(length)}
      </span>
    );
  });
}

/** How many characters at the start of a word match; the whole word if the match is inside of it. */
function markedLetters(word: string, matched: readonly string[]): number {
  const folded = fold(word);
  if (matched.includes(folded)) return word.length;
  const start = matched.filter((one) => folded.startsWith(one)).sort((a, b) => b.length - a.length)[0];
  if (start === undefined)
    return matched.some((one) => one.length > 2 && folded.includes(one)) ? word.length : 0;
  let length = 0;
  // A letter may fold to two, and an accent to none.
  while (length < word.length && fold(word.slice(0, length)).length < start.length) length++;
  return length;
}

/** A result's picture, name and detail. */
export function ResultBody({
  kind,
  result: { id, name, detail, cover },
  matched,
}: {
  kind: ResultGroup['kind'];
  result: Result;
  matched: readonly string[];
}) {
  const Icon = id === 'request-it' ? CirclePlus : icons[kind];
  return (
    <>
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
    </>
  );
}

/** Stands in for the first results. */
export function SearchSkeleton() {
  return (
    <div role="status" className="p-2">
      <span className="sr-only">Searching…</span>
      {[62, 48, 70, 40].map((width) => (
        <div key={width} className="search-option">
          <span className="search-picture" />
          <span className="search-line" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
