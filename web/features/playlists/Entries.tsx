import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { HEARTS_AT_ONCE } from 'contract/library-constants.ts';
import { X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Sortable } from '../../ui/SortableList.tsx';
import { SortableRow } from '../../ui/SortableRow.tsx';
import { EntryRow, type RowHeart } from './EntryRow.tsx';
import { useMoveEntry } from './entry-mutations.ts';
import type { PlaylistPage } from './queries.ts';
import { useRemoveEntry } from './use-remove-entry.ts';

/** Height of a row, px. It is fixed so that the height of the list is known without rendering a thousand rows. */
const ROW_HEIGHT = 64;

/** A playlist's tracks; its owner can reorder and remove them. */
export function Entries({
  page: { playlist, entries },
  own,
  heart,
}: {
  page: PlaylistPage;
  own: boolean;
  heart: RowHeart;
}) {
  const groups = useMemo(() => inGroups(entries.map(({ track_id }) => track_id)), [entries]);
  const list = useRef<HTMLDivElement>(null);
  const { mutate: move } = useMoveEntry(playlist.id);
  const { mutate: remove } = useRemoveEntry(playlist.id);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => entries[index]!.id,
  });
  const rows = virtualizer.getVirtualItems().map(({ index, start, key }) => {
    const entry = entries[index]!;
    const hearts = { ids: groups[Math.floor(index / HEARTS_AT_ONCE)]!, heart };
    return (
      <li
        key={key}
        aria-setsize={entries.length}
        aria-posinset={index + 1}
        className="absolute inset-x-0 top-0"
        style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
      >
        {own ? (
          <SortableRow id={entry.id} name={entry.title} className="group h-16 pr-1 hover:bg-raised">
            {(place) => (
              <>
                <EntryRow entry={entry} number={place + 1} {...hearts} />
                <IconButton label={`Remove ${entry.title}`} onClick={() => remove(entry)}>
                  <X size={17} />
                </IconButton>
              </>
            )}
          </SortableRow>
        ) : (
          <div className="group flex h-16 items-center gap-2 rounded-sm px-2 hover:bg-raised">
            <EntryRow entry={entry} number={index + 1} {...hearts} />
          </div>
        )}
      </li>
    );
  });
  return (
    <div ref={list}>
      <Sortable
        rows={entries.map(({ id, title }) => ({ id, name: title }))}
        onMove={(from, to) => move({ moving: entries[from]!, target: entries[to]!, forward: to > from })}
      >
        <ol className="relative -mx-2" style={{ height: virtualizer.getTotalSize() }}>
          {rows}
        </ol>
      </Sortable>
    </div>
  );
}

/** Ids in groups that one call may ask for. */
const inGroups = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / HEARTS_AT_ONCE) }, (_, group) =>
    [...new Set(ids.slice(group * HEARTS_AT_ONCE, (group + 1) * HEARTS_AT_ONCE))].sort(),
  );
