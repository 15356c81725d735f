import type { TrackPage } from 'contract/discovery.ts';
import type { Track } from 'contract/tracks.ts';
import { Lyrics } from '../../player/Lyrics.tsx';
import { Facts, Making, musicFacts } from '../../player/TrackFacts.tsx';
import { usePlayFrom } from './use-play-from.ts';

/** A track's lyrics, how it was made, and the facts of its music. */
export function TrackNotes({
  track,
  page: { lyrics, timed_lyrics, provenance },
  start,
}: {
  track: Track;
  page: Pick<TrackPage, 'lyrics' | 'timed_lyrics' | 'provenance'>;
  /** Where the song starts when it is not the current one; seconds. */
  start: number;
}) {
  const { playFrom } = usePlayFrom(track, start);
  return (
    <div className="song-notes" data-lyrics={lyrics !== null || undefined}>
      {lyrics !== null && <Lyrics song={{ ...track, lyrics, timed_lyrics }} onSeek={playFrom} level={2} />}
      <Making track={track} provenance={provenance} level={2} />
      <section aria-labelledby="song-music">
        <h2 id="song-music" className="text-lg">
          The music
        </h2>
        <Facts facts={musicFacts(track)} />
      </section>
    </div>
  );
}
