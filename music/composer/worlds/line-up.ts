import { drawBeat, playGroove } from '../arranging/drums.ts';
import { ROLES } from '../compose.ts';
import type { Random } from '../random.ts';
import type { Mix, Note, Role, Sound } from '../score.ts';
import { type Kit, otherKit } from '../sound/drums.ts';
import * as instruments from '../sound/instruments.ts';
import type { Voice } from '../sound/voice.ts';
import { VOICES, type VoiceName } from '../sound/voices.ts';
import type { FormSection, PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad, type VoicingOptions } from '../writing/chords.ts';
import type { Feel } from '../writing/grooves.ts';
import { improvise, type SoloOptions } from '../writing/improvise.ts';
import { answer, melody } from '../writing/melody.ts';
import type { Section } from '../writing/section.ts';
import { NAMES } from './names.ts';

/** Position of a player's hands, and the options of the ways of playing. */
type Touch = VoicingOptions &
  SoloOptions & {
    strum?: number;
    short?: number;
    split?: boolean;
    anticipate?: boolean;
    /** Order of the voicing's tones in an arpeggio, '0213'. */
    order?: string;
    rate?: number;
  };

/** A way of playing: what is written as a rhythm (choices parted by ' / '), or another text, becomes notes. */
type Play = (section: Section, text: string, touch: Touch) => Note[];

/** Players that may be in a band, the role of each in the mix, and how each plays the table's rhythms. */
const PLAYERS = {
  bass: ['bass', (s, text, touch) => bassLine(s, choices(text), touch)],
  pad: ['pad', (s, _, touch) => pad(s, { center: 60, open: true, ...touch })],
  keys: ['chords', (s, text, touch) => comp(s, choices(text), touch)],
  /** A second hand on chords, from the second verse on: another guitar on the other side. */
  second: ['chords', (s, text, touch) => comp(s, choices(text), touch)],
  /** Horns and the like, in hooks and bridges. */
  stabs: ['chords', (s, text, touch) => comp(s, choices(text), touch)],
  arp: [
    'arp',
    (s, text, touch) =>
      arpeggio(s, orderOf(touch), { gate: 0.7, rate: 0.25, center: 69, ...touch, ...rhythmOf(text) }),
  ],
  /** Sounds around the band, in intros, breaks and endings. */
  air: ['texture', (s, _, touch) => pad(s, { center: 67, size: 3, ...touch })],
  lead: ['lead', (s, _, touch) => sing(s, touch)],
  /** Answers the lead. */
  counter: [
    'arp',
    (s, _, touch) =>
      answer(s, 'lead', s.theme(s.label === 'verse' ? 'verse' : 'hook'), { center: 67, ...touch }),
  ],
  /** Plays in bridges and breaks: improvises, or sings the bridge's theme. */
  solo: [
    'lead',
    (s, _, touch) => melody(s, s.theme('bridge'), 'state develop state answer', { center: 76, ...touch }),
  ],
} as const satisfies Record<string, readonly [Role, Play]>;

type PlayerName = keyof typeof PLAYERS;

/** A band by its players; the form and the usual ways of playing are filled in. */
type LineUp = {
  name: string;
  genre: string;
  tempo: readonly [number, number];
  /** 'A minor, E minor' */
  keys: string;
  beatsPerBar?: 3;
  standard?: true;
  swing?: World['swing'];
  feel: Feel;
  /** Without one there are no drums. */
  kit?: Kit;
  drums?: Partial<Mix>;
  /** The drums wait outside unless a genre has a feel of its own. */
  drumless?: true;
  /** 'a' for verses, 'b' for the bridge, 'hook', 'break' and 'end'; choices parted by ' / '. */
  chords: Readonly<Record<'a' | 'b' | 'break' | 'end', string>> & { hook?: string };
  /** Rhythms or tunes in degrees, choices parted by ' / '; a verse is written to the hook where there is none. */
  themes: { hook: string; bridge: string; verse?: string };
  /**
   * A player a row, 'name | instruments | place and touch | verse | hook'; a row may go on with a line that begins with '|'.
   * Of several instruments (' / '), one is drawn per song. Place and touch are those of `Mix` and `Touch`: 'level -24, pan 0.3,
   * rootless, no swing'. Without a hook, both play the verse.
   */
  players: string;
  /** Instruments as only this band plays them. The others are those of instruments.ts and voices.ts. */
  voices?: Readonly<Record<string, () => Voice>>;
  /** Ways of playing that only this band has. */
  plays?: Partial<Record<PlayerName, Play>>;
  /** Time that leans: each phrase (in beats) begins and ends broader and moves on in its middle. */
  rubato?: readonly [phrase: number, depth: number];
  /** Energy of intro, two verses, bridge, break, hook and end. */
  energies?: readonly [number, number, number, number, number, number, number];
  sound: Partial<Sound>;
  ritard?: readonly [beats: number, amount: number];
  leads: readonly [VoiceName, VoiceName, VoiceName];
};

