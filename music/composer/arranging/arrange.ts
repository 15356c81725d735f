import { recordOf } from '../genres/records.ts';
import type { Genre } from '../genres/table.ts';
import { createRandom, type Random } from '../random.ts';
import type { Ending } from '../score.ts';
import { relativesOf, VOICES, type VoiceName } from '../sound/voices.ts';
import { tempoFor } from '../wishes/chips.ts';
import type { FormSection, PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { type Feel, feelOf } from '../writing/grooves.ts';
import { type Mode, progressionsIn } from '../writing/progressions.ts';
import { parseKey } from '../writing/theory.ts';
import { tuningOf } from '../writing/tunings.ts';
import { candyIn, candyOf } from './candy.ts';
import { drawBeat, playGroove } from './drums.ts';
import { type Plan, type Role, scenesOf, secondsOf, solveForm, surround, TAKES, type Take } from './form.ts';

/** A world as one take of one song plays it: its own form, tempo, key, progressions, drums and lead. */
export type Arrangement = { world: World; bpm: number; key: string; plan: Plan };

/** Tempo and key that words ask for; the genre and the seed decide the rest. */
export type Hints = {
  /** Beats per minute, if stated: they hold for all takes. */
  bpm?: number;
  /** Deviation from the song's own tempo: -1 slow, 1 fast; see `tempoFor`. */
  pace?: number;
  /** 'A minor', if stated. */
  key?: string;
  mode?: Mode;
};

/** Input of an arrangement: a genre's slug, hints from the description, a take, and a length. */
type Order = {
  slug: string;
  hints: Hints;
  take: Take;
  seconds: number;
  seed: number;
  /** Plans the form of a song with words. */
  planFor?: ((world: World, bpm: number) => Plan) | undefined;
};

/** Tempo of takes A, B and C against the song's own; a tempo that the description states holds for all three. */
const PACE = [1, 1.09, 0.915] as const;
/** Semitones between the keys of the takes: at least three between any two of them. */
const STEPS = [
  [0, 4, 8],
  [0, 5, 9],
  [0, 3, 8],
  [0, 4, 7],
] as const;
const MAJOR_TONICS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const MINOR_TONICS = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B'];

/** Arranges a world for a genre's row, the words of a description, a take, and a length in seconds. */
export function arrange(
  world: World,
  genre: Genre,
  { slug, hints, take, seconds, seed, planFor }: Order,
): Arrangement {
  const index = TAKES.indexOf(take);
  const random = createRandom(seed).fork(`${world.name}/arrangement`);
  const [slow, fast] = genre.tempo;
  const own = slow + (fast - slow) * spread(random.fork('tempo').unit());
  const middle = hints.pace === undefined ? own : tempoFor(hints.pace, genre.tempo, own);
  const wanted = hints.bpm ?? middle * PACE[index]!;
  const mode = hints.mode ?? (genre.mode === 'own' ? undefined : genre.mode);
  const ended = { ...world, ending: random.fork(`ending/${take}`).pick(endingsOf(world)) };
  const plan =
    planFor?.(ended, wanted) ?? solveForm(take, ended, wanted, seconds, random.fork(`form/${take}`));
  const chords = chordsFor(world, mode, index, random.fork('chords'));
  const parts = {
    ...playersOf(world, genre, index, seed),
    ...candyOf(world, take, random.fork(`candy/${take}`)),
  };
  const sound = { ...world.sound, ...recordOf(slug) };
  const key = hints.key ?? keyFor(world, mode, index, random.fork('key'));
  const tuning = tuningOf(world, slug, key.split(' ')[1] ?? 'major');
  const hooks = plan.filter(({ role }) => role === 'hook').length;
  const lifts = LIFTING.test(world.name) && hooks > 1 && !hints.key && !tuning;
  return {
    world: {
      ...ended,
      tempo: genre.tempo,
      tuning,
      chords,
      parts,
      form: layOut(ended, plan, take, parts),
      ...(lifts && random.fork(`lift/${take}`).chance(0.3) ? { lift: 2 } : {}),
      ...swingOf(genre),
      sound: take === 'C' ? sparse(sound) : sound,
    },
    bpm: hints.bpm ?? fineTempo(plan, ended, wanted, seconds),
    key,
    plan,
  };
}

/** Worlds whose last hook may be a tone higher than those before. */
const LIFTING = /pop|soul|gospel|country|rock|synthwave|latin|trance/;

/** Endings of a world's songs, the most typical first. */
function endingsOf({ name }: World): readonly Ending[] {
  if (/ambient|piano|waltz|orchestra|folk|drone/.test(name)) return ['ritard', 'ritard', 'hit'];
  if (/jazz|bossa|country|gospel|ballad/.test(name)) return ['ritard', 'hit', 'stop', 'ritard', 'fade'];
  if (/house|techno|trance|bass|vapor|synthwave|lo-fi|reggae/.test(name)) return ['fade', 'hit', 'stop'];
  return ['hit', 'stop', 'fade', 'ritard'];
}

/** Draws away from the middle of a range towards its ends, so that two songs seldom have the same tempo. */
function spread(at: number): number {
  const off = 2 * at - 1;
  return 0.5 + 0.5 * Math.sign(off) * Math.abs(off) ** 0.6;
}

/** With fewer players, and less of everything that is struck, the sparse take is darker and narrower. */
function sparse({ air, width, ...sound }: World['sound']): World['sound'] {
  return {
    ...sound,
    ...(air === undefined ? {} : { air: air - 2 }),
    ...(width === undefined ? {} : { width: Math.max(-14, width - 1.5) }),
  };
}

/** Moves the tempo by at most 1 % towards the wanted length: less than the ear notices. */
function fineTempo(plan: Plan, world: World, bpm: number, seconds: number): number {
  const around = surround(world);
  const exact = (bpm * (secondsOf(plan, world, bpm) - around)) / Math.max(10, seconds - around);
  return Math.round(10 * Math.max(bpm * 0.99, Math.min(bpm * 1.01, exact))) / 10;
}

function keyFor(world: World, mode: Mode | undefined, index: number, random: Random): string {
  const own = random.pick(world.keys);
  const [, ownMode = 'major'] = own.split(' ');
  const shift = random.pick(STEPS)[index]!;
  const chosen = mode ?? ownMode;
  const tonics = parseKey(`C ${chosen}`).minor ? MINOR_TONICS : MAJOR_TONICS;
  return `${tonics[(parseKey(own).tonic + shift) % 12]} ${chosen}`;
}

function chordsFor(world: World, mode: Mode | undefined, index: number, random: Random): World['chords'] {
  const modes = new Set(world.keys.map((key) => key.split(' ')[1] ?? 'major'));
  const book = mode && !modes.has(mode) ? progressionsIn(mode, world.chords) : world.chords;
  const turn = random.whole(0, 11);
  // The takes draw neighboring progressions, so that no two share one where there is a choice.
  const drawn = Object.fromEntries(
    Object.entries(book).map(([name, options]) => {
      const all = [options].flat();
      return [name, all[(turn + index) % all.length]!];
    }),
  );
  // A hook goes on as another of the hooks or of the bridges does, and never as its own song's verse.
  const hooks = [book.hook ?? [], book.b ?? []].flat().filter((chords) => chords !== drawn.a);
  const head = hooks[(random.whole(0, 11) + index) % hooks.length];
  return head ? { ...drawn, hook: crossed(head, random.pick(hooks)) } : drawn;
}

/** The first half of one progression and the second half of another, if they are as long. */
function crossed(head: string, tail: string): string {
  const [first, second] = [head, tail].map((text) => text.split(' | ')) as [string[], string[]];
  const half = first.length / 2;
  return first.length === second.length && half >= 2
    ? [...first.slice(0, half), ...second.slice(half)].join(' | ')
    : head;
}

function swingOf(genre: Genre): Partial<World> {
  if (genre.feel === 'own') return {};
  return { swing: feelOf(genre.feel).swing ?? { share: 0.5, unit: 0.5 } };
}

/** Weight of each of a genre's own leads in the draw, against 1 for each relative of the most typical one. */
const WEIGHTS = [3, 2, 2] as const;

/**
 * Draws the leads of the three takes, then, as far as there are others, the soloist of each. Most
 * are the genre's own, now and then a relative of the most typical.
 */
function drawLeads(leads: readonly [VoiceName, VoiceName, VoiceName], random: Random): VoiceName[] {
  const pool = [
    ...leads.flatMap((lead, i) => Array<VoiceName>(WEIGHTS[i]!).fill(lead)),
    ...relativesOf(leads[0]).filter((relative) => !leads.includes(relative)),
  ];
  const drawn: VoiceName[] = [];
  while (drawn.length < new Set(pool).size)
    drawn.push(random.pick(pool.filter((lead) => !drawn.includes(lead))));
  return drawn;
}

/** The world's players, with this take's drum groove, bass line and lead. */
function playersOf(world: World, genre: Genre, index: number, seed: number): Record<string, PartPlan> {
  const random = createRandom(seed).fork('players');
  const plans = typeof world.parts === 'function' ? world.parts(random.fork('parts')) : world.parts;
  const feel = genre.feel === 'own' ? world.feel : genre.feel;
  const { beats } = feelOf(feel);
  const drawn = drawLeads(genre.leads ?? world.leads, random.fork('leads'));
  // The world's own instrument plays best what it was chosen for.
  const keeps = !genre.leads && drawn[index] === world.leads[0];
  const players: Record<string, PartPlan> = {};
  for (const [name, plan] of Object.entries(plans)) {
    if ('kit' in plan) {
      if (world.drumless && genre.feel === 'own') continue;
      const beat = drawBeat(feel, index, seed, plan.kit);
      if (beats === world.beatsPerBar)
        players[name] = { ...plan, play: (s) => playGroove(s, plan.kit, beat) };
    } else if (plan.role === 'bass' && index > 0 && beats === world.beatsPerBar) {
      players[name] = { ...plan, play: (s) => bassLine(s, BASS[stepsOf(feel)][index - 1]!, { center: 38 }) };
    } else if (plan.role === 'lead') {
      const soloist = name === 'solo' && !world.standard;
      const voice = VOICES[(soloist && drawn[3 + index]) || drawn[index]!].make;
      const own = soloist ? !genre.leads && index === 0 : keeps;
      players[name] = own ? plan : { ...plan, voice };
    } else players[name] = plan;
  }
  return players;
}

function stepsOf(feel: Feel): keyof typeof BASS {
  const { beats, triplets } = feelOf(feel);
  if (beats !== 4) return beats === 3 ? 'waltz' : 'five';
  return feel === 'twelve' ? 'triplets' : triplets ? 'swung' : 'straight';
}

/** Bass lines of the driving and the sparse take. */
const BASS = {
  straight: [
    ['R-r-..5-R-r-..a-', 'R-..r-R-5-..r-a-', 'R--r..R-8-..5-a-'],
    ['R-------....5-a-', 'R-------------a-', 'R---....5-------'],
  ],
  swung: [
    ['R.5.8.a.', 'R-r-5-a-', 'R.R5..8a'],
    ['R-----a-', 'R---5---'],
  ],
  triplets: [
    ['R-.5-.8-.a-.', 'R-r..r5-.a-.'],
    ['R-----5-----', 'R---------a-'],
  ],
  waltz: [
    ['R-5-8-', 'R---5-'],
    ['R-----', 'R-----|R---a-'],
  ],
  five: [
    ['R-..r-5-a-', 'R-5-r-8-a-'],
    ['R-----5---', 'R-------a-'],
  ],
} as const satisfies Record<string, readonly [readonly string[], readonly string[]]>;

type Entry = { part: string; variant: string; from: number; to: number | undefined };

/** Writes the form's rows: which of the world's parts play where, entering as this take wants them. */
function layOut(
  world: World,
  plan: Plan,
  take: Take,
  players: Readonly<Record<string, PartPlan>>,
): FormSection[] {
  const scenes = scenesOf(world);
  const visits = new Map<Role, number>();
  const hooks = plan.filter(({ role }) => role === 'hook').length;
  const standard = plan.some(({ role }) => role === 'solo');
  return plan.map(({ role, bars }, at) => {
    const visit = visits.get(role) ?? 0;
    visits.set(role, visit + 1);
    // A song that fades out is still in its hook.
    const fades = role === 'outro' && world.ending === 'fade';
    const scene = fades ? scenes.hook[0]! : scenes[role][visit % scenes[role].length]!;
    const [name, , chords, energy] = scene;
    const here = (from: FormSection) => readScene(from, bars).filter(({ part }) => part in players);
    const last = role === 'hook' && visit === hooks - 1;
    const entries = here(scene).flatMap((entry) => inHook(entry, role, last, take));
    const place = plan.length > 1 ? at / (plan.length - 1) : 1;
    const playing =
      role === 'outro'
        ? entries
        : staging(take, role, visit, {
            entries,
            verse: here(scenes.verse[0]!),
            bars,
            players,
            standard,
          });
    return [
      name,
      bars,
      role === 'pre' && world.chords.b ? 'b' : chords,
      energyOf(take, fades ? 'hook' : role, energy, place, last || fades),
      playing.map(write).join(' ') + candyIn(plan, at, players),
      role,
    ];
  });
}

/** In the last hook the lead rises, and its twin joins it on the other side; earlier hooks keep that back. */
function inHook(entry: Entry, role: Role, last: boolean, take: Take): Entry[] {
  if (role !== 'hook') return [entry];
  if (entry.part === 'twin') return last && take !== 'C' ? [entry] : [];
  return entry.part === 'lead' && last ? [{ ...entry, variant: 'last' }] : [entry];
}

function energyOf(take: Take, role: Role, energy: number, place: number, last: boolean): number {
  if (role === 'outro') return energy;
  const written = role === 'pre' ? energy * 0.94 : energy;
  if (take === 'B') return Math.min(1, written * (last ? 1 : 0.72 + 0.28 * place));
  if (take === 'C') return written * (last ? 0.95 : 0.86);
  return role === 'hook' && !last ? written * 0.96 : written;
}

/** Players in a section of this take. */
function staging(
  take: Take,
  role: Role,
  visit: number,
  scene: {
    entries: Entry[];
    verse: Entry[];
    bars: number;
    players: Readonly<Record<string, PartPlan>>;
    standard: boolean;
  },
): Entry[] {
  const { entries, verse, bars, players, standard } = scene;
  const is = (entry: Entry, ...roles: string[]) => roles.includes(players[entry.part]!.role);
  if (take === 'A') {
    if (role === 'pre') return entries.filter((entry) => !is(entry, 'lead'));
    return entries;
  }
  if (take === 'B') {
    // The band comes in one after the other, the drums last.
    if (role === 'intro') return oneByOne(entries, verse, bars, players);
    if (role === 'pre') return entries.filter((entry) => !is(entry, 'bass', 'lead'));
    if (role === 'verse' && visit === 0)
      return entries
        .filter((entry) => !is(entry, 'texture', ...(standard ? ['drums', 'chords'] : [])))
        .map((entry) => (is(entry, 'lead') ? late(entry, bars) : entry));
    // A standard opens with bass and drums, and the first to join them is the tune.
    if (role === 'break' && standard && visit === 0) return entries.filter((entry) => !is(entry, 'chords'));
    if (role === 'break') return entries.filter((entry) => !is(entry, 'drums') || entry.part === 'drums');
    // The first solo is played over bass and drums alone.
    if (role === 'solo' && visit === 0) return entries.filter((entry) => !is(entry, 'chords'));
    return entries;
  }
  const most =
    role === 'hook'
      ? { chords: 1, pad: 1, arp: 1, texture: 1, lead: 1 }
      : { chords: 1, pad: 1, arp: 0, texture: 1, lead: 1 };
  const sparse = thin(entries, players, most);
  // A sparse standard drops the chords from every second part of its tune, and from the solos.
  if (standard && (role === 'solo' || (role === 'verse' && visit % 2 === 1)))
    return sparse.filter(
      (entry) => !is(entry, 'chords', ...(role === 'solo' && visit === 0 ? ['drums'] : [])),
    );
  if (role === 'intro') return sparse.filter((entry) => !is(entry, 'drums'));
  if (role === 'verse' && visit === 0)
    return sparse
      .filter((entry) => !is(entry, 'drums') || bars >= 4)
      .map((entry) => (is(entry, 'drums') ? late(entry, bars) : entry));
  return sparse;
}

/** Keeps the first so many parts of each role, and at least two parts. */
function thin(
  entries: Entry[],
  players: Readonly<Record<string, PartPlan>>,
  most: Readonly<Record<string, number>>,
): Entry[] {
  const counts = new Map<string, number>();
  const kept = entries.filter((entry) => {
    const { role } = players[entry.part]!;
    const count = counts.get(role) ?? 0;
    counts.set(role, count + 1);
    return count < (most[role] ?? 1);
  });
  return kept.length >= 2 ? kept : entries;
}

function late(entry: Entry, bars: number): Entry {
  return { ...entry, from: Math.max(entry.from, Math.floor(bars / 2) + 1) };
}

const ORDER = ['texture', 'pad', 'arp', 'chords', 'bass', 'drums'];

function oneByOne(
  entries: Entry[],
  verse: Entry[],
  bars: number,
  players: Readonly<Record<string, PartPlan>>,
): Entry[] {
  const all = [...entries, ...verse.filter((v) => !entries.some((e) => e.part === v.part))]
    .filter((entry) => players[entry.part]!.role !== 'lead')
    .sort((a, b) => ORDER.indexOf(players[a.part]!.role) - ORDER.indexOf(players[b.part]!.role));
  const chosen = all.slice(0, 5);
  return chosen.map((entry, i) => ({
    ...entry,
    from: 1 + Math.floor((i * bars) / chosen.length),
    to: undefined,
  }));
}

/** Reads a row's parts; bars in which parts enter and leave are scaled to the section's new length. */
function readScene([, rowBars, , , parts]: FormSection, bars: number): Entry[] {
  return parts
    .trim()
    .split(/\s+/)
    .map((text) => {
      const [, part = '', variant = '', from, to] =
        /^(\w+)(?::(\w+))?(?:@(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
      const scaled = (bar: number) => Math.round((bar * bars) / rowBars);
      return {
        part,
        variant,
        from: from ? 1 + Math.min(bars - 1, scaled(Number(from) - 1)) : 1,
        to: to ? Math.max(1, scaled(Number(to))) : undefined,
      };
    });
}

function write({ part, variant, from, to }: Entry): string {
  const span = to !== undefined ? `@${from}-${to}` : from > 1 ? `@${from}` : '';
  return `${part}${variant ? `:${variant}` : ''}${span}`;
}
