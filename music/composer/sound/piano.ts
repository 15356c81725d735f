import { RATE } from './tables.ts';
import type { Canvas, Tone, Voice } from './voice.ts';

/**
 * A piano by its partials: stretched by the stiffness of the string, two strings per note beating against each other
 * (one leaning left, one right), highs dying first, and the hammer's knock. `bright` 0 (felt) .. 1 (concert).
 */
export function piano({ bright = 0.6, release = 0.16 }: { bright?: number; release?: number } = {}): Voice {
  const ring = 6;

  function sound(tone: Tone, { left, right }: Canvas): number {
    const f = tone.frequency;
    const decay = Math.min(ring, 5.5 * (261 / f) ** 0.55);
    const samples = Math.ceil(Math.min(decay, tone.seconds) * RATE);
    left.fill(0, 0, samples);
    right.fill(0, 0, samples);
    const stiffness = 0.00035 * (f / 261) ** 1.1 * (f < 120 ? 0.6 : 1);
    const hammer = (900 + 3800 * bright) * (0.3 + 0.7 * tone.velocity ** 1.4) * (f / 261) ** 0.35;
    const beat = 0.35 + 0.5 * tone.random();
    for (let n = 1; n <= 28; n++) {
      const partial = f * n * Math.sqrt(1 + stiffness * n * n);
      if (partial > 15_000) break;
      // The hammer strikes at an eighth of the string and filters what it excites.
      const strike = Math.abs(Math.sin((Math.PI * n) / 8.3)) + 0.12;
      const level = ((strike / n ** 0.75) * (0.85 + 0.3 * tone.random())) / (1 + (partial / hammer) ** 2.2);
      if (level < 0.0008) continue;
      const life = decay / (1 + 0.00034 * partial ** 0.95 * 1.4 + 0.05 * n);
      ringString(left, right, partial - beat * 0.5, level, life, 0.32, samples);
      ringString(
        left,
        right,
        partial + beat * 0.5 * (0.7 + 0.6 * tone.random()),
        level * 0.8,
        life * 1.25,
        0.68,
        samples,
      );
    }
    const strength = 0.16 + 0.5 * tone.velocity;
    for (let i = 0; i < samples; i++) {
      const soft = i < 70 ? i / 70 : 1;
      left[i]! *= strength * soft;
      right[i]! *= strength * soft;
    }
    knock(left, right, tone, bright);
    return samples;
  }
  return { sound, stereo: true, struck: { ring, release } };
}

/** One decaying sine by recurrence: two multiplications per sample. */
function ringString(
  left: Float32Array,
  right: Float32Array,
  hz: number,
  level: number,
  seconds: number,
  pan: number,
  samples: number,
): void {
  const w = (2 * Math.PI * hz) / RATE;
  const r = 10 ** (-3 / (seconds * RATE));
  const c = 2 * r * Math.cos(w);
  const d = r * r;
  let y1 = 0;
  let y2 = (-level * Math.sin(w)) / r;
  const end = Math.min(samples, Math.ceil(seconds * RATE));
  const other = 1 - pan;
  for (let i = 0; i < end; i++) {
    const y = c * y1 - d * y2;
    y2 = y1;
    y1 = y;
    left[i]! += y * other;
    right[i]! += y * pan;
  }
}

function knock(left: Float32Array, right: Float32Array, tone: Tone, bright: number): void {
  let low = 0;
  let lower = 0;
  const amount = (0.1 + 0.35 * bright) * tone.velocity ** 1.5;
  for (let i = 0; i < 2400; i++) {
    const hiss = tone.random() * 2 - 1;
    low += 0.3 * (hiss - low);
    lower += 0.05 * (low - lower);
    const value = amount * ((low - lower) * Math.exp(-i / 150) + 1.6 * lower * Math.exp(-i / 700));
    left[i]! += value;
    right[i]! += value * 0.9;
  }
}
