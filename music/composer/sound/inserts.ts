import { biquad, filter, filterStereo } from './filters.ts';
import { BLOCK, RATE, SINE, TABLE } from './tables.ts';

/** Song data for an effect. */
type InsertContext = { secondsPerBeat: number; random: () => number };
/** Works in place on the samples from..to. `right` is null while the part is mono. */
type Process = (left: Float32Array, right: Float32Array | null, from: number, to: number) => void;
/** An effect on one part; called once per song, it returns a processor that keeps its own state. */
export type Insert = ((context: InsertContext) => Process) & {
  /** Makes a mono part stereo; it always gets both channels. */
  widens?: boolean;
};

/** An effect that makes a mono part stereo. */
function widening(
  insert: (
    context: InsertContext,
  ) => (left: Float32Array, right: Float32Array, from: number, to: number) => void,
): Insert {
  const general: Insert = (context) => {
    const process = insert(context);
    return (left, right, from, to) => process(left, right!, from, to);
  };
  return Object.assign(general, { widens: true });
}

const sidesOf = (left: Float32Array, right: Float32Array | null) => (right ? [left, right] : [left]);

type Shape = Parameters<typeof biquad>[0];

/** Static equalization: shape, Hz, Q, and dB for peaks and shelves. */
export function eq(shape: Shape, hz: number, q = Math.SQRT1_2, gain = 0): Insert {
  return () => {
    const [l, r] = [biquad(shape, hz, q, gain), biquad(shape, hz, q, gain)];
    return (left, right, from, to) => {
      if (right) filterStereo(left, right, l, r, from, to);
      else filter(left, l, from, to);
    };
  };
}

/** Two modulated delays a quarter turn apart. Rate in Hz, depth in ms. */
export function chorus({ rate = 0.6, depth = 3, mix = 0.5 } = {}): Insert {
  return widening(({ random }) => {
    const SIZE = 4096;
    const lines = [new Float32Array(SIZE), new Float32Array(SIZE)] as const;
    const starts = [random() * 6.28, random() * 6.28];
    let write = 0;
    return (left, right, from, to) => {
      const begin = write;
      for (const [side, x] of [left, right].entries()) {
        const line = lines[side]!;
        write = begin;
        const swing = (i: number) =>
          RATE *
          0.001 *
          (7 + depth * Math.sin(starts[side]! + (side * Math.PI) / 2 + (2 * Math.PI * rate * i) / RATE));
        let delay = swing(from);
        for (let start = from; start < to; start += BLOCK) {
          const step = (swing(start + BLOCK) - delay) / BLOCK;
          const end = Math.min(to, start + BLOCK);
          for (let i = start; i < end; i++) {
            line[write] = x[i]!;
            const at = write - delay + SIZE;
            const whole = at | 0;
            const a = line[whole & (SIZE - 1)]!;
            const wet = a + (at - whole) * (line[(whole + 1) & (SIZE - 1)]! - a);
            x[i] = x[i]! * (1 - mix * 0.4) + wet * mix;
            write = (write + 1) & (SIZE - 1);
            delay += step;
          }
        }
      }
    };
  });
}

/** Amplitude swing, `rate` times a second; `pan` 1 swings between the speakers instead. */
export function tremolo({ rate = 5, depth = 0.3, pan = 0 } = {}): Insert {
  const insert: Insert = ({ random }) => {
    const step = (rate * TABLE) / RATE;
    const offset = random() * TABLE;
    return (left, right, from, to) => {
      for (let i = from; i < to; i++) {
        const s = SINE[(offset + i * step) & (TABLE - 1)]!;
        left[i]! *= 1 - depth * (0.5 + 0.5 * s);
        if (right) right[i]! *= 1 - depth * (0.5 + 0.5 * s * (1 - 2 * pan));
      }
    };
  };
  return Object.assign(insert, { widens: pan !== 0 });
}

/** Four swept all-passes against the dry sound. */
export function phaser({ rate = 0.25, mix = 0.5, low = 300, high = 1800 } = {}): Insert {
  return widening(({ random }) => {
    const states = [new Float64Array(8), new Float64Array(8)];
    const offset = random() * 6.28;
    return (left, right, from, to) => {
      for (const [side, x] of [left, right].entries()) {
        const s = states[side]!;
        for (let start = from; start < to; start += BLOCK) {
          const sweep = 0.5 + 0.5 * Math.sin(offset + side * 0.9 + (2 * Math.PI * rate * start) / RATE);
          const t = Math.tan((Math.PI * low * (high / low) ** sweep) / RATE);
          const a = (t - 1) / (t + 1);
          const end = Math.min(to, start + BLOCK);
          for (let i = start; i < end; i++) {
            let y = x[i]!;
            for (let k = 0; k < 4; k++) {
              const out = a * y + s[k]!;
              s[k] = y - a * out;
              y = out;
            }
            x[i]! += mix * y;
          }
        }
      }
    };
  });
}

