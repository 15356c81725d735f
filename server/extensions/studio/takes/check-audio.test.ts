import { writeFileSync } from 'node:fs';
import { measure } from 'music/analysis/measure.ts';
import { encodeMp3 } from 'music/analysis/mp3.ts';
import { findSound } from 'music/analysis/sniff.ts';
import { describe, expect, it } from 'vitest';
import { wavOf } from '../../../testing/sounds.ts';
import { workFile } from '../generators/testing/provider.ts';
import { faultOf } from './take-audio.ts';

const RATE = 44_100;
const SECONDS = 4;
const CLIPPED = 'The audio is clipped: it is louder than a file can hold.';

/** A band of notes that swell and fade, at most `peak` high, made louder by `gain` dB and cut off at full scale. */
function mix(peak: number, gain = 0): Float32Array {
  const notes = [55, 110, 165, 220.5, 330, 441.3, 662, 1325, 2640];
  const x = Float32Array.from({ length: RATE * SECONDS }, (_, i) =>
    notes.reduce((sum, hz, n) => {
      const swell = 0.5 + 0.5 * Math.sin((i / RATE) * (1 + n / 3) + n);
      return sum + (swell * Math.sin((2 * Math.PI * hz * i) / RATE + n)) / (1 + n / 2);
    }, 0),
  );
  const highest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const factor = (peak / highest) * 10 ** (gain / 20);
  return x.map((value) => Math.max(-1, Math.min(1, value * factor)));
}

async function faultOfFile(data: Uint8Array, seconds = SECONDS) {
  const file = workFile();
  writeFileSync(file, data);
  const sound = await findSound(file);
  return faultOf((await measure(sound!, 600, () => {})).facts, seconds);
}
const inWav = (sound: Float32Array) => faultOfFile(wavOf([sound, sound], RATE));
const inMp3 = async (sound: Float32Array) => faultOfFile(await encodeMp3([sound, sound], RATE));

describe('decoded audio', () => {
  it('that just reaches full scale is not clipped, in either format', async () => {
    expect(await inWav(mix(1))).toBeUndefined();
    expect(await inMp3(mix(1))).toBeUndefined();
  });

  it('that a louder gain cut off is clipped, also when it was encoded afterwards', async () => {
    expect(await inWav(mix(1, 6))).toBe(CLIPPED);
    expect(await inMp3(mix(1, 12))).toBe(CLIPPED);
  });

  it('that a limiter pressed to the end is clipped as well', async () => {
    const square = mix(1).map((value) => Math.sign(value) * 0.97);
    expect(await inWav(square)).toBe(CLIPPED);
  });

  it('that is silent, too short or too long says so', async () => {
    expect(await inWav(mix(0.0005))).toBe('The audio is silent.');
    const wav = wavOf([mix(0.5)], RATE);
    expect(await faultOfFile(wav, 60)).toBe('The audio is too short: 4 s instead of about 60 s.');
    expect(await faultOfFile(wav, 1)).toBe('The audio is too long: 4 s instead of about 1 s.');
  });
});

it.each([
  [{ true_peak_dbtp: 3.1 }, CLIPPED],
  [{ true_peak_dbtp: 2.9 }, undefined],
  [{ clipped: 0.0011 }, CLIPPED],
  [{ clipped: 0.0009 }, undefined],
  // Measured before clipping was.
  [{ clipped: null }, undefined],
  [{ loudness_lufs: -3.9 }, CLIPPED],
  [{ loudness_lufs: null }, 'The audio is silent.'],
])('%j is judged as %j', (changes, fault) => {
  const facts = { duration_seconds: 90, loudness_lufs: -14, true_peak_dbtp: -1, clipped: 0, ...changes };
  expect(faultOf(facts, 90)).toBe(fault);
});
