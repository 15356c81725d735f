import { LONG_SINE, LONG_SINE_SIZE, RATE } from './tables.ts';
import type { Canvas, Tone, Voice } from './voice.ts';

/** A carrier and the modulator that shapes its timbre. Ratios are to the note's frequency. */
export type Operator = {
  ratio: number;
  level: number;
  /** Seconds to fall by 60 dB at middle C; higher notes are shorter. */
  decay: number;
  modulator?: {
    ratio: number;
    /** Modulation index (radians) at full velocity, at the strike. */
    index: number;
    /** Seconds to fall by 60 dB. */
    decay: number;
    /** Share of the index that stays. */
    floor?: number;
  };
  /** Detune in cents. */
  detune?: number;
  /** -1 left .. 1 right */
  pan?: number;
};

/** Frequency modulation (Chowning 1973) for struck sounds: electric pianos, bells, clavinet, bass. */
export function fm(
  operators: readonly Operator[],
  options: { ring?: number; release?: number; knock?: number } = {},
): Voice {
  const { ring = 5, release = 0.12, knock = 0 } = options;

  function sound(tone: Tone, { left, right }: Canvas): number {
    const scale = Math.min(2.5, (261 / tone.frequency) ** 0.4);
    const longest = Math.max(...operators.map((o) => o.decay)) * scale;
    const samples = Math.ceil(Math.min(ring, longest, tone.seconds) * RATE);
    left.fill(0, 0, samples);
    right.fill(0, 0, samples);
    for (const o of operators) {
      const w = (2 * Math.PI * tone.frequency * o.ratio * 2 ** ((o.detune ?? 0) / 1200)) / RATE;
      if (w > 2.6) continue;
      const m = o.modulator;
      // A bright index on a high note would fold over: it fades out towards the top.
      const room = m
        ? Math.min(1, (0.9 * Math.PI - w) / ((2 * Math.PI * tone.frequency * m.ratio * 2) / RATE))
        : 0;
      const index = m ? m.index * tone.velocity ** 1.3 * Math.max(0, Math.min(1, room)) : 0;
      const wm = m ? (2 * Math.PI * tone.frequency * m.ratio) / RATE : 0;
      const fall = 10 ** (-3 / (o.decay * scale * RATE));
      const modFall = m ? 10 ** (-3 / (m.decay * scale * RATE)) : 1;
      const floor = index * (m?.floor ?? 0);
      const pan = (o.pan ?? 0) * 0.5 + 0.5;
      let amp = o.level * (0.2 + 0.8 * tone.velocity);
      let depth = index - floor;
      const turn = LONG_SINE_SIZE / (2 * Math.PI);
      const mask = LONG_SINE_SIZE - 1;
      let phase = tone.random() * 0.2;
      let modPhase = tone.random() * 0.2;
      const attack = 60;
      for (let i = 0; i < samples; i++) {
        const bend = (floor + depth) * LONG_SINE[(modPhase * turn) & mask]!;
        const value = amp * LONG_SINE[((phase + bend) * turn) & mask]! * (i < attack ? i / attack : 1);
        left[i]! += value * (1 - pan);
        right[i]! += value * pan;
        phase += w;
        modPhase += wm;
        amp *= fall;
        depth *= modFall;
      }
    }
    if (knock > 0) {
      let low = 0;
      for (let i = 0; i < 900; i++) {
        low += 0.35 * (tone.random() * 2 - 1 - low);
        const value = knock * tone.velocity * low * Math.exp(-i / 180);
        left[i]! += value;
        right[i]! += value;
      }
    }
    return samples;
  }
  return { sound, stereo: true, struck: { ring, release } };
}
