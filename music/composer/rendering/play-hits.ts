import { bandLevel, powerSpectrum } from '../../analysis/spectrum.ts';
import { feelOf } from '../feel.ts';
import { createRandom } from '../random.ts';
import { type Hit, type Part, type Score, secondsAt } from '../score.ts';
import type { Kit } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import { RATE } from '../sound/tables.ts';
import { energyGain } from './events.ts';
import { createRegions, runInserts, type Stem } from './stem.ts';

const LAYERS = [0.32, 0.6, 0.9];

/** Long cymbals cost most and vary least: two takes of them, four of everything else. */
const LONG = new Set(['ride', 'bell', 'crash', 'swell', 'open', 'triangle']);

/** Cymbals and hats are recorded from above and reach the mix darker than they are up close. */
const OVERHEAD = eq('highshelf', 6500, 0.7, -4);

type Drummer = Part & { kit: Kit; hits: Hit[] };

/** Plays the hits of a kit, or of those pieces that `heard` picks, into the stem and its send to the room, then its effects. */
export function playHits(
  score: Score,
  part: Drummer,
  stem: Stem,
  heard: (piece: string) => boolean = () => true,
): Stem {
  const random = createRandom(score.seed).fork(part.name);
  const feel = feelOf(score, part);
  const frames = stem.left.length;
  const strike = createStrikes(score, part.kit);
  const ordered = [...part.hits].sort((a, b) => a.beat - b.beat);
  const starts = ordered.map((hit) => secondsAt(score, hit.beat, part.mix.swing));
  const regions = createRegions();
  for (const [index, hit] of ordered.entries()) {
    const piece = part.kit[hit.piece];
    if (!piece) throw new Error(`${score.world}: the kit of ${part.name} has no ${hit.piece}`);
    const velocity = Math.max(
      0.04,
      Math.min(1, hit.velocity * feel.touch(hit.beat) * (1 + 0.05 * random.bell())),
    );
    const layer = velocity < 0.45 ? 0 : velocity < 0.75 ? 1 : 2;
    const take = random.whole(1, LONG.has(hit.piece) ? 2 : 4);
    const pan = Math.max(-1, Math.min(1, piece.pan + 0.04 * random.bell()));
    if (!heard(hit.piece)) continue;
    const recording = strike(hit.piece, layer, take);
    const delay = feel.delay(hit.beat, hit.piece === 'kick' ? 0.6 : 1);
    const start = Math.max(0, Math.round((starts[index]! + delay) * RATE));
    let count = Math.min(recording.length, frames - start);
    if (piece.choke) {
      const next = chokedBy(ordered, index, piece.choke);
      if (next > 0)
        count = Math.min(count, Math.max(600, Math.round((starts[next]! - starts[index]!) * RATE)));
    }
    const gain =
      piece.level *
      energyGain(score, hit.beat) *
      (0.45 + 0.55 * velocity) *
      (velocity / LAYERS[layer]!) ** 0.7;
    const angle = ((pan + 1) * Math.PI) / 4;
    const levels = [gain * Math.cos(angle), gain * Math.sin(angle), gain * piece.wet] as const;
    addHit(stem, recording, start, count, ...levels);
    regions.cover(start, Math.max(start, start + count));
  }
  const played = { ...stem, mono: false, regions: regions.list(frames) };
  return runInserts(score, part, [OVERHEAD, ...part.inserts], played, random);
}

/** Records each piece per strength and take when it is first struck. */
function createStrikes(score: Score, kit: Kit) {
  const canvas = new Float32Array(5 * RATE);
  const shelf = new Map<string, Float32Array>();
  return (name: string, layer: number, take: number): Float32Array => {
    const key = `${name}/${layer}/${take}`;
    const known = shelf.get(key);
    if (known) return known;
    const samples = kit[name]!.strike(canvas, LAYERS[layer]!, createRandom(score.seed).fork(key).unit);
    const recording = canvas.slice(0, samples);
    for (let i = 0; i < Math.min(100, samples); i++) recording[samples - 1 - i]! *= i / 100;
    shelf.set(key, recording);
    return recording;
  };
}

/** The next hit that silences this one: a pedal, or the piece that chokes it. */
function chokedBy(ordered: readonly Hit[], index: number, choke: string): number {
  for (let k = index + 1; k < ordered.length; k++)
    if (ordered[k]!.piece === choke || ordered[k]!.piece === 'pedal') return k;
  return -1;
}

function addHit(
  { left, right, wet }: Stem,
  recording: Float32Array,
  start: number,
  count: number,
  l: number,
  r: number,
  w: number,
): void {
  const fade = Math.min(300, count);
  addThree(left, right, wet!, recording, start, count - fade, l, r, w);
  for (let i = count - fade; i < count; i++) {
    const value = (recording[i]! * (count - i)) / fade;
    left[start + i]! += l * value;
    right[start + i]! += r * value;
    wet![start + i]! += w * value;
  }
}

function addThree(
  left: Float32Array,
  right: Float32Array,
  wet: Float32Array,
  recording: Float32Array,
  start: number,
  count: number,
  l: number,
  r: number,
  w: number,
): void {
  for (let i = 0; i < count; i++) {
    const value = recording[i]!;
    left[start + i]! += l * value;
    right[start + i]! += r * value;
    wet[start + i]! += w * value;
  }
}

/** Pieces that the overhead microphones hear: their fader decides how bright the record is. */
const CYMBALS = /^(hat|pedal|open|ride|bell|crash|swell|shaker|cabasa|sweep|tambourine|triangle)$/;

export const isCymbal = (piece: string): boolean => CYMBALS.test(piece);
export const isShell = (piece: string): boolean => !CYMBALS.test(piece);

/** Range of the overheads' fader, and the deviation that it leaves alone, dB. */
const REACH = 11;
const SLACK = 0.7;

/**
 * The gain of the overheads that brings the mix to its brightness (power above 6 kHz against 500-2000 Hz, dB): sparse
 * hats come forward and rolling ones step back, as an engineer would set them, and mastering has little left to correct.
 */
export function faderOf(
  mix: Float32Array,
  overheads: Float32Array,
  gain: number,
  brightness: number,
): number {
  const [band, above] = [powersOf(mix), powersOf(overheads)];
  const square = gain * gain;
  const now = (band.top + square * above.top) / (band.middle + square * above.middle);
  const [darkest, brightest] = [-SLACK, SLACK].map((dB) => 10 ** ((brightness + dB) / 10));
  const wanted = Math.max(darkest!, Math.min(brightest!, now));
  const missing = wanted * band.middle - band.top;
  const given = square * (above.top - wanted * above.middle);
  if (given <= 0) return 1;
  const least = 10 ** (-REACH / 10);
  return Math.sqrt(Math.max(least, Math.min(1 / least, missing / given)));
}

function powersOf(x: Float32Array): { top: number; middle: number } {
  const spectrum = powerSpectrum(x, 0, x.length, 2048, 4003);
  const power = (from: number, to: number) => 10 ** (bandLevel(spectrum, RATE, from, to) / 10);
  return { top: power(6000, 20_000), middle: power(500, 2000) };
}
