import type { Random } from '../random.ts';
import { readRhythm, type Theme } from './section.ts';

/** Contours of a tune, in scale steps over its length: an arch, down, up, round in a wave, or through a valley. */
const SHAPES: readonly ((x: number) => number)[] = [
  (x) => 4 * Math.sin(Math.PI * x),
  (x) => 4 - 4 * x,
  (x) => 4 * x,
  (x) => 2 + 2 * Math.sin(2 * Math.PI * x),
  (x) => 3 - 3 * Math.sin(Math.PI * x),
];

/** Share of songs that play a tune as it was written, where a genre has any; the others invent one to its rhythm. */
const WRITTEN = 0.3;

/** Frequency of leaps in a tune: hooks leap, verses speak rather than sing. */
const SUNG = 0.2;
const SPOKEN = 0.04;

/**
 * Makes a theme of those that a genre likes, rhythms or tunes in degrees: the first half of one and the second half of
 * another.
 */
export function createTheme(choices: readonly string[], beatsPerBar: number, random: Random): Theme {
  const known = choices.map((text) =>
    /\d/.test(text) ? readTune(text, beatsPerBar) : readPlain(text, beatsPerBar),
  );
  const tunes = known.filter(({ written }) => written);
  const played = tunes.length > 0 && random.chance(WRITTEN);
  const pool = played ? tunes : known;
  const head = random.pick(pool);
  const tail = random.pick(pool.filter(({ beats }) => beats === head.beats));
  const crossed = cross(head, tail);
  return played ? crossed : shape(turned(crossed, random), random, SUNG);
}

/** The first half of one theme and the second half of another, which is as long. */
function cross(head: Theme, tail: Theme): Theme {
  const half = head.beats / 2;
  const notes = [
    ...head.notes.filter(({ beat }) => beat < half - 0.01),
    ...tail.notes.filter(({ beat }) => beat >= half - 0.01),
  ];
  return { ...head, notes: fitted(notes, head.beats) };
}

/** Notes that end where the next one begins, at the latest. */
function fitted(notes: Theme['notes'], beats: number): Theme['notes'] {
  return notes.map((note, i) => ({
    ...note,
    length: Math.min(note.length, (notes[i + 1]?.beat ?? beats) - note.beat),
  }));
}

/** A rhythm with a turn of its own: a note that comes early, or one that is left out, or neither. */
function turned(theme: Theme, random: Random): Theme {
  const { notes, beats } = theme;
  const early = notes.some(({ beat }) => Math.abs((beat * 4) % 1) > 0.01) ? 1 / 3 : 0.5;
  const free = notes.flatMap(({ beat }, i) => (i > 0 && beat - notes[i - 1]!.beat > early + 0.1 ? [i] : []));
  const at = random.pick(free);
  const kind = random.whole(0, 3);
  if (at === undefined || kind === 0) return theme;
  if (kind === 3 && notes.length > 5) return { ...theme, notes: notes.filter((_, i) => i !== at) };
  const pushed = notes.map((note, i) =>
    i === at ? { ...note, beat: note.beat - early, length: note.length + early } : note,
  );
  return { ...theme, notes: fitted(pushed, beats) };
}

/** Gives a rhythm a tune of its own, whose second half may take up the first. */
function shape(theme: Theme, random: Random, leaps: number): Theme {
  const { beats, notes } = theme;
  const first = notes.filter(({ beat }) => beat < beats / 2 - 0.01).length;
  const head = drawLine(first, random, leaps);
  const shift = random.pick([-1, 1, -2]);
  const tail = random.chance(0.45)
    ? head.map((degree) => degree + shift)
    : drawLine(Math.max(1, notes.length - first), random, leaps);
  const line = [...head, ...Array.from({ length: notes.length }, (_, i) => tail[i % tail.length]!)];
  return { beats, notes: notes.map((note, i) => ({ ...note, degree: line[i]! })) };
}

/** A line to hum, in scale steps: along a shape, in steps and repeated notes, with a step back after each leap. */
function drawLine(count: number, random: Random, leaps: number): number[] {
  const shape = random.pick(SHAPES);
  const line = [Math.round(shape(0))].slice(0, count);
  let leap = 0;
  for (let i = 1; i < count; i++) {
    const left = shape(i / (count - 1)) - line[i - 1]!;
    const way = Math.sign(left) || 1;
    const steps = Math.abs(left) > 0.7 ? [way, way, 0, 2 * way] : [0, way, -way];
    const move = leap
      ? -Math.sign(leap)
      : random.chance(leaps)
        ? way * random.whole(3, 4)
        : random.pick(steps);
    leap = Math.abs(move) > 2 ? move : 0;
    line.push(line[i - 1]! + move);
  }
  return line;
}

/** Reads a rhythm of one or more bars. */
function readPlain(rhythm: string, beatsPerBar: number): Theme {
  const beats = rhythm.split('|').length * beatsPerBar;
  const notes = readRhythm(rhythm, beatsPerBar, beats);
  return { beats, notes: notes.map(({ mark: _, ...note }) => ({ ...note, degree: 0 })) };
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
    ends: ['x-....xx', 'x-....x-', 'x-x-....', '.x-....x', 'xx-....x'],
  },
  eighths: {
    cells: ['xxxx', '.xxx', 'xxx-', 'xx-x', '.xx-', 'x-xx'],
    ends: ['x..x', 'xx..', 'x-..'],
  },
  triplets: {
    cells: ['x-xx-x', 'xxxx-x', '..xx-x', 'x-xxxx', '.xxx-x', 'xx-xx-'],
    ends: ['x-...x', 'x--...', 'xx-...'],
  },
  five: {
    cells: ['x-x-xxx-x-', 'x-xxx-x-xx', '..xxx-x-x-', 'xx-xx-x-x-'],
    ends: ['x-x-x-....', 'x---x-..xx', '.xx-x-...x'],
  },
  waltz: { cells: ['x-xxx-', 'xxxx--', '.xx-xx', 'x-x-xx', '..xxxx'], ends: ['x-..xx', 'x---..', 'x--..x'] },
} as const;

/** Number of verses that are tried before the one least like the hook is taken. */
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
    const verse = shape(readPlain(rhythm, beatsPerBar), random, SPOKEN);
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

/** Onsets of a phrase's notes, as shares of all of them. */
export function onsets(notes: readonly { beat: number }[], phrase: number): Map<number, number> {
  const shares = new Map<number, number>();
  for (const { beat } of notes) {
    const step = Math.round((((beat % phrase) + phrase) % phrase) * 12) % (12 * phrase);
    shares.set(step, (shares.get(step) ?? 0) + 1 / notes.length);
  }
  return shares;
}

/** Likeness of two rhythms: the share of their onsets that fall on the same place, 0..1. */
export function likeness(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let shared = 0;
  for (const [step, share] of a) shared += Math.min(share, b.get(step) ?? 0);
  return shared;
}
