import { expect, it } from 'vitest';
import { keyMeter } from './key.ts';
import { tempoMeter } from './tempo.ts';

const RATE = 44_100;

/** Handed over in pieces of no round length, as decoders do. */
function pushed(push: (piece: Float32Array) => void, sound: Float32Array): void {
  for (let at = 0; at < sound.length; at += 4999) push(sound.subarray(at, at + 4999));
}

/** A decaying click on every beat, a louder one on the first of four. */
function beats(bpm: number, seconds = 30): Float32Array {
  const every = (60 * RATE) / bpm;
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const beat = Math.floor(i / every);
    const since = (i - beat * every) / RATE;
    return (beat % 4 === 0 ? 0.8 : 0.5) * Math.exp(-since * 60) * Math.sin(2 * Math.PI * 900 * since);
  });
}

it.each([72, 90, 100, 120, 128, 140, 174])('hears %i beats a minute, or their octave', (bpm) => {
  const meter = tempoMeter(RATE);
  pushed(meter.push, beats(bpm));
  const estimate = meter.tempo()!;
  expect(Math.min(...[0.5, 1, 2].map((octave) => Math.abs(estimate - bpm * octave)))).toBeLessThanOrEqual(1);
});

it('hears no beat where there is none', () => {
  for (const sound of [
    new Float32Array(20 * RATE),
    Float32Array.from({ length: 20 * RATE }, (_, i) => 0.3 * Math.sin(i / 20)),
    beats(120, 2),
  ]) {
    const meter = tempoMeter(RATE);
    pushed(meter.push, sound);
    expect(meter.tempo()).toBeNull();
  }
});

/** Chords of one second each; notes as semitones above C4. */
function chords(...all: number[][]): Float32Array {
  const hz = (note: number) => 261.63 * 2 ** (note / 12);
  return Float32Array.from({ length: all.length * 2 * RATE }, (_, i) => {
    const chord = all[Math.floor(i / RATE) % all.length]!;
    return chord.reduce((sum, note) => sum + 0.2 * Math.sin((2 * Math.PI * hz(note) * i) / RATE), 0);
  });
}
const major = (root: number) => [root, root + 4, root + 7];
const minor = (root: number) => [root, root + 3, root + 7];

it.each([
  ['C major', chords(major(0), major(5), major(7), major(0))],
  ['E major', chords(major(4), major(9), major(11), major(4))],
  ['A minor', chords(minor(9), minor(2), minor(4), minor(9))],
  ['F# minor', chords(minor(6), minor(11), minor(1), minor(6))],
])('hears %s', (key, sound) => {
  const meter = keyMeter(RATE);
  pushed(meter.push, sound);
  expect(meter.key()).toBe(key);
});

it('hears no key in silence', () => {
  const meter = keyMeter(RATE);
  pushed(meter.push, new Float32Array(5 * RATE));
  expect(meter.key()).toBeNull();
});
