import { createRandom } from '../random.ts';
import { type Colors, mixPalette, type Palette } from './palette.ts';

/** The facts a cover is drawn from. Missing or out-of-range values are replaced, never refused. */
export type CoverFacts = {
  seed: number;
  /** A world of the band, e.g. 'bossa-nova'; any other picks a motif by the seed. */
  world: string;
  bpm: number;
  /** For instance 'A minor'. */
  key: string;
  /** Loudness per moment of the track, 0 to 1, any length. */
  energy: number[];
  /** Share of high frequencies, 0 to 1. */
  brightness: number;
};

/** The facts as a motif uses them, and the SVG definitions it collects. */
export type Scene = Palette & {
  random: () => number;
  between: (low: number, high: number) => number;
  whole: (low: number, high: number) => number;
  chance: (share: number) => boolean;
  /** The track's loudness as `count` values stretched over 0 to 1. */
  energy: (count: number) => number[];
  /** Tempo, 0 (60 bpm and slower) to 1 (180 and faster). */
  pace: number;
  sparkle: number;
  defs: string[];
  /** Prefix of ids, so that two covers may stand inline on one page. */
  name: string;
};

/** A motif fills the 1000 × 1000 square and returns its SVG elements. */
export type Motif = (scene: Scene) => string;

/** Prepares a scene; accepts any facts. */
export function setScene(facts: CoverFacts, colors: Colors): Scene {
  const random = randomFrom(facts.seed);
  // Neighboring seeds begin with similar numbers; a few draws separate them.
  for (let i = 0; i < 5; i++) random();
  const between = (low: number, high: number) => low + (high - low) * random();
  const sparkle = clamp(facts.brightness, 0.5);
  const curve = cleanCurve(facts.energy, randomFrom(facts.seed ^ 0x5eed));
  return {
    ...mixPalette(colors, String(facts.key), sparkle),
    random,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    chance: (share) => random() < share,
    energy: (count) => resample(curve, count),
    pace: Number.isFinite(facts.bpm) ? clamp((facts.bpm - 60) / 120, 0.4) : 0.4,
    sparkle,
    defs: [],
    name: `c${(facts.seed >>> 0).toString(36)}`,
  };
}

function clamp(value: number, instead: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : instead;
}

/** Replaces a silent or missing curve by a seeded arch, so that no cover is flat. */
function cleanCurve(energy: number[], random: () => number): number[] {
  const given = (Array.isArray(energy) ? energy : []).map((value) => clamp(value, 0));
  if (given.length > 2 && Math.max(...given) - Math.min(...given) > 0.02) return given;
  return Array.from({ length: 48 }, (_, i) => 0.25 + 0.5 * Math.sin((i / 47) * Math.PI) + 0.25 * random());
}

function resample(curve: number[], count: number): number[] {
  const values = Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * curve.length) / count);
    const end = Math.max(start + 1, Math.floor(((i + 1) * curve.length) / count));
    const part = curve.slice(start, end);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return values.map((value) => (span > 0.001 ? (value - low) / span : 0.5));
}

/** A stream of numbers in [0, 1) that is the same for the same seed everywhere. */
export function randomFrom(seed: number): () => number {
  return createRandom(Number.isFinite(seed) ? Math.trunc(seed) >>> 0 : 0).unit;
}
