import { genreLabel } from 'contract/genres.ts';
import type { Track } from 'contract/tracks.ts';
import { Sparkles } from 'lucide-react';
import { formatDate, formatDuration, formatLoudness } from '../lib/format.ts';
import { Skeleton } from '../ui/QueryView.tsx';
import { type Fact, Facts } from './Facts.tsx';
import { Made, Origin, useProvenance } from './Provenance.tsx';
import { formatOrigin } from './song.ts';

/**
 * The facts of a track: the music, and how it was made.
 * @param onLeave called when a link leads to another page.
 */
export function TrackFacts({ track, onLeave }: { track: Track; onLeave: () => void }) {
  const origin = formatOrigin(track);
  const { data: provenance, isLoading } = useProvenance(track);
  return (
    <div className="grid gap-6">
      {origin && <Origin text={origin} request_id={provenance?.request_id} onLeave={onLeave} />}
      <section>
        <h3 className="text-lg">The music</h3>
        <Facts facts={musicFacts(track)} />
      </section>
      {isLoading ? (
        <Skeleton className="h-40" />
      ) : provenance ? (
        <section aria-labelledby="provenance" className="rounded-lg border border-line p-5">
          <h3 id="provenance" className="flex items-center gap-2 text-lg">
            <Sparkles size={18} aria-hidden="true" className="text-ember-ink" /> AI-generated
          </h3>
          <Made provenance={provenance} />
        </section>
      ) : (
        <Documented track={track} />
      )}
    </div>
  );
}

/** What the publisher of a track noted about how it was made. */
function Documented({ track: { provider, prompt_text, seed, rights_status } }: { track: Track }) {
  if ([provider, prompt_text, seed, rights_status].every((one) => one === null))
    return <p className="text-soft">There are no details about how this track was made.</p>;
  return (
    <section>
      <h3 className="text-lg">How it was made</h3>
      <Facts
        facts={[
          ['Made by', provider],
          ['Prompt', prompt_text],
          ['Seed', seed !== null && String(seed)],
          ['Rights', rights_status],
        ]}
      />
    </section>
  );
}

/** The facts of a track's music. */
export function musicFacts({ loudness_lufs, bpm, ...track }: Track): Fact[] {
  return [
    ['Genre', track.genre && genreLabel(track.genre)],
    ['Length', formatDuration(track.duration_seconds)],
    ['Tempo', bpm && `${Math.round(bpm)} BPM`],
    ['Key', track.musical_key],
    ['Loudness', loudness_lufs !== null && formatLoudness(loudness_lufs)],
    ['Released', formatDate(Date.parse(track.release_date))],
  ];
}
