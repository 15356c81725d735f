import { RATE } from '../sound/tables.ts';
import { type Phone, type Singer, SPOKEN_PITCH, SPOKEN_RATE, type Spoken } from './speech.ts';

/** A syllable as it is sung: the number of its vowel in the line, and seconds at which that begins and ends. */
export type SungNote = { at: number; start: number; end: number; hertz: number; velocity: number };

export const isVowel = (name: string): boolean => /^[aeiou]/.test(name);
/** Sounds without a steady pitch. */
const NOISY = /^(p|t|k|f|th|s|sh|ch|hh|b|d|g|jh)$/;
const STOPS = /^(p|t|k|b|d|g|ch|jh)$/;
const DIPHTHONGS = /^(aw|ay|ey|ow|oy)$/;

/** Seconds that a consonant lasts at most, and the share of a note that consonants may take. */
const CONSONANT = 0.25;
const SHARE = 0.6;
/** Half a window over a sound without pitch, seconds. */
const NOISE = 0.005;

/** A sound on its way into the song: its place in the speech (samples of it), and when it is sung (seconds). */
type Piece = Phone & { begin: number; end: number; gain: number };

/**
 * Sings a spoken line into `out`: each period of the voice is moved to where the tune's next one falls. Vowels begin on
 * their notes, consonants before them.
 * @param detune cents. @param late seconds.
 */
export function singLine(
  out: Float32Array,
  spoken: Spoken,
  notes: readonly SungNote[],
  singer: Singer,
  { detune = 0, late = 0 } = {},
): void {
  const period = SPOKEN_RATE / SPOKEN_PITCH[singer];
  const pulses = pulsesOf(spoken, period);
  const pitch = pitchOf(notes, detune);
  const half = (RATE / SPOKEN_RATE) * period;
  let [next, pulse] = [0, 0];
  for (const piece of layOut(spoken, notes)) {
    const source = through(piece);
    for (let at = Math.max(piece.begin, next); at < piece.end; at = next) {
      const wanted = source(at);
      const to = (at + late) * RATE;
      if (NOISY.test(piece.name)) {
        addGrain(out, spoken.sound, to, wanted, NOISE * RATE, piece.gain);
        next = at + NOISE;
      } else {
        while (Math.abs(pulses[pulse + 1]! - wanted) <= Math.abs(pulses[pulse]! - wanted)) pulse++;
        while (pulse > 0 && Math.abs(pulses[pulse - 1]! - wanted) < Math.abs(pulses[pulse]! - wanted))
          pulse--;
        const hertz = pitch(at);
        addGrain(
          out,
          spoken.sound,
          to,
          pulses[pulse] ?? wanted,
          half,
          piece.gain * Math.sqrt(RATE / hertz / half),
        );
        next = at + 1 / hertz;
      }
    }
  }
}

/** Adds what lies around a place of the speech, faded in and out. Reading between samples mirrors the consonants' air upwards. */
function addGrain(
  out: Float32Array,
  x: Float32Array,
  to: number,
  from: number,
  half: number,
  gain: number,
): void {
  const center = Math.round(to);
  for (let i = Math.max(-center, Math.ceil(-half)); i < half && center + i < out.length; i++) {
    const at = from + (i * SPOKEN_RATE) / RATE;
    const whole = Math.floor(at);
    const here = x[whole] ?? 0;
    const value = here + (at - whole) * ((x[whole + 1] ?? 0) - here);
    out[center + i]! += gain * value * (0.5 + 0.5 * Math.cos((Math.PI * i) / half));
  }
}

/** Pulses of the voice: the steepest place of each period. */
function pulsesOf({ sound, phones }: Spoken, period: number): number[] {
  const steepest = (wanted: number, reach: number) => {
    let [best, most] = [Math.round(wanted), 0];
    for (let i = Math.ceil(wanted - reach); i <= wanted + reach; i++) {
      const steep =
        Math.abs((sound[i + 1] ?? 0) - (sound[i - 1] ?? 0)) * (1 - (0.6 * Math.abs(i - wanted)) / period);
      if (steep > most) [best, most] = [i, steep];
    }
    return best;
  };
  const pulses: number[] = [];
  for (const { name, from, to } of phones) {
    if (NOISY.test(name)) continue;
    if ((pulses.at(-1) ?? -period) < from - period) pulses.push(steepest(from + period / 2, period / 2));
    while (pulses.at(-1)! + period < to) pulses.push(steepest(pulses.at(-1)! + period, 0.12 * period));
  }
  return pulses;
}

