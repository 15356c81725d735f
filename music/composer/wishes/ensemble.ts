import { drawBeat, playGroove } from '../arranging/drums.ts';
import type { Role } from '../score.ts';
import { type Kit, kitAcoustic, percussion } from '../sound/drums.ts';
import type { FormSection, PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad } from '../writing/chords.ts';
import { drumming } from '../writing/drumming.ts';
import type { Feel } from '../writing/grooves.ts';
import { melody } from '../writing/melody.ts';
import type { Section } from '../writing/section.ts';
import type { Chair } from './instruments.ts';
import { instrumentOf, makersOf, OCTAVES } from './voices.ts';

export type Row = {
  name: string;
  bars: number;
  chords: string;
  energy: number;
  label: string;
  entries: Map<string, string>;
};

/** A world's players and form, opened up to be changed. */
export type Ensemble = {
  world: World;
  feel: Feel;
  take: number;
  parts: Record<string, PartPlan>;
  rows: Row[];
  /** The instrument of each part, as words name it. */
  who: Map<string, string>;
};

/** Opens a world: `feel` and `take` (0 to 2) are for drums that have to be added. */
export function openEnsemble(world: World, feel: Feel, take: number): Ensemble {
  const parts = { ...(world.parts as Record<string, PartPlan>) };
  const who = new Map(
    Object.entries(parts).map(([name, plan]): [string, string] => [
      name,
      'kit' in plan ? (name === 'drums' ? 'drums' : 'percussion') : instrumentOf(plan.voice().name ?? ''),
    ]),
  );
  const rows = world.form.map(([name, bars, chords, energy, entries, label]) => ({
    name,
    bars,
    chords,
    energy,
    label: label ?? name,
    entries: new Map(
      entries
        .trim()
        .split(/\s+/)
        .map((text): [string, string] => [text.split(/[:@]/)[0]!, text]),
    ),
  }));
  return { world, feel, take, parts, rows, who };
}

/** The world that a band makes; nobody who never plays is in it, and no section is empty. */
export function closeEnsemble({ world, parts, rows, who }: Ensemble): World {
  const usual = [...who.keys()].filter(
    (part) => parts[part]!.role !== 'texture' && !['rise', 'chops'].includes(part),
  );
  for (const { entries } of rows) {
    for (const name of entries.keys()) if (!parts[name]) entries.delete(name);
    if (entries.size === 0) for (const name of usual.slice(0, 2)) entries.set(name, name);
  }
  const form = rows.map(
    (row): FormSection => [
      row.name,
      row.bars,
      row.chords,
      row.energy,
      [...row.entries.values()].join(' '),
      row.label,
    ],
  );
  // Players who join may sing a theme where the world's own have tunes that are written out.
  return { ...world, themes: { hook: ['x---x-x-x-------'], ...world.themes }, parts, form };
}

export function chairOf({ parts }: Ensemble, part: string): Chair {
  const plan = parts[part]!;
  if ('kit' in plan) return part === 'drums' ? 'drums' : 'percussion';
  return plan.role === 'texture' ? 'arp' : (plan.role as Chair);
}

/** Gives a part to another instrument; effects that belonged to the old one go. */
export function changeInstrument(band: Ensemble, part: string, instrument: string): void {
  const plan = band.parts[part]!;
  if ('kit' in plan) return;
  const chair = chairOf(band, part);
  const makers = makersOf(instrument);
  const octave = 12 * (OCTAVES[instrument]?.[chair] ?? 0);
  const { inserts: _, ...rest } = plan;
  const play = (s: Section) => plan.play(s).map((note) => ({ ...note, pitch: note.pitch + octave }));
  band.parts[part] = { ...rest, voice: makers[chair] ?? makers.any, play: octave ? play : plan.play };
  band.who.set(part, instrument);
}

export function removePlayer(band: Ensemble, part: string): void {
  delete band.parts[part];
  for (const { entries } of band.rows) entries.delete(part);
  band.who.delete(part);
}

/** Takes a new player into the band, who plays what its chair usually plays. Returns the part's name. */
export function addPlayer(band: Ensemble, instrument: string, chair: Chair): string {
  const name =
    chair === 'drums'
      ? 'drums'
      : chair === 'percussion'
        ? `hands${band.who.size}`
        : `${chair}${band.who.size}`;
  const { feel, take } = band;
  if (chair === 'drums')
    band.parts[name] = {
      role: 'drums',
      kit: kitAcoustic,
      play: drummer(kitAcoustic, feel, take),
    };
  else if (chair === 'percussion') {
    const kit = { ...percussion, clap: kitAcoustic.clap! };
    const groove = HANDS[instrument] ?? HANDS.percussion!;
    band.parts[name] = {
      role: 'drums',
      kit,
      mix: { level: -22, pan: 0.2 },
      play: (s) =>
        drumming(s, s.beatsPerBar === 4 ? groove : inOdd(groove, s.beatsPerBar), {
          velocity: 0.6 + 0.25 * s.energy,
        }),
    };
  } else {
    band.parts[name] = {
      role: chair,
      voice: makersOf(instrument).any,
      play: usually(band.world, chair),
    };
    changeInstrument(band, name, instrument);
  }
  band.who.set(name, chair === 'drums' ? 'drums' : instrument);
  return name;
}

