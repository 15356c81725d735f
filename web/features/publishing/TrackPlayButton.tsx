import type { ManagedTrack } from 'contract/publishing.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { Cover } from '../../ui/Cover.tsx';

export function TrackPlayButton({ track }: { track: ManagedTrack }) {
  // Plays of a track that nobody else can hear don't count.
  const song = track.state === 'live' ? toSong(track) : { ...toSong(track), unpublished: true as const };
  const { isCurrent, isPlaying, label, toggle } = usePlayToggle(song);
  return (
    <button
      type="button"
      aria-label={label}
      onClick={toggle}
      className="group/play relative size-12 shrink-0 overflow-hidden rounded-sm bg-raised"
    >
      <Cover url={track.cover_image_url} sizes="48px" />
      <span
        data-shown={isCurrent || undefined}
        className="absolute inset-0 grid place-items-center bg-scrim text-on-scrim opacity-0 transition group-hover/play:opacity-100 group-focus-visible/play:opacity-100 data-shown:opacity-100"
      >
        <PlayPauseIcon isPlaying={isPlaying} />
      </span>
    </button>
  );
}
