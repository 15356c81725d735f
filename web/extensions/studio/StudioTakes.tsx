import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Generator, StudioRequest, StudioTake } from 'contract/extensions/studio.ts';
import { RotateCcw } from 'lucide-react';
import { type CSSProperties, useMemo } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { formatLoudness } from '../../lib/format-measures.ts';
import { call } from '../../lib/http/api.ts';
import { useTakePlayer, useTimeVariable } from '../../player/use-take-player.ts';
import { Button } from '../../ui/Button.tsx';
import { generatorsQuery, useStudioMutation } from './queries.ts';
import { TakeWishes } from './Takes.tsx';
import { TakesBar } from './TakesBar.tsx';
import { type PlayableTake, TakeLetter, TakeProgress, TakeWave } from './TakeWave.tsx';
import { formatCents, formatEstimate, stateWords } from './take-words.ts';

/** The takes of a request as an admin sees them: to hear, to cancel, to try again and to release. */
export function StudioTakes({
  request,
  onPrompt,
  onRelease,
}: {
  request: StudioRequest;
  /** Takes over a prompt that a generator suggests. */
  onPrompt: (prompt: string) => void;
  onRelease: (take: StudioTake) => void;
}) {
  const { status, takes } = request;
  const { data: generators = [] } = useQuery(generatorsQuery);
  const ready = useMemo(() => takes.flatMap((take) => playable(take) ?? []), [takes]);
  const sources = useMemo(
    () => ready.map(({ id, audio_url, loudness_lufs }) => ({ id, url: audio_url, loudness: loudness_lufs })),
    [ready],
  );
  const player = useTakePlayer(sources);
  const box = useTimeVariable(player);
  const longest = Math.max(1, ...ready.map(({ duration_seconds }) => duration_seconds));
  return (
    <div ref={box} className="takes studio-takes" style={{ '--longest': longest } as CSSProperties}>
      <ol aria-label={t`Takes`}>
        {takes.map((take) => {
          const heard = playable(take);
          const generator = generators.find(({ id }) => id === take.generator);
          return (
            <li key={take.id} className="take">
              {heard ? (
                <>
                  <TakeLetter take={heard} player={player} />
                  <TakeWave take={heard} longest={longest} player={player} />
                  <div className="take-choice">
                    <p className="figures text-sm text-soft">
                      {factsOf(take, status).join(', ')}
                      <span className="block text-faint">
                        {generator?.name ?? take.generator}
                        {take.seed !== null && t`, seed ${{ seed: take.seed }}`}
                      </span>
                    </p>
                    <Button
                      onClick={() => onRelease(take)}
                    >{t`Release take ${{ number: take.number }}`}</Button>
                  </div>
                  {take.heard.length > 0 && <TakeWishes label={String(take.number)} wishes={take.heard} />}
                </>
              ) : take.state === 'failed' || take.state === 'lost' || take.state === 'cancelled' ? (
                <FailedTake take={take} canRetry={status !== 'choosing'} onPrompt={onPrompt} />
              ) : (
                <RunningTake take={take} generator={generator} />
              )}
            </li>
          );
        })}
      </ol>
      <TakesBar request={request} takes={ready} player={player} />
    </div>
  );
}

/** A ready take's length, loudness, price and choices, in words. */
const factsOf = (take: StudioTake, status: StudioRequest['status']): string[] => [
  formatDuration(take.duration_seconds ?? 0),
  ...(take.loudness_lufs === null ? [] : [formatLoudness(take.loudness_lufs)]),
  ...(take.cents > 0 ? [formatCents(take.cents)] : []),
  ...(status === 'choosing'
    ? [plural({ choices: take.choices }, { one: '# choice', other: '# choices' })]
    : []),
];

const playable = ({
  id,
  number,
  state,
  audio_url,
  waveform_json_url,
  duration_seconds,
  loudness_lufs,
}: StudioTake): PlayableTake | null =>
  state !== 'ready' || audio_url === null || duration_seconds === null
    ? null
    : {
        id,
        label: String(number),
        audio_url,
        waveform_json_url,
        duration_seconds,
        loudness_lufs,
      };

function RunningTake({
  take: { id, number, state, progress },
  generator,
}: {
  take: StudioTake;
  /** Undefined until the generators are known. */
  generator: Generator | undefined;
}) {
  const isMade = state === 'submitting' || state === 'running';
  const secondsLeft = Math.max(1, (generator?.seconds ?? 0) * (1 - progress));
  const cancelling = useStudioMutation(() => call('POST /takes/:id/cancel', { params: { id } }), {
    success: t`Take ${number} canceled`,
    failure: t`The take was not canceled`,
  });
  return (
    <>
      <span
        aria-hidden="true"
        className="take-letter grid place-items-center rounded-full border border-line font-display font-semibold text-faint"
      >
        {number}
      </span>
      <TakeProgress
        words={t(stateWords[state])}
        progress={progress}
        {...(isMade && generator && { left: t`about ${{ time: formatEstimate(secondsLeft) }} left` })}
      />
      <div className="take-choice">
        <span className="sr-only">{t`Take ${number}`}</span>
        <Button disabled={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
          {t`Cancel`}
        </Button>
      </div>
    </>
  );
}

/** A take that was not made: why, what it cost, and what to do about it. */
function FailedTake({
  take: { id, number, state, failure, cents },
  canRetry,
  onPrompt,
}: {
  take: StudioTake;
  /** Not while the backers choose between the takes that are ready. */
  canRetry: boolean;
  onPrompt: (prompt: string) => void;
}) {
  const retrying = useStudioMutation(() => call('POST /takes/:id/retry', { params: { id } }), {
    success: t`Another take is being made`,
    failure: t`The take cannot be made again`,
  });
  const suggestion = failure?.suggestion;
  const isBad = state !== 'cancelled';
  return (
    <>
      <span
        aria-hidden="true"
        className={`take-letter grid place-items-center rounded-full border font-display font-semibold ${isBad ? 'border-bad text-bad' : 'border-line text-faint'}`}
      >
        {number}
      </span>
      <div className="wrap-anywhere">
        <p className={`font-semibold ${isBad ? 'text-bad' : 'text-soft'}`}>
          <span className="sr-only">{t`Take ${number}:`} </span>
          {t(stateWords[state])}
        </p>
        <p>{failure?.message}</p>
        <p className="figures text-sm text-soft">
          {cents === 0 ? t`It cost nothing.` : t`It may have cost ${{ price: formatCents(cents) }}.`}
        </p>
        {suggestion && canRetry && (
          <p className="mt-1 text-sm text-soft">
            <Trans>
              The generator suggests: <q>{suggestion}</q>
            </Trans>{' '}
            <button
              type="button"
              onClick={() => onPrompt(suggestion)}
              className="font-medium text-ember-ink hover:underline"
            >
              {t`Use this prompt`}
            </button>
          </p>
        )}
      </div>
      {canRetry && (
        <div className="take-choice">
          <Button disabled={retrying.isPending} onClick={() => retrying.mutate(undefined)}>
            <RotateCcw size={16} aria-hidden="true" /> {t`Try again`}
          </Button>
        </div>
      )}
    </>
  );
}
