import type { Random } from '../random.ts';
import { readRhythm, type Theme } from './section.ts';

/** Shapes of small tunes in scale steps: one leap at most, and the gap filled afterwards. */
const CONTOURS = [
  [0, 1, 2, 4, 3, 2, 1],
  [0, 4, 3, 2, 1, 2, 0],
  [4, 3, 2, 0, 1, 2, 1],
  [0, 0, 2, 1, 4, 3, 2],
  [0, -1, 0, 2, 4, 2, 1],
  [2, 1, 0, 4, 3, 1, 2],
  [0, 2, 1, -1, 0, 3, 2],
  [4, 5, 4, 2, 0, 1, 2],
  [0, 3, 2, 1, 2, 0, -1],
];

/** Shapes of verses, which speak rather than sing: repeated notes and small steps. */
const SPOKEN = [
  [0, 0, 1, 0, 0, -1, 0, 2],
  [2, 2, 1, 2, 0, 0, 1, 0],
  [0, 1, 1, 2, 1, 0, -1, 0],
  [1, 0, 1, 2, 2, 1, 0, 0],
  [0, 0, 0, 2, 1, 1, 0, -1],
  [0, -1, 0, 1, 0, 2, 1, 0],
];

/** Makes a theme from one of those that a genre likes: a rhythm of one or two bars, or a tune in degrees. */
export function createTheme(choices: readonly string[], beatsPerBar: number, random: Random): Theme {
  const text = random.pick(choices);
  return /\d/.test(text)
    ? readTune(text, beatsPerBar)
    : themeOf(text, beatsPerBar, random, random.pick(CONTOURS));
}

function themeOf(rhythm: string, beatsPerBar: number, random: Random, contour: readonly number[]): Theme {
  const bars = rhythm.split('|').length;
  const offset = random.whole(0, 1);
  return {
    beats: bars * beatsPerBar,
    notes: readRhythm(rhythm, beatsPerBar, bars * beatsPerBar).map((step, i) => ({
      beat: step.beat,
      length: step.length,
      degree:
        contour[(i + (i >= contour.length ? offset : 0)) % contour.length]! +
        (i >= contour.length ? random.pick([-1, 0, 1]) : 0),
      velocity: step.velocity,
    })),
  };
}

/**
 * Reads a tune written in degrees of the key's scale: '5 - 6 5 | 8 - . 7'. 1 is the tonic, 8 its octave, 0 and below lie
 * under it; '-' holds, '.' rests, 'b' and '#' alter a note, '~' slides into it. Each bar is divided evenly.
 */