/** Makes a world of a line-up. */
export function band(line: LineUp): World {
  const { name, genre, tempo, feel, sound, leads } = line;
  const [titles, artists] = NAMES[name]!;
  const players = readPlayers(line);
  const parts = (random: Random): Record<string, PartPlan> => {
    const plans: Record<string, PartPlan> = {};
    const kit = line.kit && random.fork('kit').chance(0.5) ? otherKit(line.kit) : line.kit;
    if (kit)
      plans.drums = {
        role: 'drums',
        kit,
        ...(line.drums ? { mix: line.drums } : {}),
        play: (s) => playGroove(s, kit, drawBeat(feel, 0, s.seed, kit)),
      };
    for (const player of players) plans[player.name] = planOf(line, player, random);
    if (plans.lead) plans.twin = twinOf(plans.lead);
    return plans;
  };
  return {
    name,
    genre,
    tempo,
    keys: line.keys.split(', '),
    beatsPerBar: line.beatsPerBar ?? 4,
    ...(line.standard ? { standard: true } : {}),
    ...(line.swing ? { swing: line.swing } : {}),
    chords: listed({ hook: line.chords.a, ...line.chords }),
    themes: listed(line.themes),
    feel,
    ...(line.drumless ? { drumless: true } : {}),
    leads,
    form: formOf(line, new Set(players.map((player) => player.name))),
    parts,
    sound,
    ...(line.ritard ? { ritard: { beats: line.ritard[0], amount: line.ritard[1] } } : {}),
    titles,
    artists,
  };
}

type Player = {
  name: PlayerName;
  voices: readonly (() => Voice)[];
  mix: Partial<Mix>;
  touch: Touch;
  verse: string;
  hook: string;
};

function readPlayers({ name: world, players, voices }: LineUp): Player[] {
  const rows = players
    .trim()
    .replace(/\n\s*\|/g, ' |')
    .split(/\n\s*/);
  return rows.map((row) => {
    const [name = '', instruments = '', place = '', verse = '', hook = verse] = row.split(' | ');
    if (!(name in PLAYERS)) throw new Error(`${world}: no player ${name}`);
    const makers = instruments.split(' / ').map((instrument) => {
      const maker = voices?.[instrument] ?? OWN[instrument] ?? VOICES[instrument as VoiceName]?.make;
      if (!maker) throw new Error(`${world}: no instrument ${instrument}`);
      return maker;
    });
    return { name: name as PlayerName, voices: makers, ...readPlace(place, world), verse, hook };
  });
}

/** Makers of instruments by name, with their usual settings. */
const OWN = instruments as unknown as Readonly<Record<string, (() => Voice) | undefined>>;

const TOUCH = new Set(
  'center size rootless open velocity ornaments slides harmony gate density spice grid strum short split anticipate order rate'.split(
    ' ',
  ),
);

/** Reads 'level -24, rate 1/3, rootless, no swing' into what the mix and the hands take. */
function readPlace(text: string, world: string): { mix: Partial<Mix>; touch: Touch } {
  const mix: Record<string, unknown> = {};
  const touch: Record<string, unknown> = {};
  for (const words of text.split(', ')) {
    const [first = '', second] = words.split(' ');
    const key = first === 'no' ? second! : first;
    const to = key in ROLES.drums ? mix : TOUCH.has(key) ? touch : undefined;
    if (!to) throw new Error(`${world}: “${words}” is no place and no touch`);
    const [over = 0, under = 1] = (second ?? '').split('/').map(Number);
    to[key] = first === 'no' ? false : second === undefined ? true : key === 'order' ? second : over / under;
  }
  return { mix, touch };
}

function planOf(
  { rubato, plays }: LineUp,
  { name, voices, mix, touch, verse, hook }: Player,
  random: Random,
): PartPlan {
  const [role, usual] = PLAYERS[name];
  const play: Play = plays?.[name] ?? usual;
  return {
    role,
    voice: voices.length === 1 ? voices[0]! : random.fork(name).pick(voices),
    mix,
    play: (s) => {
      const notes = play(s, s.variant === 'full' ? hook : verse, touch);
      return rubato ? lean(notes, ...rubato) : notes;
    },
  };
}

function lean(notes: readonly Note[], phrase: number, depth: number): Note[] {
  const at = (beat: number) =>
    beat + ((depth * phrase) / (2 * Math.PI)) * Math.sin((2 * Math.PI * beat) / phrase);
  return notes.map((note) => {
    const beat = at(note.beat);
    return { ...note, beat, length: at(note.beat + note.length) - beat };
  });
}

