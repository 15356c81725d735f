import { createRandom } from '../random.ts';
import type { Score } from '../score.ts';
import { RATE } from '../sound/tables.ts';
import type { Canvas, Voice } from '../sound/voice.ts';
import type { Event } from './events.ts';

/** One recorded note. A mono voice records `left` only. */
export type Recording = { left: Float32Array; right: Float32Array; samples: number };

/** A recording, and what its level takes to become the note that was asked for. */
export type Take = { recording: Recording; gain: number };

/** Strengths at which notes are recorded. */
const STRUCK = [0.35, 0.62, 0.92];
const HELD = [0.3, 0.45, 0.6, 0.75, 0.9];

/** At most 64 MB of samples are kept; beyond that notes are recorded again. */
const ROOM = 16e6;

/** Held notes longer than this are played anew each time, seconds. */
const LONGEST = 4;

function layerOf(layers: readonly number[], velocity: number): number {
  let nearest = 0;
  for (let k = 1; k < layers.length; k++)
    if (Math.abs(layers[k]! - velocity) < Math.abs(layers[nearest]! - velocity)) nearest = k;
  return nearest;
}

const strength = (velocity: number) => 0.25 + 0.75 * velocity;

function createShelf(score: Score, name: string, voice: Voice, canvas: Canvas) {
  const shelf = new Map<string, Recording>();
  let stored = 0;
  return (key: string, { frequency }: Event, seconds: number, velocity: number): Recording => {
    const known = shelf.get(key);
    if (known) return known;
    const random = createRandom(score.seed).fork(`${name}/${key}`).unit;
    const samples = voice.sound({ frequency, seconds, velocity, random }, canvas);
    if (stored > ROOM) {
      shelf.clear();
      stored = 0;
    }
    const recording = {
      left: canvas.left.slice(0, samples),
      right: canvas.right.slice(0, voice.stereo ? samples : 0),
      samples,
    };
    stored += samples * (voice.stereo ? 2 : 1);
    shelf.set(key, recording);
    return recording;
  };
}

/** Records each pitch of a struck voice at three strengths in alternating takes, as a sampler does. */
export function recordStruck(
  score: Score,
  name: string,
  voice: Voice,
  events: readonly Event[],
  canvas: Canvas,
): (event: Event, index: number) => Take {
  const record = createShelf(score, name, voice, canvas);
  const longest = new Map<number, number>();
  for (const { pitch, gate } of events) longest.set(pitch, Math.max(longest.get(pitch) ?? 0, gate + 0.05));
  return (event, index) => {
    const layer = layerOf(STRUCK, event.velocity);
    const velocity = STRUCK[layer]!;
    const { ring, release } = voice.struck!;
    const seconds = Math.min(ring, longest.get(event.pitch)! + release);
    const key = `${event.pitch}/${layer}/${voice.stereo ? 0 : index % 2}`;
    return {
      recording: record(key, event, seconds, velocity),
      gain: strength(event.velocity) / strength(velocity),
    };
  };
}

/**
 * Records the notes of a held voice that come again with the same pitch, length and strength, in three alternating
 * takes. Returns null for a note that comes rarely, slides or is long: it is played for itself.
 */
export function recordHeld(
  score: Score,
  name: string,
  voice: Voice,
  events: readonly Event[],
  canvas: Canvas,
): (event: Event) => Take | null {
  const record = createShelf(score, name, voice, canvas);
  const keyOf = (event: Event) =>
    `${event.pitch}/${Math.round(event.gate * 100)}/${layerOf(HELD, event.velocity)}`;
  const counts = new Map<string, number>();
  for (const event of events) counts.set(keyOf(event), (counts.get(keyOf(event)) ?? 0) + 1);
  const played = new Map<string, number>();
  return (event) => {
    const key = keyOf(event);
    if (event.glideFrom || event.gate > LONGEST || counts.get(key)! < 4) return null;
    const turn = played.get(key) ?? 0;
    played.set(key, turn + 1);
    const velocity = HELD[layerOf(HELD, event.velocity)]!;
    return {
      recording: record(`${key}/${turn % 3}`, event, Math.round(event.gate * 100) / 100, velocity),
      gain: strength(event.velocity) / strength(velocity),
    };
  };
}

/** Adds a struck recording to a channel, damped over `fade` samples from where the key is released. */
export function addReleased(
  to: Float32Array,
  from: Float32Array,
  start: number,
  held: number,
  end: number,
  gain: number,
): void {
  for (let i = 0; i < held; i++) to[start + i]! += gain * from[i]!;
  const fade = end - held;
  // Also fades the end of the recording, which may have been cut before silence.
  for (let i = held; i < end; i++) {
    const x = 1 - (i - held) / fade;
    to[start + i]! += gain * x * x * from[i]!;
  }
}

/** Release and end of a struck recording, in samples. */
export function releaseOf(
  { samples }: Recording,
  gate: number,
  seconds: number,
): [held: number, end: number] {
  const end = Math.min(samples, Math.round((gate + seconds) * RATE));
  return [Math.max(0, Math.min(Math.round(gate * RATE), end - 200)), end];
}
