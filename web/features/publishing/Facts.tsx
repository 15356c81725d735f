import type { AudioFacts } from 'contract/publishing.ts';
import { formatDuration } from '../../lib/format.ts';
import { formatLoudness } from '../../lib/format-loudness.ts';

const CODECS: Record<string, string> = {
  mp3: 'MP3',
  pcm: 'WAV',
  flac: 'FLAC',
  vorbis: 'Ogg Vorbis',
  opus: 'Ogg Opus',
  aac: 'AAC',
};

/** What was measured of an audio file, and what was estimated. */
export function Facts({ facts }: { facts: AudioFacts }) {
  const { duration_seconds, codec, sample_rate, channels, loudness_lufs, bpm, musical_key } = facts;
  const sound = `${sample_rate / 1000} kHz, ${channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`}`;
  const rows: [name: string, value: string, isEstimate?: boolean][] = [
    ['Length', formatDuration(Math.round(duration_seconds))],
    ['Format', CODECS[codec] ?? codec],
    ['Sound', sound],
    ['Loudness', loudness_lufs === null ? 'Silence' : formatLoudness(loudness_lufs)],
  ];
  if (bpm) rows.push(['Tempo', `${Math.round(bpm.value)} BPM`, bpm.estimated]);
  if (musical_key) rows.push(['Key', musical_key.value, musical_key.estimated]);
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-3">
      {rows.map(([name, value, isEstimate]) => (
        <div key={name}>
          <dt className="text-sm text-faint">{name}</dt>
          <dd className="figures font-medium">
            {value}
            {isEstimate && <span className="ml-1.5 text-sm font-normal text-faint">estimated</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