/** A band-pass that follows the playing (envelope wah), for funk. */
export function wah({ low = 380, high = 2200, q = 3, mix = 0.8 } = {}): Insert {
  return () => {
    let envelope = 0;
    const s = [0, 0, 0, 0];
    return (left, right, from, to) => {
      for (let start = from; start < to; start += BLOCK) {
        const end = Math.min(to, start + BLOCK);
        let peak = 0;
        for (let i = start; i < end; i++) peak = Math.max(peak, Math.abs(left[i]!));
        envelope += (peak > envelope ? 0.25 : 0.012) * (peak - envelope);
        const f = 2 * Math.sin((Math.PI * low * (high / low) ** Math.min(1, envelope * 2.2)) / RATE);
        for (const [side, x] of sidesOf(left, right).entries()) {
          let l = s[side * 2]!;
          let b = s[side * 2 + 1]!;
          for (let i = start; i < end; i++) {
            l += f * b;
            b += f * (x[i]! - l - b / q);
            x[i] = x[i]! * (1 - mix) + mix * b * 1.2;
          }
          s[side * 2] = l;
          s[side * 2 + 1] = b;
        }
      }
    };
  };
}

/** A rotating speaker: chorus, tremolo and panning of one turn. */
export function rotary({ fast = true } = {}): Insert {
  const rate = fast ? 6.4 : 0.8;
  return chain(
    chorus({ rate, depth: fast ? 0.45 : 1.2, mix: 0.75 }),
    tremolo({ rate, depth: 0.28, pan: 0.75 }),
  );
}

/** A low-pass whose cutoff wanders between two frequencies over so many beats: filter sweeps and slow drift. */
export function sweep({ low = 500, high = 4000, beats = 16, q = 0.9 } = {}): Insert {
  return ({ secondsPerBeat, random }) => {
    const s = [0, 0, 0, 0];
    const offset = random() * 6.28;
    return (left, right, from, to) => {
      for (let start = from; start < to; start += BLOCK) {
        const turn = 0.5 - 0.5 * Math.cos(offset + (2 * Math.PI * start) / (RATE * beats * secondsPerBeat));
        const g = Math.tan((Math.PI * low * (high / low) ** turn) / RATE);
        const k = 1 / q;
        const c1 = 1 / (1 + g * (g + k));
        const end = Math.min(to, start + BLOCK);
        for (let side = 0; side < (right ? 2 : 1); side++) {
          const x = side ? right! : left;
          let a = s[side * 2]!;
          let b = s[side * 2 + 1]!;
          for (let i = start; i < end; i++) {
            const v3 = x[i]! - b;
            const v1 = c1 * (a + g * v3);
            const v2 = b + g * v1;
            a = 2 * v1 - a;
            b = 2 * v2 - b;
            x[i] = v2;
          }
          s[side * 2] = a;
          s[side * 2 + 1] = b;
        }
      }
    };
  };
}

/** Worn tape: slow wow, quick flutter, lost highs. Depth in ms. */
export function wow({ depth = 1.2, rate = 0.5, highs = 7000 } = {}): Insert {
  return chain(
    () => {
      const SIZE = 2048;
      const lines = [new Float32Array(SIZE), new Float32Array(SIZE)] as const;
      let write = 0;
      return (left, right, from, to) => {
        for (let i = from; i < to; i++) {
          lines[0][write] = left[i]!;
          if (right) lines[1][write] = right[i]!;
          const swing =
            SINE[((i * rate * TABLE) / RATE) & (TABLE - 1)]! +
            0.15 * SINE[((i * 6.3 * TABLE) / RATE) & (TABLE - 1)]!;
          const at = write - RATE * 0.001 * (depth * 1.4 + 2 + depth * swing) + SIZE;
          const whole = at | 0;
          const f = at - whole;
          const [a, b] = [whole & (SIZE - 1), (whole + 1) & (SIZE - 1)];
          left[i] = lines[0][a]! + f * (lines[0][b]! - lines[0][a]!);
          if (right) right[i] = lines[1][a]! + f * (lines[1][b]! - lines[1][a]!);
          write = (write + 1) & (SIZE - 1);
        }
      };
    },
    eq('lowpass', highs, 0.6),
  );
}

/** Fewer bits and a lower rate, as an old sampler. */
export function sampler({ bits = 11, rate = 22_050 } = {}): Insert {
  return () => {
    const levels = 2 ** (bits - 1);
    const step = rate / RATE;
    let clock = 1;
    let [l, r] = [0, 0];
    return (left, right, from, to) => {
      for (let i = from; i < to; i++) {
        clock += step;
        if (clock >= 1) {
          clock -= 1;
          l = Math.round(left[i]! * levels) / levels;
          if (right) r = Math.round(right[i]! * levels) / levels;
        }
        left[i] = l;
        if (right) right[i] = r;
      }
    };
  };
}

export function chain(...inserts: Insert[]): Insert {
  const insert: Insert = (context) => {
    const processes = inserts.map((insert) => insert(context));
    return (left, right, from, to) => {
      for (const process of processes) process(left, right, from, to);
    };
  };
  return Object.assign(insert, { widens: inserts.some(({ widens }) => widens) });
}
