import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { SketchUpdate } from 'contract/extensions/studio.ts';
import { Headphones, Pause, Play, X } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { send, sentenceOf, serverUrl, unanswered } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import type { TakePlayer } from '../../player/engine/take-player.ts';
import type { WaveformJson } from '../../player/engine/waveform.ts';
import { Waveform } from '../../player/now-playing/Waveform.tsx';
import { useTakePlayer, useTakeSecond, useTimeVariable } from '../../player/use-take-player.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { Button } from '../../ui/Button.tsx';
import type { SketchOf } from '../../ui/Slot.tsx';

type Step =
  | { name: 'idle' }
  /** `place` is 0 while it is being played. */
  | { name: 'asked'; place: number; progress: number }
  /** `of` is what it is a sketch of; the length is unknown where the browser cannot decode it. */
  | { name: 'ready'; url: string; of: string; seconds: number | undefined }
  | { name: 'failed'; message: string };

/** 'Hear a sketch': some seconds by the house band of what is written, before anything is paid. */
export function Sketch({ of, obstacle }: { of: SketchOf; obstacle?: string | undefined }) {
  const { viewer } = useSession();
  const { step, ask, cancel } = useSketch(of);
  const url = step.name === 'ready' ? step.url : undefined;
  const player = useTakePlayer(useMemo(() => (url ? [{ id: url, url, loudness: null }] : []), [url]));
  useEffect(() => {
    if (url) player.play(url);
  }, [player, url]);
  const { status } = useStore(player);
  const box = useTimeVariable(player);
  const isPlaying = status === 'playing' || status === 'loading';
  const isKept = step.name === 'ready' && step.of === JSON.stringify(of);
  const press = () => {
    if (isPlaying || isKept) return player.toggle();
    if (!viewer) return askToLogIn(t`Authentication required`, t`Please log in to hear a sketch.`);
    ask();
  };
  const said = wordsOf(step) ?? (status === 'failed' ? t`The sketch could not be played.` : obstacle);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      {step.name === 'asked' ? (
        <Button onClick={cancel}>
          <X size={17} aria-hidden="true" /> {t`Cancel the sketch`}
        </Button>
      ) : (
        <Button
          disabled={obstacle !== undefined && !isPlaying}
          aria-busy={status === 'loading' || undefined}
          onClick={press}
        >
          <Icon isPlaying={isPlaying} isKept={isKept} />
          {isPlaying ? t`Pause the sketch` : isKept ? t`Play the sketch` : t`Hear a sketch`}
        </Button>
      )}
      {isPlaying && <Second player={player} />}
      <span role="status" className={step.name === 'failed' ? 'text-sm text-bad' : 'text-sm text-soft'}>
        {said}
      </span>
      {step.name === 'asked' && step.place === 0 && (
        <span aria-hidden="true" className="figures text-sm text-soft">
          {Math.round(step.progress * 100)} %
        </span>
      )}
      {step.name === 'ready' && step.seconds && (
        <div ref={box} className="relative h-11 w-full">
          <div style={{ '--progress': `calc(var(--time, 0) / ${step.seconds})` } as CSSProperties}>
            <Waveform url={step.url} />
          </div>
        </div>
      )}
    </div>
  );
}

function wordsOf(step: Step): string | undefined {
  if (step.name === 'failed') return step.message;
  if (step.name !== 'asked') return undefined;
  if (step.place > 0) return step.place === 1 ? t`Next in line` : t`Number ${{ place: step.place }} in line`;
  return t`Sketching, about 7 seconds`;
}

function Icon({ isPlaying, isKept }: { isPlaying: boolean; isKept: boolean }) {
  const Picture = isPlaying ? Pause : isKept ? Play : Headphones;
  return <Picture size={17} aria-hidden="true" />;
}

const Second = ({ player }: { player: TakePlayer }) => (
  <span className="figures text-sm text-soft">{formatDuration(useTakeSecond(player))}</span>
);

/** Points of a sketch's waveform. */
const POINTS = 400;

/** Length (s) and waveform of a sketch, which has no file with them; undefined if the browser cannot decode it. */
async function decode(audio: Blob): Promise<{ seconds: number; waveform: WaveformJson } | undefined> {
  try {
    const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await audio.arrayBuffer());
    const samples = sound.getChannelData(0);
    const size = Math.max(1, Math.floor(samples.length / POINTS));
    const data = Array.from({ length: POINTS }, (_, point) => {
      const part = samples.subarray(point * size, (point + 1) * size);
      const peak = Math.round(127 * part.reduce((top, sample) => Math.max(top, Math.abs(sample)), 0));
      return [-peak, peak];
    }).flat();
    return { seconds: sound.duration, waveform: { version: 2, channels: 1, bits: 8, length: POINTS, data } };
  } catch {
    return undefined;
  }
}

function useSketch(of: SketchOf) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const under = useRef<AbortController | null>(null);
  const url = step.name === 'ready' ? step.url : undefined;
  useEffect(() => () => under.current?.abort(), []);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);

  async function ask() {
    const controller = new AbortController();
    under.current?.abort();
    under.current = controller;
    const { signal } = controller;
    setStep({ name: 'asked', place: 0, progress: 0 });
    try {
      const audio = await hearSketch(of, signal, (news) => {
        if (signal.aborted) return;
        const place = news.state === 'waiting' ? news.place : 0;
        setStep({ name: 'asked', place, progress: news.state === 'making' ? news.progress : 0 });
      });
      const decoded = await decode(audio);
      if (signal.aborted) return;
      const url = URL.createObjectURL(audio);
      client.setQueryData(['waveform', url], decoded?.waveform);
      setStep({ name: 'ready', url, of: JSON.stringify(of), seconds: decoded?.seconds });
    } catch (error) {
      const message = sentenceOf(error, t`The sketch could not be made.`);
      if (!signal.aborted) setStep({ name: 'failed', message });
    }
  }

  const cancel = () => {
    under.current?.abort();
    setStep({ name: 'idle' });
  };
  return { step, ask: () => void ask(), cancel };
}

/**
 * Asks for a sketch and tells how it comes along.
 * @returns its audio.
 * @throws AnswerProblem with the server's message; anything when `signal` aborts, which cancels the sketch.
 */
async function hearSketch(
  of: SketchOf,
  signal: AbortSignal,
  onNews: (news: SketchUpdate) => void,
): Promise<Blob> {
  const path = 'id' in of ? `/requests/${encodeURIComponent(of.id)}/sketch` : '/studio/sketches';
  const body =
    'id' in of ? {} : { body: JSON.stringify(of), headers: { 'content-type': 'application/json' } };
  const { body: stream } = await send(serverUrl(path), { method: 'POST', signal, ...body });
  for await (const line of linesOf(stream!.getReader())) {
    const news = JSON.parse(line) as SketchUpdate;
    if (news.state === 'ready')
      return new Blob([Uint8Array.from(atob(news.audio), (byte) => byte.charCodeAt(0))], {
        type: 'audio/mpeg',
      });
    if (news.state === 'failed') break;
    onNews(news);
  }
  throw new AnswerProblem(503, t`The sketch could not be made. Please try again.`, 'unavailable');
}

/** @throws AnswerProblem when the connection breaks. */
async function* linesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw unanswered();
    });
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
