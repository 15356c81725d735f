import { encodeMp3 } from '../analysis/mp3.ts';
import { bandLevel, powerSpectrum } from '../analysis/spectrum.ts';
import { drawWaveform, type Waveform } from '../analysis/waveform.ts';
import { compose } from './compose.ts';
import { describe } from './describe.ts';
import { render } from './render.ts';
import { secondsAt } from './score.ts';
import { RATE } from './sound/tables.ts';

export type Facts = {
  title: string;
  artist: string;
  bpm: number;
  key: string;
  /** 'parent:sub' slug */
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

export type Performance = { audio: Uint8Array; facts: Facts; waveform: Waveform };

/** Composes and renders a description. The same description and seed give the same bytes. Takes about 3 s of CPU. */
export async function perform({
  description,
  seed,
}: {
  description: string;
  seed: number;
}): Promise<Performance> {
  const score = compose(describe(description, seed), seed);
  const { left, right, loudness, range, truePeak } = render(score);
  const facts: Facts = {
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
  return {
    audio: await encodeMp3([left, right], RATE, 192),
    facts,
    waveform: drawWaveform([left, right], RATE),
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
