/** Soft clipping at full scale: a Padé approximation of tanh, clamped, at a third of the cost. */
export function softClip(x: number): number {
  if (x > 3) return 1;
  if (x < -3) return -1;
  return (x * (27 + x * x)) / (27 + 9 * x * x);
}

/**
 * Clips one channel in place at twice its rate, so that the harmonics above half the rate are filtered out instead of
 * folding back. The way up and the way down are two chains of all-passes each (polyphase half-band). What `bias` adds
 * as an offset is taken out.
 */
export function createClipper(amount: number, bias: number, level: number) {
  const clip = { amount, bias, level, rest: softClip(bias) };
  const state = new Float64Array(17);
  return (x: Float32Array, from: number, to: number) => clipStretch(x, from, to, clip, state);
}

function clipStretch(
  x: Float32Array,
  from: number,
  to: number,
  { amount, bias, level, rest }: { amount: number; bias: number; level: number; rest: number },
  state: Float64Array,
): void {
  let a0 = state[0]!;
  let a1 = state[1]!;
  let a2 = state[2]!;
  let a3 = state[3]!;
  let b0 = state[4]!;
  let b1 = state[5]!;
  let b2 = state[6]!;
  let b3 = state[7]!;
  let c0 = state[8]!;
  let c1 = state[9]!;
  let c2 = state[10]!;
  let c3 = state[11]!;
  let d0 = state[12]!;
  let d1 = state[13]!;
  let d2 = state[14]!;
  let d3 = state[15]!;
  let slow = state[16]!;
  for (let i = from; i < to; i++) {
    const input = x[i]! * amount + bias;
    // Up: the sample itself by one chain, the one half-way to the next by the other.
    let y = a0 + A0 * (input - a1);
    a0 = input;
    let z = a1 + A1 * (y - a2);
    a1 = y;
    y = a2 + A2 * (z - a3);
    a2 = z;
    a3 = y;
    let v = b0 + B0 * (input - b1);
    b0 = input;
    let w = b1 + B1 * (v - b2);
    b1 = v;
    v = b2 + B2 * (w - b3);
    b2 = w;
    b3 = v;
    y = softClip(y);
    v = softClip(v);
    // Down again: both chains, exchanged.
    z = c0 + A0 * (v - c1);
    c0 = v;
    v = c1 + A1 * (z - c2);
    c1 = z;
    z = c2 + A2 * (v - c3);
    c2 = v;
    c3 = z;
    w = d0 + B0 * (y - d1);
    d0 = y;
    y = d1 + B1 * (w - d2);
    d1 = w;
    w = d2 + B2 * (y - d3);
    d2 = y;
    d3 = w;
    const clipped = 0.5 * (z + w) - rest;
    slow += 0.0008 * (clipped - slow);
    x[i] = (clipped - slow) * level;
  }
  state[0] = a0;
  state[1] = a1;
  state[2] = a2;
  state[3] = a3;
  state[4] = b0;
  state[5] = b1;
  state[6] = b2;
  state[7] = b3;
  state[8] = c0;
  state[9] = c1;
  state[10] = c2;
  state[11] = c3;
  state[12] = d0;
  state[13] = d1;
  state[14] = d2;
  state[15] = d3;
  state[16] = slow;
}

/** The same at the plain rate, for amounts that make few harmonics. */
export function createSaturator(amount: number, bias: number, level: number) {
  const rest = softClip(bias);
  let offset = 0;
  return (x: Float32Array, from: number, to: number) => {
    let slow = offset;
    for (let i = from; i < to; i++) {
      const clipped = softClip(x[i]! * amount + bias) - rest;
      slow += 0.0008 * (clipped - slow);
      x[i] = (clipped - slow) * level;
    }
    offset = slow;
  };
}

/** A half-band filter of seven pairs around its center: -60 dB above 13 kHz at 44.1 kHz. */
const SIDE = (() => {
  const taps = Float64Array.from({ length: 7 }, (_, k) => {
    const t = 2 * k + 1;
    const window = 0.42 + 0.5 * Math.cos((Math.PI * t) / 15) + 0.08 * Math.cos((2 * Math.PI * t) / 15);
    return (Math.sin((Math.PI * t) / 2) / (Math.PI * t)) * window;
  });
  const sum = 2 * taps.reduce((a, b) => a + b, 0);
  return taps.map((tap) => (0.5 * tap) / sum);
})();
const [H0, H1, H2, H3, H4, H5, H6] = SIDE as unknown as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
/** Samples of the past that the filter needs. */
const PAST = 26;

