import { plural, t } from '@lingui/core/macro';
import type { AudioFacts, Upload } from 'contract/features/publishing.ts';
import { STEP_NAMES } from 'contract/features/publishing-constants.ts';
import { Check, CircleAlert } from 'lucide-react';
import { formatDuration } from '../../../lib/format.ts';
import { formatLoudness, formatTenths } from '../../../lib/format-measures.ts';
import { language, say } from '../../../lib/i18n.ts';

/** The progress of a file's processing on the server. */
export function ProcessingSteps({ upload }: { upload: Upload }) {
  const { steps, state, ahead } = upload;
  const current = steps.findIndex(({ progress }) => progress < 1);
  const isWaiting = state === 'waiting';
  const status = isWaiting
    ? ahead > 0
      ? t`Waiting for ${plural(ahead, { one: '# other file', other: '# other files' })}`
      : t`Waiting for its turn`
    : current === -1
      ? t`Nearly done`
      : say(STEP_NAMES[steps[current]!.name]);
  return (
    <div className="grid gap-3">
      <p role="status" className={isWaiting ? 'text-soft' : 'sr-only'}>
        {status}
      </p>
      <ol aria-label={t`Processing`} className="grid gap-2.5">
        {steps.map(({ name, progress }, index) => {
          const running = index === current && !isWaiting;
          const done = progress >= 1;
          return (
            <li key={name} className="grid grid-cols-[1.25rem_1fr_auto] items-center gap-x-3">
              <StepIcon done={done} running={running} />
              <span className={running ? 'font-medium' : done ? 'text-soft' : 'text-faint'}>
                {say(STEP_NAMES[name])}
              </span>
              <span className="figures text-sm text-soft">
                {done ? (
                  <span className="sr-only">{t`Done`}</span>
                ) : running ? (
                  `${Math.floor(progress * 100)}%`
                ) : (
                  ''
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function StepIcon({ done, running }: { done: boolean; running: boolean }) {
  if (done)
    return (
      <span className="ember grid size-5 place-items-center rounded-full">
        <Check size={13} strokeWidth={3} aria-hidden="true" />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className={`mx-auto size-2.5 rounded-full ${running ? 'ember lamp-newest animate-pulse' : 'bg-lamp'}`}
    />
  );
}

const CODECS: Record<string, string> = {
  mp3: 'MP3',
  pcm: 'WAV',
  flac: 'FLAC',
  vorbis: 'Ogg Vorbis',
  opus: 'Ogg Opus',
  aac: 'AAC',
};

/** Measurements and estimates of an audio file. */
export function Facts({ facts }: { facts: AudioFacts }) {
  const { duration_seconds, length_fault, codec, sample_rate, channels, loudness_lufs, bpm, musical_key } =
    facts;
  const sound = `${(sample_rate / 1000).toLocaleString(language)} kHz, ${channels === 1 ? t`mono` : channels === 2 ? t`stereo` : plural(channels, { one: '# channel', other: '# channels' })}`;
  const rows: [name: string, value: string, isEstimate?: boolean][] = [
    [t`Length`, formatDuration(Math.round(duration_seconds))],
    [t`Format`, CODECS[codec] ?? codec],
    [t`Sound`, sound],
    [t`Loudness`, loudness_lufs === null ? t`Silence` : formatLoudness(loudness_lufs)],
  ];
  if (bpm) rows.push([t`Tempo`, `${Math.round(bpm.value)} BPM`, bpm.estimated]);
  if (musical_key) rows.push([t`Key`, musical_key.value, musical_key.estimated]);
  return (
    <>
      {length_fault && (
        <p role="alert" className="flex gap-2 text-warn">
          <CircleAlert size={17} aria-hidden="true" className="mt-1 shrink-0" />
          {describeFault(length_fault.promised_seconds, duration_seconds)}{' '}
          {t`Listen to it before you publish it, or export it again.`}
        </p>
      )}
      <dl className="flex flex-wrap gap-x-7 gap-y-3">
        {rows.map(([name, value, isEstimate]) => (
          <div key={name}>
            <dt className="text-sm text-faint">{name}</dt>
            <dd className="figures font-medium">
              {value}
              {isEstimate && <span className="ms-1.5 text-sm font-normal text-faint">{t`estimated`}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Describes how a file's stated length contradicts its sound, seconds. @param promised null if it only breaks off. */
function describeFault(promised: number | null, decoded: number): string {
  const held = formatTenths(decoded);
  if (promised === null) return t`This file breaks off after ${held} s. A part may be missing.`;
  const stated = formatTenths(promised);
  return promised > decoded
    ? t`This file promises ${stated} s of sound, but it holds ${held} s. A part may be missing.`
    : t`This file promises ${stated} s of sound, but it holds ${held} s.`;
}
