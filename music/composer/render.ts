import { setImmediate as immediate } from 'node:timers/promises';
import { measureLoudness } from '../analysis/loudness.ts';
import { feelOf } from './feel.ts';
import { createRandom, type Random } from './random.ts';
import { type Hit, type Note, type Part, type Score, secondsAt } from './score.ts';
import type { Kit } from './sound/drums.ts';
import { biquad, filterStereo } from './sound/filters.ts';
import { eq } from './sound/inserts.ts';
import { master } from './sound/master.ts';
import { addEcho, addRoom } from './sound/space.ts';
import { BLOCK, RATE } from './sound/tables.ts';
import { type Canvas, LONGEST_NOTE, type Voice } from './sound/voice.ts';

export type Stereo = { left: Float32Array; right: Float32Array };
export type Rendering = Stereo & {
  /** Finished loudness (LUFS), loudness range (LU) and true peak (dBTP). */
  loudness: number;
  range: number;
  truePeak: number;
  /** What mastering had to correct, dB. */
  corrections: { air: number; side: number };
  stems: { name: string; lufs: number; cpu: number }[];
};

type Sends = Stereo & { echo: Float32Array };

/** A part during rendering: its two channels, and the drums' own send to the room. */
type Stem = Stereo & { wet: Float32Array | null; from: number; to: number };

export type RenderOptions = {
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
  const frames = Math.ceil((secondsAt(score, score.beats) + score.tail) * RATE);
  const create = () => new Float32Array(frames);
  const mix: Stereo = { left: create(), right: create() };
  const sends: Sends = { left: create(), right: create(), echo: create() };
  const duck = kickEnvelope(score, frames);
  const stems: Rendering['stems'] = [];
  // All parts share one pair of channels, so memory does not grow with the number of parts.
  const pair = { left: create(), right: create() };
  const wet = create();
  const canvas: Canvas = {
    left: new Float32Array(LONGEST_NOTE * RATE + BLOCK),
    right: new Float32Array(LONGEST_NOTE * RATE + BLOCK),
  };
  for (const [index, part] of score.parts.entries()) {
    await immediate();
    signal?.throwIfAborted();
    onProgress((0.75 * index) / score.parts.length);
    const started = process.cpuUsage();
    const stem = playPart(score, part, { ...pair, wet }, canvas);
    const lufs = blend(part, stem, mix, sends, duck);
    const used = process.cpuUsage(started);
    stems.push({ name: part.name, lufs, cpu: (used.user + used.system) / 1e6 });
    pair.left.fill(0);
    pair.right.fill(0);
    wet.fill(0);
  }
  await immediate();
  signal?.throwIfAborted();
  const { sound } = score;
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
  await immediate();
  signal?.throwIfAborted();
  onProgress(0.85);
  const finish = master(mix, score, sends.left, pair);
  const end = endOf(mix);
  return { left: mix.left.subarray(0, end), right: mix.right.subarray(0, end), ...finish, stems };
}

/** Where the last chord has faded below -60 dBFS, and a fifth of a second after it. */
function endOf({ left, right }: Stereo): number {
  let last = left.length - 1;
  while (last > 0 && Math.abs(left[last]!) < 0.001 && Math.abs(right[last]!) < 0.001) last--;
  return Math.min(left.length, last + Math.round(0.2 * RATE));
}

function playPart(score: Score, part: Part, channels: Stereo & { wet: Float32Array }, canvas: Canvas): Stem {
  const stem: Stem = { ...channels, wet: null, from: 0, to: 0 };
  if ('kit' in part) {
    stem.wet = channels.wet;
    playHits(score, part, part.kit, part.hits, stem);
  } else {
    playNotes(score, part, part.voice, part.notes, stem, canvas);
  }
  return stem;
}

