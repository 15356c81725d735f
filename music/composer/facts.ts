import { bandLevel, powerSpectrum } from '../analysis/spectrum.ts';
import type { Rendering } from './rendering/render.ts';
import { type Score, secondsAt } from './score.ts';
import { RATE } from './sound/tables.ts';

/** What is known of a finished song. */
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
  /** How bright it sounds, 0 to 1: the level above 6 kHz against 500 to 2,000 Hz, from -30 dB to -5 dB. */
  brightness: number;
  /** Where the sections begin, in seconds, for chapters and captions. */
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
