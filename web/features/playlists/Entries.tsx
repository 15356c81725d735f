import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { HEARTS_AT_ONCE } from 'contract/features/library-constants.ts';
import type { PlaylistEntry } from 'contract/features/playlists.ts';
import type { Track } from 'contract/features/tracks.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { X } from 'lucide-react';
import { type ComponentType, memo, useMemo, useRef, useState } from 'react';
import { canDownload } from '../../lib/browser.ts';
import { formatDuration } from '../../lib/format.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Sortable, SortableRow } from '../../ui/forms/SortableList.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { useMoveEntry, useRemoveEntry } from './entry-mutations.ts';
import type { PlaylistPage } from './queries.ts';

/** Height of a row, px. It is fixed so that the height of the list is known without rendering a thousand rows. */
const ROW_HEIGHT = 64;

/** A playlist's tracks; who edits it can reorder and remove them. */
export function Entries({ page, heart }: { page: PlaylistPage; heart: RowHeart }) {
  const { playlist } = page;
  // What others change meanwhile does not move rows under a drag.
  const [dragged, setDragged] = useState<PlaylistEntry[] | null>(null);
  const entries = dragged ?? page.entries;
  const isShared = playlist.editors.length > 0;
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
    const hearts = { ids: groups[Math.floor(index / HEARTS_AT_ONCE)]!, heart, isShared };
    return (
      <li
        key={key}
        aria-setsize={entries.length}
        aria-posinset={index + 1}
        className="absolute inset-x-0 top-0"
        style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
      >
        {playlist.role !== null ? (
          <SortableRow id={entry.id} name={entry.title} className="group h-16 pe-1 hover:bg-raised">
            {(place) => (
              <>
                <EntryRow entry={entry} number={place + 1} {...hearts} />
                <IconButton label={removeWords(entry)} onClick={() => remove(entry)}>
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
        onDragging={(isDragging) => setDragged(isDragging ? entries : null)}
        onMove={(from, to) => {
          const forward = to > from;
          const neighbor = entries[forward ? to + 1 : to - 1];
          move({ moving: entries[from]!, target: entries[to]!, forward, neighbor });
        }}
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

/** Saves the track of a row; the playlists know no library. */
export type RowHeart = ComponentType<{ track: Track; ids: string[] }>;

/** An entry of a playlist; without a play button when its track is no longer available. */
const EntryRow = memo(function EntryRow({
  entry,
  number,
  ids,
  heart: Heart,
  isShared,
}: {
  entry: PlaylistEntry;
  number: number;
  /** The tracks whose hearts are loaded together with this one. */
  ids: string[];
  heart: RowHeart;
  /** True if several people edit the playlist. */
  isShared: boolean;
}) {
  const { track } = entry;
  const adder = entry.added_by;
  const isCurrent = usePlayerState((state) => state.song?.id === entry.track_id);
  return (
    <>
      <span className="figures hidden w-8 shrink-0 text-center text-faint sm:block">{number}</span>
      {track ? (
        <PlayCover track={track} />
      ) : (
        <Cover url={null} sizes="44px" className="w-11! shrink-0 rounded-sm opacity-40" />
      )}
      <span className={`min-w-0 flex-1 ${track ? '' : 'opacity-60'}`}>
        <span dir="auto" className={`block truncate font-medium ${isCurrent ? 'text-ember-ink' : ''}`}>
          {track ? (
            <AppLink href={trackPath(track)} dir="auto" className="hover:underline">
              {entry.title}
            </AppLink>
          ) : (
            entry.title
          )}
        </span>
        <span className="block truncate text-sm text-faint">
          {canDownload() && <Slot at="song-mark" id={entry.track_id} />} <bdi>{entry.display_artist}</bdi>
          {!track && <> · {t`no longer available`}</>}
        </span>
      </span>
      {isShared && (
        <span className="hidden w-40 shrink-0 truncate px-2 text-sm text-faint lg:block">
          {adder && (
            <Trans>
              <span className="sr-only">added by </span>
              <bdi>{adder}</bdi>
            </Trans>
          )}
        </span>
      )}
      {track && (
        <span className="figures hidden shrink-0 px-2 text-sm text-faint sm:block">
          {formatDuration(track.duration_seconds)}
        </span>
      )}
      {track && <Heart track={track} ids={ids} />}
    </>
  );
});

const removeWords = ({ title }: { title: string }) => t`Remove ${title}`;

/** The cover plays its track. */
function PlayCover({ track }: { track: Track }) {
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-current={isCurrent || undefined}
      onClick={toggle}
      onPointerEnter={preload}
      className="relative w-11 shrink-0 overflow-hidden rounded-sm text-on-scrim"
    >
      <Cover url={track.cover_image_url} sizes="44px" />
      <span className="entry-play">
        <PlayPauseIcon isPlaying={isPlaying} size={14} />
      </span>
    </button>
  );
}