/** Player of the lead's tune a third or so below it, on the other side, in the last hook. */
function twinOf(lead: PartPlan): PartPlan {
  if (!('voice' in lead)) return lead;
  const { level = ROLES.lead.level, pan = 0 } = lead.mix ?? {};
  return {
    role: 'lead',
    voice: lead.voice,
    mix: { ...lead.mix, level: level - 4, pan: pan > 0 ? pan - 0.5 : pan + 0.5 },
    play: (s) => below(s, 'lead'),
  };
}

/** A leader's tune again, at the nearest chord tone at least a third below. */
function below(section: Section, leader: string): Note[] {
  return section.heard(leader).map((note) => {
    const { tones } = section.chords.findLast(({ beat }) => beat <= note.beat + 0.01)?.chord ?? section.next;
    let pitch = note.pitch - 3;
    while (!tones.includes(((pitch % 12) + 12) % 12)) pitch--;
    return { ...note, pitch, velocity: note.velocity * 0.85 };
  });
}

/** A solo made up on the spot, as a way of playing. */
export const improvised =
  (options: SoloOptions = {}) =>
  (section: Section) =>
    improvise(section, { center: 74, ...options });

function choices(text: string): string[] {
  return text.split(' / ');
}

function listed(texts: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, choices(text)]));
}

function orderOf({ order = '0213' }: Touch): number[] {
  return [...order].map(Number);
}

function rhythmOf(text: string): { rhythm?: string } {
  return text ? { rhythm: text } : {};
}

/** Plays the lead's themes: verses lie lower, the last hook above the others. */
function sing(s: Section, touch: Touch): Note[] {
  const center = touch.center ?? 73;
  const at = (theme: string, turns: string, shift: number) =>
    melody(s, s.theme(theme), turns, { ...touch, center: center + shift });
  switch (s.label) {
    case 'verse':
    case 'pre':
    case 'intro':
      return at('verse', s.visit > 0 ? 'develop answer state return' : 'state answer state return', -4);
    case 'bridge':
      return at('bridge', 'state develop lift answer', 2);
    case 'break':
      return at('hook', 'thin rest', -2);
    case 'outro':
      return s.name === 'hook' ? at('hook', 'state answer', 1) : at('hook', 'thin return', -1);
    default:
      return s.variant === 'last'
        ? at('hook', 'state answer lift return', 3)
        : at('hook', 'state answer state return', 1);
  }
}

/** The form that is written down, for the tests and as scenes for the arranger; about 70 s at any tempo. */
function formOf(
  { tempo: [slow, fast], kit, drumless, energies, standard }: LineUp,
  players: ReadonlySet<string>,
): FormSection[] {
  const half = slow + fast < 230 ? 0.5 : 1;
  const bars = (n: number) => Math.max(2, n * half);
  const [intro, verse, again, bridge, rest, hook, end] = energies ?? [0.6, 0.82, 0.89, 0.93, 0.58, 1, 0.72];
  const here = (names: string) =>
    names
      .split(' ')
      .filter((entry) => {
        const name = entry.split(/[:@]/)[0]!;
        return name === 'drums' ? kit && !drumless : name === 'twin' || players.has(name);
      })
      .join(' ');
  const opening = ['pad', 'arp', 'air'].filter((name) => players.has(name));
  const keys = players.has('keys') ? ' keys@2' : ' bass@2';
  return [
    [
      'intro',
      bars(4),
      'a',
      intro,
      here(`${opening.join(' ')}${keys}${opening.length ? '' : ' bass'}`.trim()),
    ],
    ['verse', bars(8), 'a', verse, here('drums bass keys lead')],
    [
      'verse',
      bars(4),
      'a',
      again,
      here(
        players.has('second') ? 'drums bass keys second lead counter' : 'drums bass keys pad lead counter',
      ),
    ],
    standard
      ? ['bridge', bars(8), 'b', bridge, here('drums bass keys pad lead')]
      : ['bridge', bars(8), 'b', bridge, here('drums bass:full pad keys second stabs solo')],
    ...(standard ? [['solo', bars(8), 'a', 1, here('drums bass:full keys:full solo')] as const] : []),
    [
      'break',
      bars(4),
      'break',
      rest,
      here(standard ? 'drums bass keys' : opening.length ? 'drums pad arp air solo' : 'drums keys solo'),
    ],
    [
      'hook',
      bars(8),
      'hook',
      hook,
      here('drums bass:full keys:full second:full stabs:full pad arp lead twin counter'),
    ],
    ['end', bars(4), 'end', end, here('drums bass keys pad lead air'), 'outro'],
  ];
}
