import type { Provenance } from 'contract/studio.ts';
import type { Track } from 'contract/tracks.ts';
import { Lyrics } from '../../player/Lyrics.tsx';
import { Facts, Making, musicFacts } from '../../player/TrackFacts.tsx';

/** A track's lyrics, how it was made, and the facts of its music. */
export function TrackNotes({
  track,
  lyrics,
  provenance,
}: {
  track: Track;
  lyrics: string | null;
  provenance: Provenance | null;
}) {
  return (
    <div className="song-notes" data-lyrics={lyrics !== null || undefined}>
      {lyrics !== null && <Lyrics text={lyrics} level={2} />}
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
