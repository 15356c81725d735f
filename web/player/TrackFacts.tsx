import { genreLabel } from 'contract/genres.ts';
import type { Track } from 'contract/tracks.ts';
import { formatDate, formatDuration } from '../lib/format.ts';
import { formatOrigin } from './song.ts';

/** The facts of a track: the music, and how it was made. */
export function TrackFacts({ track }: { track: Track }) {
  const origin = formatOrigin(track);
  const { provider, prompt_text, seed, rights_status, loudness_lufs, bpm } = track;
  const isUndocumented = [provider, prompt_text, seed, rights_status].every((one) => one === null);
  return (
    <div className="grid gap-6">
      {origin && <p className="rounded-md bg-raised px-4 py-3 font-medium wrap-anywhere">{origin}</p>}
      <Facts
        title="The music"
        facts={[
          ['Genre', track.genre && genreLabel(track.genre)],
          ['Length', formatDuration(track.duration_seconds)],
          ['Tempo', bpm && `${Math.round(bpm)} BPM`],
          ['Key', track.musical_key],
          ['Loudness', loudness_lufs !== null && `${loudness_lufs.toFixed(1).replace('-', '−')} LUFS`],
          ['Released', formatDate(Date.parse(track.release_date))],
        ]}
      />
      {isUndocumented ? (
        <p className="text-soft">No details about how this track was made.</p>
      ) : (
        <Facts
          title="How it was made"
          facts={[
            ['Made by', provider],
            ['Prompt', prompt_text],
            ['Seed', seed !== null && String(seed)],
            ['Rights', rights_status],
          ]}
        />
      )}
    </div>
  );
}

/** Names and values; an unknown value has no row. */
function Facts({
  title,
  facts,
}: {
  title: string;
  facts: [name: string, value: string | 0 | false | null][];
}) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
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
    </section>
  );
}
