import { fft } from '../../analysis/spectrum.ts';
import { RATE, TABLE, tableFor, WAVES } from '../sound/tables.ts';

/** A chord of the synthesizer; samples. */
export type Chord = { from: number; to: number; hertz: readonly number[] };

const SIZE = 1024;
const WINDOW = Float64Array.from({ length: SIZE }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / SIZE));
/** Edges of the bands, 90 Hz to 16 kHz: even at first, then as wide as the ear's. */
const EDGES = Array.from({ length: 31 }, (_, i) =>
  Math.round(((i < 6 ? 90 + 170 * i : 940 * 1.12 ** (i - 5)) * SIZE) / RATE),
);
/** The bin above which the voice's own consonants are let through. */
const CONSONANTS = Math.round((4500 * SIZE) / RATE);
/** Cents by which every second saw is off, to either side. */
const DETUNE = 7;

/** Lets a voice open the bands of a synthesizer's chords. @returns both sides. */
export function vocode(voice: Float32Array, chords: readonly Chord[], random: () => number): Float32Array[] {
  const saws = [-DETUNE, DETUNE].map((detune) => sawsOf(voice.length, chords, detune, random));
  const out = saws.map((side) => new Float32Array(side.length));
  const [vr, vi, sr, si] = Array.from({ length: 4 }, () => new Float64Array(SIZE)) as Spectra;
  for (let at = 0; at + SIZE <= voice.length; at += SIZE / 2) {
    vi.fill(0);
    // The two sides are the real and the imaginary part of one transform.
    for (let i = 0; i < SIZE; i++) {
      vr[i] = voice[at + i]! * WINDOW[i]!;
      sr[i] = saws[0]![at + i]! * WINDOW[i]!;
      si[i] = saws[1]![at + i]! * WINDOW[i]!;
    }
    fft(vr, vi);
    fft(sr, si);
    openBands(vr, vi, sr, si);
    // With its parts exchanged, the transform goes back.
    fft(si, sr);
    for (let i = 0; i < SIZE; i++) {
      out[0]![at + i]! += (sr[i]! * WINDOW[i]!) / SIZE;
      out[1]![at + i]! += (si[i]! * WINDOW[i]!) / SIZE;
    }
  }
  return out;
}

type Spectra = [vr: Float64Array, vi: Float64Array, sr: Float64Array, si: Float64Array];

/** Makes each band of the synthesizer's spectrum (`sr`, `si`) as loud as the voice's. */
function openBands(...[vr, vi, sr, si]: Spectra): void {
  for (let band = 1; band < EDGES.length; band++) {
    let [spoken, played] = [0, 1e-9];
    for (let k = EDGES[band - 1]!; k < EDGES[band]!; k++) {
      spoken += 2 * (vr[k]! ** 2 + vi[k]! ** 2);
      played += 0.5 * (sr[k]! ** 2 + si[k]! ** 2 + sr[SIZE - k]! ** 2 + si[SIZE - k]! ** 2);
    }
    const gain = Math.sqrt(spoken / played);
    for (let k = EDGES[band - 1]!; k < EDGES[band]!; k++)
      for (const bin of [k, SIZE - k]) {
        const own = k > CONSONANTS;
        sr[bin] = own ? vr[bin]! - vi[bin]! : gain * sr[bin]!;
        si[bin] = own ? vr[bin]! + vi[bin]! : gain * si[bin]!;
      }
  }
  for (const part of [sr, si]) {
    part.fill(0, 0, EDGES[0]);
    part.fill(0, EDGES.at(-1), SIZE - EDGES.at(-1)! + 1);
    part.fill(0, SIZE - EDGES[0]! + 1);
  }
}

/** Bright saws with a breath of noise, so that every band has something to open. */
function sawsOf(
  length: number,
  chords: readonly Chord[],
  detune: number,
  random: () => number,
): Float32Array {
  const out = Float32Array.from({ length }, () => 0.05 * (random() - 0.5));
  for (const { from, to, hertz } of chords)
    for (const [k, tone] of hertz.entries()) {
      const step = (tone * 2 ** ((k % 2 ? detune : -detune) / 1200) * TABLE) / RATE;
      const table = tableFor(WAVES.saw, tone);
      let phase = random() * TABLE;
      for (let i = Math.max(0, Math.round(from)); i < Math.min(length, to); i++) {
        out[i]! += 0.3 * table[phase | 0]!;
        phase = (phase + step) % TABLE;
      }
    }
  return out;
}