/** Takes one channel to half its rate and back, block by block. */
export function createHalver(block: number) {
  const wide = new Float32Array(PAST + block);
  const narrow = new Float32Array(PAST / 2 + block / 2);
  const half = new Float32Array(block / 2);
  return {
    /** The next block of `x` at half its rate; the result is overwritten by the next call. */
    down(x: Float32Array, from: number): Float32Array {
      wide.copyWithin(0, block, block + PAST);
      wide.set(x.subarray(from, from + block), PAST);
      for (let i = 0; i < half.length; i++) {
        const c = 2 * i + 13;
        half[i] =
          0.5 * wide[c]! +
          H0 * (wide[c - 1]! + wide[c + 1]!) +
          H1 * (wide[c - 3]! + wide[c + 3]!) +
          H2 * (wide[c - 5]! + wide[c + 5]!) +
          H3 * (wide[c - 7]! + wide[c + 7]!) +
          H4 * (wide[c - 9]! + wide[c + 9]!) +
          H5 * (wide[c - 11]! + wide[c + 11]!) +
          H6 * (wide[c - 13]! + wide[c + 13]!);
      }
      return half;
    },
    /** Adds a block of half the rate to `to`, at its whole rate. */
    addUp(x: Float32Array, to: Float32Array, from: number, gain: number): void {
      narrow.copyWithin(0, x.length, x.length + PAST / 2);
      narrow.set(x, PAST / 2);
      const double = 2 * gain;
      for (let i = 0; i < x.length; i++) {
        const c = i + 6;
        to[from + 2 * i]! += gain * narrow[c]!;
        to[from + 2 * i + 1]! +=
          double *
          (H0 * (narrow[c]! + narrow[c + 1]!) +
            H1 * (narrow[c - 1]! + narrow[c + 2]!) +
            H2 * (narrow[c - 2]! + narrow[c + 3]!) +
            H3 * (narrow[c - 3]! + narrow[c + 4]!) +
            H4 * (narrow[c - 4]! + narrow[c + 5]!) +
            H5 * (narrow[c - 5]! + narrow[c + 6]!) +
            H6 * (narrow[c - 6]! + narrow[c + 7]!));
      }
    },
  };
}

/** Distance of the pass band's end below a quarter of the rate, as a share of the rate: 4.4 kHz at 88.2 kHz. */
const TRANSITION = 0.05;

/**
 * Coefficients of an elliptic half-band filter as two chains of all-passes, alternating between the chains. Source:
 * Valenzuela and Constantinides, Digital signal processing schemes for efficient interpolation and decimation (1983).
 */
function designHalfBand(count: number): Float64Array {
  const k = Math.tan((1 - 2 * TRANSITION) * (Math.PI / 4)) ** 2;
  const root = (1 - k * k) ** 0.25;
  const e = (0.5 * (1 - root)) / (1 + root);
  const q = e * (1 + e ** 4 * (2 + e ** 4 * (15 + 150 * e ** 4)));
  const order = 2 * count + 1;
  return Float64Array.from({ length: count }, (_, index) => {
    const angle = ((index + 1) * Math.PI) / order;
    let [over, under] = [0, 0.5];
    for (let i = 0; i < 8; i++) over += (-1) ** i * q ** (i * (i + 1)) * Math.sin((2 * i + 1) * angle);
    for (let i = 1; i < 8; i++) under += (-1) ** i * q ** (i * i) * Math.cos(2 * i * angle);
    const w = ((over * q ** 0.25) / under) ** 2;
    const x = Math.sqrt((1 - w * k) * (1 - w / k)) / (1 + w);
    return (1 - x) / (1 + x);
  });
}

/** Six all-passes: 80 dB of attenuation. */
const HALF_BAND = designHalfBand(6);
const [A0, B0, A1, B1, A2, B2] = HALF_BAND as unknown as [number, number, number, number, number, number];
