import { t } from '@lingui/core/macro';
import './lyrics.css';
import './now-playing.css';
import { useQuery } from '@tanstack/react-query';
import { artistPath, trackPath } from 'contract/text/slugs.ts';
import { ChevronDown } from 'lucide-react';
import { Dialog, Tabs } from 'radix-ui';
import type { CSSProperties } from 'react';
import { call } from '../../lib/http/api.ts';
import { sourceOf } from '../../lib/storage/downloaded-files.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { pageDirection } from '../../ui/layers/menu.tsx';
import { useReturnFocus } from '../../ui/layers/Sheet.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { Transport, Volume } from '../bar/Controls.tsx';
import { RepeatButton, ShuffleButton } from '../bar/PlaybackSettings.tsx';
import { Elapsed, ProgressSlider, Total } from '../bar/ProgressSlider.tsx';
import { QueueButton } from '../bar/QueueButton.tsx';
import { QueueList } from '../bar/QueuePanel.tsx';
import { nextAt } from '../engine/queue.ts';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';
import type { Song, SongActions } from '../song.ts';
import { CastButton } from './CastButton.tsx';
import { useCoverHue } from './cover-hue.ts';
import { Lyrics } from './Lyrics.tsx';
import { TrackFacts } from './TrackFacts.tsx';

/** Height of the waveform, px. */
const WAVE = 72;

/** The song that plays at full size, on the main hue of its cover; on wide screens with the queue and the liner notes. */
export default function NowPlaying({
  song,
  actions: Actions,
  onClose,
}: {
  song: Song;
  actions: SongActions;
  onClose: () => void;
}) {
  const returnFocus = useReturnFocus();
  const cover = song.thumbnail && sourceOf(song.thumbnail);
  const hue = useCoverHue(cover);
  const colors = { '--hue': hue ?? 0, '--tint': hue === null ? 0 : 1 } as CSSProperties;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          style={colors}
          className="now-playing fixed inset-0 z-40 bg-ground text-ink"
        >
          <div className="now-main">
            <div className="now-top">
              <Dialog.Close asChild>
                <IconButton label={t`Close the player`}>
                  <ChevronDown />
                </IconButton>
              </Dialog.Close>
              <CastButton />
            </div>
            <div className="now-stage">
              <div className="now-cover">
                <Cover
                  key={song.id}
                  url={cover}
                  sizes="(min-width: 1080px) 54vh, min(88vw, 38vh)"
                  eager
                  className="rounded-lg shadow-float"
                />
              </div>
              <div className="grid min-w-0">
                <Names song={song} />
                {!song.unpublished && (
                  <div className="now-actions">
                    <Actions key={song.id} song={song} look="view" />
                  </div>
                )}
              </div>
            </div>
            <div dir="ltr">
              <ProgressSlider height={WAVE} className="h-18" />
              <div className="mt-1 flex justify-between">
                <Elapsed className="text-left!" />
                <Total className="text-right" />
              </div>
            </div>
            <div className="now-controls">
              <div className="now-transport">
                <ShuffleButton />
                <Transport large />
                <RepeatButton />
              </div>
              <Volume className="now-volume" />
            </div>
            <Next />
          </div>
          <NowPlayingSide song={song} onLeave={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Names({ song }: { song: Song }) {
  const { title, artist, origin, unpublished } = song;
  return (
    <>
      <Dialog.Title dir="auto" data-long={title.length > 24 || undefined} className="now-title">
        {unpublished ? title : <AppLink href={trackPath(song)}>{title}</AppLink>}
      </Dialog.Title>
      <p dir="auto" className="now-artist text-soft">
        {unpublished ? artist : <AppLink href={artistPath(artist)}>{artist}</AppLink>}
      </p>
      {origin && <p className="now-origin text-soft wrap-anywhere">{origin}</p>}
    </>
  );
}

/** The song that follows and the queue, on screens without the panel for them. */
function Next() {
  const next = usePlayerState(({ queue, repeat }) => {
    const at = nextAt(queue, repeat);
    return at === null ? null : queue.entries[at]!.song;
  });
  return (
    <div className="now-next">
      {next && <Cover url={next.thumbnail} sizes="44px" className="w-11! shrink-0 rounded-sm" />}
      <p className="min-w-0 flex-1">
        <span className="block text-sm text-soft">{t`Next`}</span>
        <span dir="auto" className="block truncate font-medium">
          {next ? next.title : t`Nothing follows`}
        </span>
      </p>
      <QueueButton modal />
    </div>
  );
}

/** The queue and the liner notes, in tabs beside the song. @param onLeave called when a link leads to another page. */
function NowPlayingSide({ song, onLeave }: { song: Song; onLeave: () => void }) {
  return (
    <Tabs.Root dir={pageDirection()} defaultValue="queue" className="now-side bg-stage">
      <Tabs.List aria-label={t`Beside the song`} className="now-tabs">
        <Tabs.Trigger value="queue">{t`Queue`}</Tabs.Trigger>
        {!song.unpublished && <Tabs.Trigger value="notes">{t`Liner notes`}</Tabs.Trigger>}
      </Tabs.List>
      <Tabs.Content value="queue">
        <QueueList />
      </Tabs.Content>
      {!song.unpublished && (
        <Tabs.Content value="notes">
          <LinerNotes id={song.id} onLeave={onLeave} />
        </Tabs.Content>
      )}
    </Tabs.Root>
  );
}

/** The lyrics of the song, who asked for it, how it was made and how it sounds. */
function LinerNotes({ id, onLeave }: { id: string; onLeave: () => void }) {
  const player = usePlayer();
  const query = useQuery({
    queryKey: ['track', id],
    queryFn: () => call('GET /track/:id', { params: { id } }),
  });
  return (
    <QueryView
      query={query}
      loading={t`Loading the liner notes...`}
      skeleton={<Skeleton className="h-60" />}
      compact
    >
      {(track) => (
        <div className="grid gap-6">
          {track.lyrics && (
            <Lyrics
              key={id}
              song={{ ...track, lyrics: track.lyrics, timed_lyrics: track.timed_lyrics ?? null }}
              onSeek={player.seek}
              level={3}
            />
          )}
          <TrackFacts track={track} onLeave={onLeave} />
        </div>
      )}
    </QueryView>
  );
}