function readTune(text: string, beatsPerBar: number): Theme {
  const notes: Theme['notes'] = [];
  const bars = text.split('|');
  for (const [bar, tokens] of bars.map((part) => part.trim().split(/\s+/)).entries()) {
    const grid = beatsPerBar / tokens.length;
    for (const [i, token] of tokens.entries()) {
      const beat = bar * beatsPerBar + i * grid;
      const match = /^(~?)([b#]?)(-?\d+)$/.exec(token);
      if (match) {
        const alter = match[2] === 'b' ? -1 : match[2] === '#' ? 1 : 0;
        const slide = match[1] === '~';
        notes.push({ beat, length: grid, degree: Number(match[3]), velocity: 0.75, alter, slide });
      } else if (token === '-') {
        const last = notes.at(-1);
        if (last) last.length = beat + grid - last.beat;
      } else if (token !== '.') throw new Error(`Not a tune: ${text}`);
    }
  }
  return { beats: bars.length * beatsPerBar, notes, written: true };
}

/** Notes that a bar of a hook has at most: what is sung along to is broad. */
const HOOK_NOTES = 4;

/** A hook with fewer and longer notes: the weakest go, and those that stay last until the next. */
export function broaden(theme: Theme, beatsPerBar: number): Theme {
  const notes = theme.notes.map((note) => ({ ...note }));
  const most = Math.max(4, Math.round((HOOK_NOTES * theme.beats) / beatsPerBar));
  const strength = (beat: number) =>
    beat % 2 === 0 ? 3 : beat % 1 === 0 ? 2 : Math.abs((beat % 1) - 0.5) < 0.01 ? 1 : 0;
  while (notes.length > most) {
    const weights = notes.map((n, i) => (i === 0 ? 9 : strength(n.beat) + n.length));
    notes.splice(weights.indexOf(Math.min(...weights)), 1);
  }
  for (const [i, note] of notes.entries()) {
    const gap = (notes[i + 1]?.beat ?? theme.beats) - note.beat;
    note.length = Math.max(note.length, Math.min(gap, note.length + 0.75));
  }
  return { ...theme, notes };
}

/** Half bars of a verse (bars, in three and five) by their grid, and how its second bar ends: a breath, then a pickup. */
const CELLS = {
  sixteenths: {
    cells: [
      'x-x-x-xx',
      '..x-x-xx',
      'x-xxx-x-',
      'x-xx-xx-',
      '.xx-x-x-',
      'x-x-xxx-',
      'xx-xx-x-',
      '..xxx-x-',
      'x--xx-x-',
    ],
    ends: ['x---..xx', 'x--..x-x', 'x-x-...x', '.x--..xx', 'xx--..x-'],
  },
  eighths: {
    cells: ['xxxx', '.xxx', 'xxx-', 'xx-x', '.xx-', 'x-xx'],
    ends: ['x--x', 'x-.x', '.x-x', 'xx.x'],
  },
  triplets: {
    cells: ['x-xx-x', 'xxxx-x', '..xx-x', 'x-xxxx', '.xxx-x', 'xx-xx-'],
    ends: ['x---.x', 'x--..x', '.x--xx', 'x-x-.x'],
  },
  five: {
    cells: ['x-x-xxx-x-', 'x-xxx-x-xx', '..xxx-x-x-', 'xx-xx-x-x-'],
    ends: ['x-x-x---.x', 'x---x-..xx', '.xx-x---.x'],
  },
  waltz: { cells: ['x-xxx-', 'xxxx--', '.xx-xx', 'x-x-xx', '..xxxx'], ends: ['x---.x', 'x--.xx', 'x---xx'] },
} as const;

/** How many verses are tried before the one least like the hook is taken. */
const TRIES = 24;

/** Writes a verse to a hook: another rhythm, denser, in small steps, with a pickup into what follows. */
export function writeVerse(hook: Theme, beatsPerBar: number, random: Random): Theme {
  const { cells, ends } = CELLS[gridOf(hook, beatsPerBar)];
  const cell = () => random.pick<string>(cells);
  let best: Theme | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const [first, second] = [cell(), cell()];
    const end = random.pick<string>(ends);
    const rhythm =
      beatsPerBar !== 4 ? `${first}|${end}` : `${first}${second}|${random.pick([first, cell()])}${end}`;
    const verse = themeOf(rhythm, beatsPerBar, random, random.pick(SPOKEN));
    const cost = likeness(onsets(verse.notes, 2 * beatsPerBar), onsets(hook.notes, 2 * beatsPerBar));
    if (cost < lowest) [best, lowest] = [verse, cost];
  }
  return best!;
}

function gridOf({ notes }: Theme, beatsPerBar: number): keyof typeof CELLS {
  const on = (share: number) =>
    notes.every(({ beat }) => Math.abs(beat * share - Math.round(beat * share)) < 0.01);
  if (beatsPerBar !== 4) return beatsPerBar === 3 ? 'waltz' : 'five';
  return on(2) ? 'eighths' : on(4) ? 'sixteenths' : 'triplets';
}

/** Where in a phrase notes begin, as shares of all of them. */
export function onsets(notes: readonly { beat: number }[], phrase: number): Map<number, number> {
  const shares = new Map<number, number>();
  for (const { beat } of notes) {
    const step = Math.round((((beat % phrase) + phrase) % phrase) * 12) % (12 * phrase);
    shares.set(step, (shares.get(step) ?? 0) + 1 / notes.length);
  }
  return shares;
}

/** How alike two rhythms are: the share of their onsets that fall on the same place, 0..1. */
export function likeness(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let shared = 0;
  for (const [step, share] of a) shared += Math.min(share, b.get(step) ?? 0);
  return shared;
}
