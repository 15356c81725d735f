import { setImmediate as immediate } from 'node:timers/promises';
import { type Part, type Score, secondsAt } from '../score.ts';
import type { Spoken } from '../singing/speech.ts';
import type { Line } from '../singing/words.ts';
import { balanceSections, master } from '../sound/master.ts';
import { addEcho, addRoom } from '../sound/room.ts';
import { openSoundfont } from '../sound/samples/soundfont.ts';
import { BLOCK, RATE } from '../sound/tables.ts';
import { type Canvas, LONGEST_NOTE } from '../sound/voice.ts';
import { blend, gainOf, kickEnvelope, type Sends, spreadOf } from './blend.ts';
import { faderOf, isCymbal, isShell, playHits } from './play-hits.ts';
import { playNotes } from './play-notes.ts';
import { isVocal, playVoice, speakLines } from './play-voice.ts';
import type { Stem, Stereo } from './stem.ts';
import { setTone } from './tone.ts';

export type Rendering = Stereo & {
  /** Finished loudness (LUFS), loudness range (LU) and true peak (dBTP). */
  loudness: number;
  range: number;
  truePeak: number;
  /** Corrections made by mastering, dB. */
  corrections: { air: number; side: number };
  stems: { name: string; lufs: number; cpu: number }[];
};

/** Shares of the time that rendering takes: until the parts are played, until they are mixed. The rest is mastering. */
const PLAYED = 0.6;
const MIXED = 0.78;

/** Brightness that a room takes from its players' sound, dB. */
const ROOM_TAKES = 2.2;

type RenderOptions = {
  signal?: AbortSignal | undefined;
  /** Reports the share done, 0 to 1. */
  onProgress?: (share: number) => void;
};

/**
 * Plays the score: every part through its effects into the mix, then room, echo and mastering. 44.1 kHz stereo. Lets
 * other work in between parts; rejects with the signal's reason when it is aborted.
 */
export async function render(
  score: Score,
  { signal, onProgress = () => {} }: RenderOptions = {},
): Promise<Rendering> {
  await openSoundfont();
  const { mix, scratch, spare, stems } = await play(score, await speakLines(score.parts), {
    signal,
    onProgress,
  });
  await immediate();
  signal?.throwIfAborted();
  balanceSections(mix, score);
  // The room, the cymbals and the loudest sections have moved it.
  setTone([mix], score.sound, false);
  await immediate();
  signal?.throwIfAborted();
  onProgress(MIXED);
  const finish = master(mix, score, {
    scratch,
    spare,
    onProgress: (share) => onProgress(MIXED + (1 - MIXED) * share),
  });
  const end = endOf(mix);
  return { left: mix.left.subarray(0, end), right: mix.right.subarray(0, end), ...finish, stems };
}

/** Plays all parts and their room; what is not needed to master them may be freed then. */
async function play(
  score: Score,
  spoken: ReadonlyMap<Line, Spoken>,
  { signal, onProgress }: Required<Pick<RenderOptions, 'onProgress'>> & Pick<RenderOptions, 'signal'>,
): Promise<{ mix: Stereo; scratch: Float32Array; spare: Stereo; stems: Rendering['stems'] }> {
  const frames = Math.ceil((secondsAt(score, score.beats) + score.tail) * RATE);
  const create = () => new Float32Array(frames);
  const mix: Stereo = { left: create(), right: create() };
  const wide = spreadOf(score.sound);
  const sends: Sends = { left: create(), right: create(), echo: create(), wide };
  const duck = kickEnvelope(score, frames);
  const stems: Rendering['stems'] = [];
  // All parts share one pair of channels, so memory does not grow with the number of parts.
  const pair = { left: create(), right: create() };
  const empty: Stem = { ...pair, wet: null, mono: true, regions: [] };
  const wet = create();
  const canvas: Canvas = {
    left: new Float32Array(LONGEST_NOTE * RATE + BLOCK),
    right: new Float32Array(LONGEST_NOTE * RATE + BLOCK),
  };
  // The drums come late: their cymbals are set against everybody else. The voice comes last: it stands before the band.
  const order = (part: Part) => (isVocal(part) ? 2 : Number(part.name === 'drums'));
  const parts = [...score.parts].sort((a, b) => order(a) - order(b));
  for (const [index, part] of parts.entries()) {
    await immediate();
    signal?.throwIfAborted();
    onProgress((PLAYED * index) / score.parts.length);
    const started = process.cpuUsage();
    const drums = 'kit' in part && part.name === 'drums';
    const stem =
      'kit' in part
        ? playHits(score, part, { ...empty, wet }, drums ? isShell : undefined)
        : isVocal(part)
          ? playVoice(score, part, empty, spoken, mix)
          : playNotes(score, part, empty, canvas);
    const above = drums
      ? playHits(score, part, { ...empty, left: create(), right: create(), wet: create() }, isCymbal)
      : undefined;
    const gain = isVocal(part) ? 1 : gainOf(part, ...(above ? [stem, above] : [stem]));
    blend(part, stem, gain, mix, sends, duck);
    if (above) {
      setTone([mix, sends], score.sound, true);
      const fader = faderOf(mix.left, above.left, gain, score.sound.air + ROOM_TAKES);
      blend(part, above, gain * fader, mix, sends, duck);
    }
    clear(stem);
    const used = process.cpuUsage(started);
    const lufs = gain > 0 ? part.mix.level : Number.NEGATIVE_INFINITY;
    stems.push({ name: part.name, lufs, cpu: (used.user + used.system) / 1e6 });
  }
  const { sound } = score;
  await immediate();
  signal?.throwIfAborted();
  if (sound.echoLevel > 0) {
    addEcho(mix.left, mix.right, sends.echo, sends, {
      seconds: (sound.echoBeats * 60) / score.bpm,
      feedback: sound.echoFeedback,
      level: sound.echoLevel,
    });
  }
  addRoom(mix.left, mix.right, sends, {
    seconds: sound.roomSeconds,
    damping: sound.roomDamping,
    level: sound.roomLevel,
  });
  return { mix, scratch: sends.left, spare: pair, stems };
}

/** Empties the shared buffers where the part sounded. */
function clear({ left, right, wet, mono, regions }: Stem): void {
  for (const [from, to] of regions) {
    left.fill(0, from, to);
    if (!mono) right.fill(0, from, to);
    wet?.fill(0, from, to);
  }
}

/** A fifth of a second after the last chord has faded below -60 dBFS. */
function endOf({ left, right }: Stereo): number {
  let last = left.length - 1;
  while (last > 0 && Math.abs(left[last]!) < 0.001 && Math.abs(right[last]!) < 0.001) last--;
  return Math.min(left.length, last + Math.round(0.2 * RATE));
}
