import { bandLevel, powerSpectrum } from '../analysis/spectrum.ts';
import type { Arrangement } from './arranging/arrange.ts';
import type { Take } from './arranging/form.ts';
import type { Closeness } from './genres/table.ts';
import type { Rendering } from './rendering/render.ts';
import { type Score, secondsAt } from './score.ts';
import { RATE } from './sound/tables.ts';
import { BAND_VERSION } from './version.ts';
import type { Heard } from './wishes/wish.ts';

/** Record of how a song was made, for its page and for making it again. */
export type Account = {
  world: string;
  closeness: Closeness;
  take: Take;
  seed: number;
  bpm: number;
  key: string;
  /** Sections in order, with their bars: 'intro 4, hook 8, verse 8'. */
  form: string;
  instruments: string[];
  /** Wishes of the description, and what became of them. */
  heard: Heard[];
  /** The words that are sung, with LRC's times; undefined if none are. */
  lyrics: string | undefined;
  /** Reason why the given words are not sung, or not all of them. */
  unsung: string | undefined;
  /** The version of the band that made it. */
  version: number;
  /** All of it in English sentences. */
  text: string;
};

const MANNERS: Readonly<Record<Take, string>> = {
  A: 'opens with the hook',
  B: 'builds slowly and saves the hook for the end',
  C: 'is the sparse one',
};

const CLOSENESS: Readonly<Record<Closeness, string>> = {
  exact: 'a genre the band has a sound of its own for',
  close: 'a genre close to one the band knows well',
  distant: 'a genre the band can only approach',
};

/** Writes the account of an arranged and composed song. */
export function writeAccount(
  { plan }: Arrangement,
  score: Score,
  made: Pick<Account, 'closeness' | 'take' | 'seed' | 'heard' | 'lyrics' | 'unsung'> & { genre: string },
): Account {
  const { closeness, take, seed, heard, lyrics, unsung } = made;
  const played = score.parts.filter((part) => ('notes' in part ? part.notes : part.hits).length > 0);
  const instruments = [...new Set(played.map((part) => part.instrument))];
  const form = plan.map(({ role, bars }) => `${role} ${bars}`).join(', ');
  const text = [
    `The house band (version ${BAND_VERSION}) plays ${made.genre}, ${CLOSENESS[closeness]}, in its ${score.world} line-up.`,
    `Take ${take} ${MANNERS[take]}: ${score.key}, ${score.bpm} beats per minute; in bars: ${form}.`,
    `Instruments: ${instruments.join(', ')}. Composed and rendered from seed ${seed}, without recordings of anyone.`,
  ].join(' ');
  return {
    world: score.world,
    closeness,
    take,
    seed,
    bpm: score.bpm,
    key: score.key,
    form,
    instruments,
    heard,
    lyrics,
    unsung,
    version: BAND_VERSION,
    text,
  };
}

/** Properties of a finished song. */
export type Facts = {
  title: string;
  artist: string;
  bpm: number;
  key: string;
  /** 'parent' or 'parent:sub' */
  genre: string;
  world: string;
  /** Seconds. */
  duration: number;
  loudness_lufs: number;
  loudness_range_lu: number;
  /** dBTP, before encoding. */
  true_peak: number;
  /** Brightness, 0 to 1: the level above 6 kHz against 500 to 2,000 Hz, from -30 dB to -5 dB. */
  brightness: number;
  /** Starts of the sections, in seconds, for chapters and captions. */
  sections: { name: string; start: number }[];
};

/** The facts of a score and its rendering. */
export function factsOf(score: Score, { left, loudness, range, truePeak }: Rendering): Facts {
  return {
    title: score.title,
    artist: score.artist,
    bpm: score.bpm,
    key: score.key,
    genre: score.genre,
    world: score.world,
    duration: round(left.length / RATE, 3),
    loudness_lufs: round(loudness, 2),
    loudness_range_lu: round(range, 1),
    true_peak: round(truePeak, 2),
    brightness: brightnessOf(left),
    sections: score.sections.map((section) => ({
      name: section.name,
      start: round(secondsAt(score, section.beat), 2),
    })),
  };
}

function brightnessOf(sound: Float32Array): number {
  // Every eighth frame is enough.
  const spectrum = powerSpectrum(sound, 0, sound.length, 4096, 8 * 4096);
  const air = bandLevel(spectrum, RATE, 6000, 20_000) - bandLevel(spectrum, RATE, 500, 2000);
  return round(Math.min(1, Math.max(0, (air + 30) / 25)), 3);
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
