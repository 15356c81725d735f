import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { PlaylistEntry } from 'contract/playlists.ts';
import { Pause, Play, X } from 'lucide-react';
import { type CSSProperties, memo, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { usePlayer, useSongStatus } from '../../player/PlayerContext.tsx';
import { songOf } from '../../player/song.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Sortable, SortableRow } from '../../ui/SortableList.tsx';
import { type PlaylistPage, useMoveEntry, useRemoveEntry } from './hooks.ts';

/** Height of a row, px: fixed, so that a thousand of them need not be drawn to know how long the list is. */
const ROW = 64;

/** A playlist's tracks. Its owner puts them in order and takes them out. */
export function Entries({ page: { playlist, entries }, own }: { page: PlaylistPage; own: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const { mutate: move } = useMoveEntry(playlist.id);
  const { mutate: remove } = useRemoveEntry(playlist.id);
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => entries[index]!.id,
  });
  const onMove = (from: number, to: number) =>
    move({ moving: entries[from]!, next: entries[to]!, forward: to > from });
  const rows = virtual.getVirtualItems().map(({ index, start, key }) => {
    const entry = entries[index]!;
    const style: CSSProperties = { transform: `translateY(${start - virtual.options.scrollMargin}px)` };
    return (
      <li
        key={key}
        aria-setsize={entries.length}
        aria-posinset={index + 1}
        className="absolute inset-x-0 top-0"
        style={style}
      >
        {own ? (
          <SortableRow id={entry.id} name={entry.title} className="group h-16 pr-1 hover:bg-raised">
            <Row entry={entry} number={index + 1} />
            <IconButton label={`Remove ${entry.title}`} onClick={() => remove(entry)}>
              <X size={17} />
            </IconButton>
          </SortableRow>
        ) : (
          <div className="group flex h-16 items-center gap-2 rounded-sm px-2 hover:bg-raised">
            <Row entry={entry} number={index + 1} />
          </div>
        )}
      </li>
    );
  });
  return (
    <div ref={list}>
      <Sortable ids={entries.map(({ id }) => id)} onMove={onMove}>
        <ol className="relative -mx-2" style={{ height: virtual.getTotalSize() }}>
          {rows}
        </ol>
      </Sortable>
    </div>
  );
}

const Row = memo(function Row({ entry, number }: { entry: PlaylistEntry; number: number }) {
  const player = usePlayer();
  const status = useSongStatus(entry.track_id);
  const { track } = entry;
  return (
    <>
      <span className="figures hidden w-8 shrink-0 text-center text-faint sm:block">{number}</span>
      {track ? (
        <IconButton
          label={`${status === 'sounding' ? 'Pause' : 'Play'} ${entry.title}`}
          onClick={() => player.choose(songOf(track))}
          onPointerEnter={() => player.prepare(songOf(track))}
        >
          {status === 'sounding' ? (
            <Pause size={18} fill="currentColor" />
          ) : (
            <Play size={18} fill="currentColor" />
          )}
        </IconButton>
      ) : (
        <span className="w-11 shrink-0" />
      )}
      <Cover
        url={track?.cover_image_url ?? null}
        sizes="44px"
        className={`w-11! shrink-0 rounded-sm ${track ? '' : 'opacity-40'}`}
      />
      <span className={`min-w-0 flex-1 ${track ? '' : 'opacity-60'}`}>
        <span className={`block truncate font-medium ${status === 'other' ? '' : 'text-ember-ink'}`}>
          {entry.title}
        </span>
        <span className="block truncate text-sm text-faint">
          {entry.display_artist}
          {!track && ' · no longer available'}
        </span>
      </span>
      {track && (
        <span className="figures hidden shrink-0 px-2 text-sm text-faint sm:block">
          {formatDuration(track.duration_seconds)}
        </span>
      )}
    </>
  );
});
