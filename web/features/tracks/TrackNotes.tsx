import type { Provenance } from 'contract/studio.ts';
import type { Track } from 'contract/tracks.ts';
import { Sparkles } from 'lucide-react';
import { Lyrics } from '../../player/Lyrics.tsx';
import { Facts, Made, musicFacts } from '../../player/TrackFacts.tsx';

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
      <section aria-labelledby="song-made" className="song-box rounded-lg border border-line bg-stage">
        <h2 id="song-made" className="flex items-center gap-2 text-lg">
          <Sparkles size={18} aria-hidden="true" className="text-ember-ink" /> AI-generated
        </h2>
        {provenance ? <Made provenance={provenance} /> : <Documented track={track} />}
      </section>
      <section aria-labelledby="song-music">
        <h2 id="song-music" className="text-lg">
          The music
        </h2>
        <Facts facts={musicFacts(track)} />
      </section>
    </div>
  );
}

/** What the track itself says of its making. */
function Documented({ track }: { track: Track }) {
  const { provider, prompt_text, seed, rights_status } = track;
  const isUndocumented = [provider, prompt_text, seed, rights_status].every((one) => one === null);
  if (isUndocumented)
    return <p className="mt-3 text-soft">There are no details about how this track was made.</p>;
  return (
    <>
      {prompt_text && <p className="mt-3 whitespace-pre-line wrap-anywhere">“{prompt_text}”</p>}
      <Facts
        facts={[
          ['Made by', provider],
          ['Seed', seed !== null && String(seed)],
          ['Rights', rights_status],
        ]}
      />
    </>
  );
}