export const drummer = (kit: Kit, feel: Feel, take: number) => (s: Section) =>
  playGroove(s, kit, drawBeat(feel, take, s.seed, kit));

/** Grooves of hand percussion, by the instrument that is asked for. */
const HANDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  percussion: { conga: '..xx..x...xx..xo', bongo: 'x..x..x.x..x..xx', shaker: 'x.xox.xox.xox.xo' },
  shaker: { shaker: 'XoxoXoxoXoxoXoxo' },
  tambourine: { tambourine: 'x.XxX.xxx.XxX.xx' },
  claps: { clap: '....X.......X..x' },
  cowbell: { cowbell: 'x...x.x.x...x.x.' },
  castanets: { castanets: 'x..xx.x.x..xx.xx' },
  triangle: { triangle: '....x.......x...' },
  timpani: { timpani: 'X.....x.X.......' },
  gong: { gong: 'X...............|................' },
};

/** A groove of hands in bars of three or five beats. */
const inOdd = (groove: Readonly<Record<string, string>>, beats: number) =>
  Object.fromEntries(
    Object.keys(groove).map((piece, i) => [piece, (i % 2 ? 'x.xoxoxo.x' : 'XoxoXoxoXo').slice(0, 2 * beats)]),
  );

/** Usual rhythms of the chairs, by the beats of a bar. */
const USUAL: Readonly<Record<3 | 4 | 5, { bass: string[]; chords: string[]; arp: number[] }>> = {
  3: { bass: ['R-----', 'R---5-', 'R-5-8-'], chords: ['..x.x.', '..x-x-'], arp: [0, 1, 2, 3, 2, 1] },
  4: {
    bass: ['R---r-..5-R---a-', 'R-----r-R---5---'],
    chords: ['x---x-x-..x-x---', 'x-----x---x-x---'],
    arp: [0, 2, 1, 2, 3, 2, 1, 2],
  },
  5: {
    bass: ['R-..r-5-a-', 'R-----5---'],
    chords: ['x--x--x-x-', '..x-..x-x-'],
    arp: [0, 1, 2, 3, 2, 1, 0, 2, 1, 2],
  },
};

/** Usual playing of a chair in this world's meter. */
function usually(world: World, chair: Role, solo = false): (s: Section) => ReturnType<typeof pad> {
  const steps = USUAL[world.beatsPerBar];
  const [theme = 'hook'] = Object.keys(world.themes);
  switch (chair) {
    case 'bass':
      return (s) => bassLine(s, steps.bass, { center: 38 });
    case 'chords':
      return (s) => comp(s, steps.chords, { center: 60 });
    case 'pad':
      return (s) => pad(s, { center: 60, open: true });
    case 'lead':
      return (s) =>
        melody(
          s,
          s.theme(solo ? (Object.keys(world.themes).at(-1) ?? theme) : theme),
          'state answer state return',
          { center: 73 },
        );
    default:
      return (s) => arpeggio(s, steps.arp, { rate: 0.5, center: 67 });
  }
}

/** Rhythms of tunes in meters that no world but one is written in. */
const THEMES = {
  3: ['x---x-|x-----', 'x---xx|x---x-', 'x-x-x-|x-----', 'x-----|x-x-x-'],
  5: ['x-x-xxx---|x-----x---', 'x-----x-x-|x-xxx-----', 'x-xxx-x---|x---x-----', 'x---x-x-x-|x---------'],
} as const;

/** The same band in bars of three or five beats: each plays what its chair plays there. */
export function inMeter(world: World, take: number, beats: 3 | 5): World {
  if (world.beatsPerBar === beats) return world;
  const feel = beats === 3 ? 'waltz' : 'five';
  const rhythms = THEMES[beats];
  const { swing: _, ...rest } = world;
  const odd: World = {
    ...rest,
    beatsPerBar: beats,
    feel,
    themes: Object.fromEntries(
      Object.keys({ hook: '', bridge: '', ...world.themes }).map((name, i) => [
        name,
        [rhythms[i % 4]!, rhythms[(i + 1) % 4]!],
      ]),
    ),
  };
  const { parts } = world;
  odd.parts = (random) =>
    Object.fromEntries(
      Object.entries(typeof parts === 'function' ? parts(random) : parts).map(
        ([name, plan]): [string, PartPlan] => [
          name,
          'kit' in plan
            ? { ...plan, play: name === 'drums' ? drummer(plan.kit, feel, take) : () => [] }
            : { ...plan, play: usually(odd, plan.role, name === 'solo') },
        ],
      ),
    );
  return odd;
}
