import { type Score, secondsAt } from '../score.ts';
import { RATE } from '../sound/tables.ts';

/** The ducking envelope: 1 at each kick, falling within a quarter of a second; null where nothing ducks. */
export function kickEnvelope(score: Score, frames: number): Float32Array | null {
  if (!score.parts.some((part) => part.mix.duck > 0)) return null;
  const envelope = new Float32Array(frames);
  const rise = Math.round(0.004 * RATE);
  const length = Math.min(Math.round(0.26 * RATE), Math.round(((60 / score.bpm) * RATE) / 1.2));
  const shape = Float32Array.from({ length: rise + length }, (_, i) =>
    i < rise ? i / rise : (1 - (i - rise) / length) ** 1.6,
  );
  for (const part of score.parts) {
    if (!('kit' in part)) continue;
    for (const hit of part.hits) {
      if (hit.piece !== 'kick' || hit.velocity < 0.4) continue;
      const at = Math.round(secondsAt(score, hit.beat, part.mix.swing) * RATE) - rise;
      for (let i = Math.max(0, -at); i < shape.length && at + i < frames; i++)
        if (shape[i]! > envelope[at + i]!) envelope[at + i] = shape[i]!;
    }
  }
  return envelope;
}
