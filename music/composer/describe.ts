import type { Brief } from './compose.ts';
import { createRandom, hash } from './random.ts';
import type { World } from './world.ts';
import { WORLDS } from './worlds/table.ts';
import { parseKey } from './writing/theory.ts';

/** Words about pace, as shares of a world's tempo range. */
const PACES: readonly (readonly [RegExp, number])[] = [
  [/\b(very slow|slowest|drowsy)\b/, 0],
  [/\b(slow|slower|lazy|calm|relaxed|gentle|sleepy)\b/, 0.15],
  [/\b(fast|faster|quick|upbeat|driving|energetic)\b/, 0.9],
];

/**
 * Parses a description such as "a synthwave night drive, 104 bpm, A minor": the world from its words, then tempo and
 * key if they are named. The seed decides the rest, and the world when no word matches.
 */
export function describe(description: string, seed: number): Brief {
  const text = description.toLowerCase().replace(/[^a-z0-9#♯♭&. -]+/g, ' ');
  const world = chooseWorld(text, seed);
  return { world, bpm: readTempo(text, world), key: readKey(description, world) };
}

function chooseWorld(text: string, seed: number): World {
  let best: World | undefined;
  let bestScore = 0;
  for (const world of WORLDS) {
    let score = 0;
    for (const [i, word] of world.words.entries()) {
      if (new RegExp(`(^|[^a-z])${word.replace(/[-/\\^$*+?.()|[\]{}]/g, '\\$&')}`).test(text))
        score += word.length + (i === 0 ? 8 : 0);
    }
    if (score > bestScore) {
      bestScore = score;
      best = world;
    }
  }
  return best ?? createRandom(seed ^ hash(text)).pick(WORLDS);
}

/** Fits a stated tempo into the world's range, in half or double time if needed. */
function readTempo(text: string, world: World): number | undefined {
  const [slow, fast] = world.tempo;
  // Beyond the world's own range by an eighth, but never so slow that the piece outlasts 80 s, nor so fast that it ends by 45.
  const beats = world.form.reduce((sum, [, bars]) => sum + bars * world.beatsPerBar, 0);
  const lowest = Math.max(slow * 0.88, (beats * 60) / 77);
  const highest = Math.min(fast * 1.12, (beats * 60) / 44);
  const stated = /(\d{2,3})(?:\.\d+)?\s*(?:bpm|beats per minute)/.exec(text);
  if (stated) {
    const asked = Number(stated[1]);
    const options = [asked, asked * 2, asked / 2].filter((bpm) => bpm >= lowest && bpm <= highest);
    return Math.round(options[0] ?? Math.max(lowest, Math.min(highest, asked)));
  }
  const pace = PACES.find(([words]) => words.test(text));
  return pace ? Math.round(slow + (fast - slow) * pace[1]) : undefined;
}

/** 'A minor', 'in F#', 'B flat major', 'C# dorian'; a bare letter counts only after 'in' or 'key of'. */
function readKey(description: string, world: World): string | undefined {
  const text = description.replace(/([A-G]) ?flat/gi, '$1b').replace(/([A-G]) ?sharp/gi, '$1#');
  const full = /\b([A-Ga-g][#b♯♭]?)[ -](major|minor|dorian|mixolydian|lydian|phrygian)\b/i.exec(text);
  const bare = /\b(?:in|key of) ([A-G][#b♯♭]?)(m?)(?![\w#])/.exec(text);
  const note = full?.[1] ?? bare?.[1];
  if (!note) return undefined;
  const letter = note[0]!.toUpperCase() + note.slice(1);
  const mode = full
    ? full[2]!.toLowerCase()
    : bare![2]
      ? 'minor'
      : parseKey(world.keys[0]!).minor
        ? 'minor'
        : 'major';
  return `${letter} ${mode}`;
}
