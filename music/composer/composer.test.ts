import { beforeAll, expect, describe as group, test } from 'vitest';
import { bandLevel, powerSpectrum } from '../analysis/spectrum.ts';
import { decodeMp3 } from '../testing/decode-mp3.ts';
import { examine } from '../testing/measure.ts';
import { compose } from './compose.ts';
import { composeSong, generate } from './generate.ts';
import { createRandom } from './random.ts';
import { kit808, kit909, kitAcoustic, kitBrushes, kitEighties } from './sound/drums.ts';
import { openSoundfont } from './sound/samples/soundfont.ts';
import { RATE } from './sound/tables.ts';
import { LONGEST_NOTE, type Voice } from './sound/voice.ts';
import { VOICES } from './sound/voices.ts';
import { WORLDS } from './worlds/table.ts';
import { parseChord, parseKey, voiceChord } from './writing/theory.ts';

group('a performance', () => {
  const order = { genre: 'latin:bossa-nova', description: 'by the sea', seconds: 60 };

  // That the same order gives the same bytes is tested where the server plays it twice.
  test('has facts and a waveform that fit it', { timeout: 300_000 }, async () => {
    const { audio, facts, waveform } = await generate({ ...order, seed: 7 });
    const [left, right] = await decodeMp3(audio);
    expect(facts.genre).toBe('latin:bossa-nova');
    expect(left.length / RATE).toBeCloseTo(facts.duration, 2);
    expect(facts.true_peak).toBeLessThanOrEqual(-1);
    expect(waveform.length).toBeGreaterThan(280);
    const { score } = composeSong({ ...order, seed: 7 });
    const failed = examine(left, right, score).filter(({ pass }) => !pass);
    expect(failed).toEqual([]);
  });

  test('differs in its notes between seeds', () => {
    for (const world of WORLDS) {
      const notes = (seed: number) =>
        JSON.stringify(compose({ world }, seed).parts.map((p) => ('notes' in p ? p.notes : p.hits)));
      expect(notes(1)).not.toBe(notes(2));
      expect(notes(3)).toBe(notes(3));
    }
  });
});

group('harmony', () => {
  test('reads Roman numerals', () => {
    const key = parseKey('A minor');
    expect(parseChord('VImaj7', key).tones).toEqual([5, 9, 0, 4]);
    expect(parseChord('V7b9', key).tones).toEqual([4, 8, 11, 2, 5]);
    expect(parseChord('bIImaj7', key).root).toBe(10);
    expect(parseChord('iiø', parseKey('C major')).tones).toEqual([2, 5, 8, 0]);
    expect(() => parseChord('H7', key)).toThrow();
  });
  test('leads voices by small steps', () => {
    const key = parseKey('C major');
    let before = voiceChord(parseChord('Imaj7', key), null);
    for (const symbol of ['vi7', 'ii7', 'V7', 'Imaj7']) {
      const next = voiceChord(parseChord(symbol, key), before);
      const moved = next.reduce((sum, pitch, i) => sum + Math.abs(pitch - before[i]!), 0);
      expect(moved).toBeLessThanOrEqual(9);
      before = next;
    }
  });
});

group('instruments', () => {
  beforeAll(openSoundfont);
  const canvas = {
    left: new Float32Array(LONGEST_NOTE * RATE + 64),
    right: new Float32Array(LONGEST_NOTE * RATE + 64),
  };
  const play = (voice: Voice, pitch: number, seed = 1) => {
    const frequency = 440 * 2 ** ((pitch - 69) / 12);
    const tone = { frequency, seconds: 1, velocity: 0.8, random: createRandom(seed).unit };
    return canvas.left.slice(0, voice.sound(tone, canvas));
  };
  /** Struck metal and wood have partials that are no harmonics. */
  const pitched = (family: string, name: string) => family !== 'mallets' && name !== 'shakuhachi';

  test.each(Object.entries(VOICES))('%s sounds, on pitch, and ends', (name, { make, family, range }) => {
    const [low, high] = range;
    for (const pitch of [low, Math.round((low + high) / 2), high]) {
      const x = play(make(), pitch);
      expect(x.length).toBeGreaterThan(1000);
      expect(x.every(Number.isFinite)).toBe(true);
      expect(Math.max(...x.map(Math.abs).subarray(0, 40_000))).toBeGreaterThan(0.01);
      if (pitched(family, name) && pitch < 84)
        expect(periodOf(x.subarray(9000, 26_000), 440 * 2 ** ((pitch - 69) / 12))).toBeLessThan(30);
    }
  });

  test('a recorded note that is played again is not the same recording', () => {
    const { make } = VOICES['nylon guitar'];
    const [first, second] = [play(make(), 60, 1), play(make(), 60, 2)];
    const likeness = first.slice(0, 8000).reduce((sum, x, i) => sum + x * second[i]!, 0);
    const power = first.slice(0, 8000).reduce((sum, x) => sum + x * x, 0);
    expect(likeness / power).toBeLessThan(0.97);
  });

  test('a soft note is darker than a hard one', () => {
    const { make } = VOICES['electric piano'];
    const brightness = (velocity: number) => {
      const tone = { frequency: 220, seconds: 1, velocity, random: createRandom(1).unit };
      const spectrum = powerSpectrum(canvas.left.slice(0, make().sound(tone, canvas)));
      return bandLevel(spectrum, RATE, 2000, 8000) - bandLevel(spectrum, RATE, 200, 1000);
    };
    expect(brightness(0.9) - brightness(0.3)).toBeGreaterThan(4);
  });

  test('an open hat rings for a second and a half', () => {
    const out = new Float32Array(5 * RATE);
    kitAcoustic.open!.strike(out, 0.8, createRandom(1).unit);
    const level = (at: number) =>
      10 * Math.log10(out.slice(at * RATE, (at + 0.1) * RATE).reduce((sum, x) => sum + x * x, 0));
    expect(level(1.4) - level(0)).toBeGreaterThan(-30);
  });

  test('every piece of every kit sounds and is finite', () => {
    const out = new Float32Array(5 * RATE);
    for (const kit of [kit808, kit909, kitEighties, kitAcoustic, kitBrushes]) {
      for (const piece of Object.values(kit)) {
        const samples = piece.strike(out, 0.8, Math.random);
        const x = out.subarray(0, samples);
        expect(x.every(Number.isFinite)).toBe(true);
        expect(x.reduce((a, b) => Math.max(a, Math.abs(b)), 0)).toBeGreaterThan(0.02);
      }
    }
  });
});

/** Deviation of the best-correlated lag from two periods of the asked frequency, cents (searched within a semitone). */
function periodOf(x: Float32Array, frequency: number): number {
  const wanted = (2 * RATE) / frequency;
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let lag = wanted * 0.96; lag <= wanted * 1.04; lag += 0.1) {
    const whole = Math.floor(lag);
    const f = lag - whole;
    let sum = 0;
    let energy = 1e-12;
    for (let i = 0; i + whole + 1 < Math.min(x.length, 8000); i++) {
      const y = x[i + whole]! * (1 - f) + x[i + whole + 1]! * f;
      sum += x[i]! * y;
      energy += y * y;
    }
    const score = sum / Math.sqrt(energy);
    if (score > highest) {
      highest = score;
      best = lag;
    }
  }
  return Math.abs(1200 * Math.log2(best / wanted));
}