function playNotes(score: Score, part: Part, voice: Voice, notes: Note[], stem: Stem, canvas: Canvas): void {
  const random = createRandom(score.seed).fork(part.name);
  const feel = feelOf(score, part);
  const frames = stem.left.length;
  const takes = voice.struck ? recordings(score, part.name, voice, notes, canvas) : null;
  const ordered = [...notes].sort((a, b) => a.beat - b.beat || a.pitch - b.pitch);
  const regions = createRegions();
  let previous: Note | undefined;
  for (const note of ordered) {
    const begin = secondsAt(score, note.beat, part.mix.swing);
    const stop = secondsAt(score, note.beat + note.length, part.mix.swing);
    const start = Math.max(0, Math.round((begin + feel.delay(note.beat)) * RATE));
    const gate = Math.max(0.03, stop - begin);
    const velocity = Math.max(
      0.05,
      Math.min(1, note.velocity * feel.touch(note.beat) * (1 + 0.04 * random.bell())),
    );
    let samples: number;
    let source: Canvas = canvas;
    let gain = energyGain(score, note.beat);
    if (takes) {
      const take = takes(note.pitch, velocity, random);
      source = take.canvas;
      gain *= take.gain;
      samples = release(take, canvas, gate, voice.struck!.release);
      source = canvas;
    } else {
      const glideFrom = note.slide && previous ? hertz(previous.pitch) : undefined;
      samples = voice.sound(
        { frequency: hertz(note.pitch), seconds: gate, velocity, random: random.unit, glideFrom },
        canvas,
      );
    }
    const end = Math.min(samples, frames - start);
    add(stem.left, source.left, start, end, gain);
    add(stem.right, voice.stereo ? source.right : source.left, start, end, gain);
    regions.cover(start, Math.max(start, start + end));
    previous = note;
  }
  runInserts(score, part, voice.inserts ?? [], stem, regions.list(frames), random);
}

function add(to: Float32Array, from: Float32Array, start: number, count: number, gain: number): void {
  for (let i = 0; i < count; i++) to[start + i]! += gain * from[i]!;
}

/** Sections played with less energy are quieter as a whole, not only softer in touch. */
function energyGain(score: Score, beat: number): number {
  let energy = 1;
  for (const section of score.sections) if (beat >= section.beat - 0.01) energy = section.energy;
  return 10 ** ((4 * (energy - 1)) / 20);
}

