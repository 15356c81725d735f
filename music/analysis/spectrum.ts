/** Power spectra, by band and by pitch class. */

const tables = new Map<number, { cos: Float64Array; sin: Float64Array; window: Float64Array }>();

function tablesFor(size: number) {
  let table = tables.get(size);
  if (!table) {
    const angles = Float64Array.from({ length: size }, (_, i) => (2 * Math.PI * i) / size);
    table = {
      cos: angles.map(Math.cos),
      sin: angles.map(Math.sin),
      window: angles.map((a) => 0.5 - 0.5 * Math.cos(a)),
    };
    tables.set(size, table);
  }
  return table;
}

/** In-place forward FFT, radix 2; the length must be a power of two. */
export function fft(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  const { cos, sin } = tablesFor(size);
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const r = re[i]!;
      re[i] = re[j]!;
      re[j] = r;
      const m = im[i]!;
      im[i] = im[j]!;
      im[j] = m;
    }
  }
  for (let half = 1; half < size; half <<= 1) {
    const stride = size / (half << 1);
    for (let start = 0; start < size; start += half << 1) {
      for (let k = 0; k < half; k++) {
        const c = cos[k * stride]!;
        const s = sin[k * stride]!;
        const a = start + k;
        const b = a + half;
        const r = re[b]! * c + im[b]! * s;
        const m = im[b]! * c - re[b]! * s;
        re[b] = re[a]! - r;
        im[b] = im[a]! - m;
        re[a]! += r;
        im[a]! += m;
      }
    }
  }
}

/** Mean power spectrum (Hann window) of `x` from `start` to `end` samples: `size / 2` bins of sampleRate / size Hz. */
export function powerSpectrum(
  x: Float32Array,
  start = 0,
  end = x.length,
  size = 4096,
  hop = size,
): Float64Array {
  const power = new Float64Array(size / 2);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const { window } = tablesFor(size);
  let frames = 0;
  // Two frames in one transform, as its real and its imaginary part: their powers add up in mirrored pairs of bins.
  for (let at = start; at + size <= end; at += 2 * hop) {
    const hasSecond = at + hop + size <= end;
    for (let i = 0; i < size; i++) re[i] = x[at + i]! * window[i]!;
    if (hasSecond) for (let i = 0; i < size; i++) im[i] = x[at + hop + i]! * window[i]!;
    else im.fill(0);
    fft(re, im);
    power[0]! += re[0]! * re[0]! + im[0]! * im[0]!;
    for (let i = 1; i < power.length; i++) {
      const [r, m, s, n] = [re[i]!, im[i]!, re[size - i]!, im[size - i]!];
      power[i]! += 0.5 * (r * r + m * m + s * s + n * n);
    }
    frames += hasSecond ? 2 : 1;
  }
  return frames ? power.map((p) => p / frames) : power;
}

/** Power between two frequencies in Hz, in dB (no absolute reference: for comparing bands of one spectrum). */
export function bandLevel(spectrum: Float64Array, sampleRate: number, fromHz: number, toHz: number): number {
  const width = sampleRate / (spectrum.length * 2);
  let sum = 1e-20;
  for (let i = Math.ceil(fromHz / width); i < Math.min(spectrum.length, toHz / width); i++)
    sum += spectrum[i]!;
  return 10 * Math.log10(sum);
}

/** Share of power per pitch class (C = 0), 60 Hz to 2 kHz; sums to 1. */
export function chroma(spectrum: Float64Array, sampleRate: number): Float64Array {
  const width = sampleRate / (spectrum.length * 2);
  const classes = new Float64Array(12);
  let total = 1e-20;
  for (let i = Math.ceil(60 / width); i < 2000 / width; i++) {
    const pitchClass = (((Math.round(12 * Math.log2((i * width) / 440)) + 69) % 12) + 12) % 12;
    classes[pitchClass]! += spectrum[i]!;
    total += spectrum[i]!;
  }
  return classes.map((c) => c / total);
}

/**
 * Splits sound that arrives in pieces into overlapping frames of `size` samples, one every `hop` samples, beginning
 * with silence. `onFrame` must not keep the frame, whose memory is reused.
 */
export function frames(size: number, hop: number, onFrame: (frame: Float32Array) => void) {
  const frame = new Float32Array(size);
  let filled = size - hop;
  return (mono: Float32Array): void => {
    for (let at = 0; at < mono.length; ) {
      const count = Math.min(mono.length - at, size - filled);
      frame.set(mono.subarray(at, at + count), filled);
      at += count;
      filled += count;
      if (filled < size) continue;
      onFrame(frame);
      frame.copyWithin(0, hop);
      filled = size - hop;
    }
  };
}
