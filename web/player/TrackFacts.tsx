import { genreLabel } from 'contract/genres.ts';
import type { Track } from 'contract/tracks.ts';
import { formatDate, formatDuration } from '../lib/format.ts';
import { formatOrigin } from './song.ts';

/** The facts of a track: the music, and how it was made. */
export function TrackFacts({ track }: { track: Track }) {
  const origin = formatOrigin(track);
  const { provider, prompt_text, seed, rights_status } = track;
  const isUndocumented = [provider, prompt_text, seed, rights_status].every((one) => one === null);
  return (
    <div className="grid gap-6">
      {origin && <p className="rounded-md bg-raised px-4 py-3 font-medium wrap-anywhere">{origin}</p>}
      <section>
        <h3 className="text-lg">The music</h3>
        <Facts facts={musicFacts(track)} />
      </section>
      {isUndocumented ? (
        <p className="text-soft">No details about how this track was made.</p>
      ) : (
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
      )}
    </div>
  );
}

type Fact = [name: string, value: string | 0 | false | null];

/** The facts of a track's music. */
export function musicFacts({ loudness_lufs, bpm, ...track }: Track): Fact[] {
  return [
    ['Genre', track.genre && genreLabel(track.genre)],
    ['Length', formatDuration(track.duration_seconds)],
    ['Tempo', bpm && `${Math.round(bpm)} BPM`],
    ['Key', track.musical_key],
    ['Loudness', loudness_lufs !== null && `${loudness_lufs.toFixed(1).replace('-', '−')} LUFS`],
    ['Released', formatDate(Date.parse(track.release_date))],
  ];
}

/** Names and values; an unknown value has no row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="mt-1 divide-y divide-line">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex gap-4 py-2">
              <dt className="w-24 shrink-0 text-faint">{name}</dt>
              <dd className="figures min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