function hertz(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

type Take = { canvas: Canvas; samples: number; gain: number };
const LAYERS = [0.35, 0.62, 0.92];

/** Records each pitch of a struck voice per strength, in alternating takes, as a sampler does. */
function recordings(score: Score, name: string, voice: Voice, notes: Note[], canvas: Canvas) {
  const longest = new Map<number, number>();
  for (const note of notes) {
    const seconds = secondsAt(score, note.beat + note.length) - secondsAt(score, note.beat) + 0.05;
    longest.set(note.pitch, Math.max(longest.get(note.pitch) ?? 0, seconds));
  }
  const shelf = new Map<string, Take>();
  const strength = (v: number) => 0.25 + 0.75 * v;
  let stored = 0;
  return (pitch: number, velocity: number, random: Random): Take => {
    let layer = 0;
    for (let k = 1; k < LAYERS.length; k++)
      if (Math.abs(LAYERS[k]! - velocity) < Math.abs(LAYERS[layer]! - velocity)) layer = k;
    const key = `${pitch}/${layer}/${voice.stereo ? 0 : random.whole(0, 1)}`;
    const gain = strength(velocity) / strength(LAYERS[layer]!);
    const known = shelf.get(key);
    if (known) return { ...known, gain };
    const own = createRandom(score.seed).fork(`${name}/${key}`);
    const seconds = Math.min(voice.struck!.ring, longest.get(pitch)! + voice.struck!.release);
    const samples = voice.sound(
      { frequency: hertz(pitch), seconds, velocity: LAYERS[layer]!, random: own.unit },
      canvas,
    );
    // At most 64 MB of recordings are cached; beyond that they are rendered again.
    if (stored > 16e6) {
      shelf.clear();
      stored = 0;
    }
    const take: Take = {
      canvas: {
        left: canvas.left.slice(0, samples),
        right: voice.stereo ? canvas.right.slice(0, samples) : canvas.left.slice(0, 0),
      },
      samples,
      gain,
    };
    stored += samples * (voice.stereo ? 2 : 1);
    shelf.set(key, take);
    return take;
  };
}

/** Mixes a recording into the part, damped when the key is released. */
function release(take: Take, canvas: Canvas, gate: number, seconds: number): number {
  const held = Math.min(take.samples, Math.round(gate * RATE));
  const samples = Math.min(take.samples, held + Math.round(seconds * RATE));
  const fade = samples - held;
  const pairs: [Float32Array, Float32Array][] = [[take.canvas.left, canvas.left]];
  if (take.canvas.right.length) pairs.push([take.canvas.right, canvas.right]);
  for (const [from, to] of pairs) {
    for (let i = 0; i < held; i++) to[i] = from[i]!;
    for (let i = 0; i < fade; i++) {
      const x = 1 - i / fade;
      to[held + i] = from[held + i]! * x * x;
    }
    // Also fades the end of the recording, which may have been cut before silence.
    const tail = Math.min(200, samples);
    for (let i = 0; i < tail; i++) to[samples - 1 - i]! *= i / tail;
  }
  return samples;
}

function playHits(score: Score, part: Part, kit: Kit, hits: Hit[], stem: Stem): void {
  const random = createRandom(score.seed).fork(part.name);
  const feel = feelOf(score, part);
  const frames = stem.left.length;
  const canvas = new Float32Array(5 * RATE);
  const shelf = new Map<string, Float32Array>();
  const ordered = [...hits].sort((a, b) => a.beat - b.beat);
  const regions = createRegions();
  const starts = ordered.map((hit) => secondsAt(score, hit.beat, part.mix.swing));
  for (const [index, hit] of ordered.entries()) {
    const piece = kit[hit.piece];
    if (!piece) throw new Error(`${score.world}: the kit of ${part.name} has no ${hit.piece}`);
    const velocity = Math.max(
      0.04,
      Math.min(1, hit.velocity * feel.touch(hit.beat) * (1 + 0.05 * random.bell())),
    );
    const layer = velocity < 0.45 ? 0 : velocity < 0.75 ? 1 : 2;
    // Long cymbals cost most and vary least: two takes of them, four of everything else.
    const takes = /^(ride|bell|crash|swell|open|triangle)$/.test(hit.piece) ? 2 : 4;
    const key = `${hit.piece}/${layer}/${random.whole(1, takes)}`;
    let recording = shelf.get(key);
    if (!recording) {
      const samples = piece.strike(canvas, [0.32, 0.6, 0.9][layer]!, createRandom(score.seed).fork(key).unit);
      recording = canvas.slice(0, samples);
      for (let i = 0; i < Math.min(100, samples); i++) recording[samples - 1 - i]! *= i / 100;
      shelf.set(key, recording);
    }
    const start = Math.max(
      0,
      Math.round((starts[index]! + feel.delay(hit.beat, hit.piece === 'kick' ? 0.6 : 1)) * RATE),
    );
    let count = Math.min(recording.length, frames - start);
    if (piece.choke) {
      const next = ordered.findIndex((h, k) => k > index && (h.piece === piece.choke || h.piece === 'pedal'));
      if (next > 0)
        count = Math.min(count, Math.max(600, Math.round((starts[next]! - starts[index]!) * RATE)));
    }
    const gain =
      piece.level *
      energyGain(score, hit.beat) *
      (0.45 + 0.55 * velocity) *
      (velocity / [0.32, 0.6, 0.9][layer]!) ** 0.7;
    const pan = Math.max(-1, Math.min(1, piece.pan + 0.04 * random.bell()));
    const [l, r] = [gain * Math.cos(((pan + 1) * Math.PI) / 4), gain * Math.sin(((pan + 1) * Math.PI) / 4)];
    const fade = Math.min(300, count);
    for (let i = 0; i < count; i++) {
      const value = recording[i]! * (count - i < fade ? (count - i) / fade : 1);
      stem.left[start + i]! += l * value;
      stem.right[start + i]! += r * value;
      stem.wet![start + i]! += gain * piece.wet * value;
    }
    regions.cover(start, Math.max(start, start + count));
  }
  // Cymbals and hats are recorded from above and reach the mix darker than they are up close.
  runInserts(score, part, [eq('highshelf', 6500, 0.7, -4)], stem, regions.list(frames), random);
}

function runInserts(
  score: Score,
  part: Part,
  own: Part['inserts'],
  stem: Stem,
  regions: [number, number][],
  random: Random,
): void {
  const context = { secondsPerBeat: 60 / score.bpm, random: random.unit };
  const processes = [...own, ...part.inserts].map((insert) => insert(context));
  const highpass = [
    biquad('highpass', part.mix.highpass, 0.7),
    biquad('highpass', part.mix.highpass, 0.7),
  ] as const;
  for (const [from, to] of regions) {
    for (const process of processes) process(stem.left, stem.right, from, to);
    filterStereo(stem.left, stem.right, highpass[0], highpass[1], from, to);
  }
  stem.from = regions[0]?.[0] ?? 0;
  stem.to = regions.at(-1)?.[1] ?? 0;
}

/** The stretches where a part sounds; effects and mixing skip the rest. */
function createRegions() {
  const regions: [number, number][] = [];
  return {
    cover(from: number, to: number) {
      const last = regions.at(-1);
      if (last && from <= last[1] + RATE) last[1] = Math.max(last[1], to);
      else regions.push([from, to]);
    },
    list: (frames: number): [number, number][] =>
      regions.map(([from, to], i) => [
        from,
        Math.min(frames, regions[i + 1]?.[0] ?? frames, to + Math.round(RATE * 0.5)),
      ]),
  };
}

/** Sets the part to its level, seats it, and adds it to the mix and the sends. Returns its loudness in the mix, LUFS. */
function blend(part: Part, stem: Stem, mix: Stereo, sends: Sends, duck: Float32Array | null): number {
  const { level, pan, reverb, echo } = part.mix;
  const [from, to] = [stem.from, stem.to];
  if (to <= from) return -Infinity;
  // Measures one side, at half the cost; the other adds 3 dB.
  const integrated = measureLoudness([stem.left.subarray(from, to)], RATE).integrated + 3.01;
  const gain = Number.isFinite(integrated) ? 10 ** ((level - integrated) / 20) : 0;
  const [l, r] = [gain * Math.min(1, 1 - pan), gain * Math.min(1, 1 + pan)];
  const depth = part.mix.duck > 0 && duck ? 1 - 10 ** (-part.mix.duck / 20) : 0;
  const wet = stem.wet;
  for (let i = from; i < to; i++) {
    const hold = depth ? 1 - depth * duck![i]! : 1;
    const a = stem.left[i]! * l * hold;
    const b = stem.right[i]! * r * hold;
    mix.left[i]! += a;
    mix.right[i]! += b;
    const struck = wet ? reverb * wet[i]! * gain : 0;
    sends.left[i]! += wet ? struck : reverb * a;
    sends.right[i]! += wet ? struck : reverb * b;
    if (echo > 0) sends.echo[i]! += echo * 0.5 * (a + b);
  }
  spread(part, wet ?? stem.left, wet ?? stem.right, gain, mix, from, to);
  return level;
}

/** How wide the walls around each role reflect it, as amplitude of one reflection. */
const WALLS: Readonly<Record<Part['role'], number>> = {
  drums: 0.28,
  bass: 0,
  chords: 0.25,
  pad: 0.22,
  arp: 0.26,
  lead: 0.19,
  texture: 0.24,
};

/**
 * Early reflections from the sides, six per part at delays of its own. They are added left and subtracted right: a
 * mono part gains width, and the sum of both channels stays as it was.
 */
function spread(
  part: Part,
  left: Float32Array,
  right: Float32Array,
  gain: number,
  mix: Stereo,
  from: number,
  to: number,
): void {
  const walls = WALLS[part.role] * gain * (part.mix.reverb > 0 ? 1 : 0.5);
  if (walls === 0) return;
  const random = createRandom(0).fork(`walls/${part.name}`);
  const [d0, d1, d2, d3, d4, d5] = [5, 9, 14, 20, 26, 33].map((ms) =>
    Math.round((ms + random.between(0, 4)) * 0.001 * RATE),
  ) as [number, number, number, number, number, number];
  const end = Math.min(mix.left.length, to + d5);
  const last = left.length - 1;
  for (let i = from + d5; i < end; i++) {
    if (i - d0 > last) break;
    const side =
      walls *
      (left[i - d0]! -
        right[i - d1]! +
        0.8 * (left[i - d2]! - right[i - d3]!) +
        0.6 * (right[i - d4]! - left[i - d5]!));
    mix.left[i]! += side;
    mix.right[i]! -= side;
  }
}

/** The ducking envelope: 1 at each kick, falling within a quarter of a second. */
function kickEnvelope(score: Score, frames: number): Float32Array | null {
  if (!score.parts.some((part) => part.mix.duck > 0)) return null;
  const envelope = new Float32Array(frames);
  for (const part of score.parts) {
    if (!('kit' in part)) continue;
    for (const hit of part.hits) {
      if (hit.piece !== 'kick' || hit.velocity < 0.4) continue;
      const at = Math.round(secondsAt(score, hit.beat, part.mix.swing) * RATE);
      const rise = Math.round(0.004 * RATE);
      const length = Math.min(Math.round(0.26 * RATE), Math.round(((60 / score.bpm) * RATE) / 1.2));
      for (let i = -rise; i < length && at + i < frames; i++) {
        const x = i < 0 ? 1 + i / rise : (1 - i / length) ** 1.6;
        if (at + i >= 0 && x > envelope[at + i]!) envelope[at + i] = x;
      }
    }
  }
  return envelope;
}
