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