/** The place in the speech that is heard at a time: a vowel is held, a stop that is short of time keeps its end. */
function through({ name, from, to, begin, end }: Piece): (at: number) => number {
  const [natural, sung] = [to - from, (end - begin) * SPOKEN_RATE];
  return (at) => {
    const t = (at - begin) * SPOKEN_RATE;
    if (STOPS.test(name)) return to - (sung - t);
    const way = t / sung;
    // A diphthong moves on late.
    return from + natural * (DIPHTHONGS.test(name) && sung > natural ? way ** 1.3 : way);
  };
}

/** Spreads the sounds of a line over its notes. */
function layOut({ sound, phones }: Spoken, notes: readonly SungNote[]): Piece[] {
  const vowels = phones.flatMap(({ name }, i) => (isVowel(name) ? [i] : []));
  const pieces: Piece[] = [];
  const lasts = ({ from, to }: Phone) => Math.min((to - from) / SPOKEN_RATE, CONSONANT);
  const addAll = (consonants: readonly Phone[], start: number, squeeze: number, gain: number) => {
    let begin = start;
    for (const phone of consonants) {
      const end = begin + squeeze * lasts(phone);
      pieces.push({ ...phone, begin, end, gain });
      begin = end;
    }
  };
  let done = 0;
  for (const [i, { at, start, end, velocity }] of notes.entries()) {
    const vowel = phones[vowels[at]!];
    if (!vowel) break;
    const consonants = phones.slice(done, vowels[at]);
    const natural = consonants.reduce((sum, phone) => sum + lasts(phone), 0);
    const squeeze =
      i === 0 ? 1 : Math.min(1, (SHARE * (start - notes[i - 1]!.start)) / Math.max(0.001, natural));
    const gain = gainOf(sound, vowel, velocity);
    const begin = start - squeeze * natural;
    if (pieces.length > 0) pieces.at(-1)!.end = begin;
    addAll(consonants, begin, squeeze, gain);
    pieces.push({ ...vowel, begin: start, end, gain });
    done = vowels[at]! + 1;
  }
  const last = pieces.at(-1);
  const following = phones.findIndex(({ name }, i) => i >= done && isVowel(name));
  if (last) addAll(phones.slice(done, following < 0 ? undefined : following), last.end, 1, last.gain);
  return pieces;
}

/** The gain that makes a syllable as loud as its velocity, whatever its vowel. */
function gainOf(sound: Float32Array, { from, to }: Phone, velocity: number): number {
  let power = 1e-9;
  for (let i = from; i < to; i++) power += (sound[i] ?? 0) ** 2;
  return Math.min(8, (0.1 * (0.5 + 0.5 * velocity)) / Math.sqrt(power / (to - from)));
}

/** Semitones and hertz of the vibrato, and seconds until it comes and is full. */
const VIBRATO = { depth: 0.3, rate: 5.4, after: 0.28, rise: 0.3 };
/** Semitones by which a note begins low, seconds in which it gets there, and seconds of a glide between two. */
const SCOOP = { depth: 0.3, time: 0.025 };
const GLIDE = 0.07;

/** The pitch at a time, Hz. */
function pitchOf(notes: readonly SungNote[], detune: number): (seconds: number) => number {
  let index = 0;
  return (seconds) => {
    while (notes[index + 1] && notes[index + 1]!.start - GLIDE <= seconds) index++;
    const { start, hertz } = notes[index]!;
    const t = seconds - start;
    const away = 12 * Math.log2((notes[index - 1]?.hertz ?? hertz) / hertz);
    const left = Math.max(0, Math.min(1, 0.5 - t / GLIDE));
    const late = Math.max(0, Math.min(1, (t - VIBRATO.after) / VIBRATO.rise));
    const vibrato = VIBRATO.depth * late * Math.sin(2 * Math.PI * VIBRATO.rate * (t - VIBRATO.after));
    const scoop = SCOOP.depth * Math.exp(-Math.max(0, t) / SCOOP.time);
    return hertz * 2 ** ((away * left * left * (3 - 2 * left) + vibrato - scoop + detune / 100) / 12);
  };
}
