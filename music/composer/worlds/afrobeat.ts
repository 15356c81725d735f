import type { Note } from '../score.ts';
import { drive } from '../sound/drive.ts';
import { kitAcoustic } from '../sound/drums.ts';
import { eq, tremolo } from '../sound/inserts.ts';
import {
  brassSection,
  choir,
  cleanGuitar,
  fingerBass,
  mutedGuitar,
  organ,
  saxophone,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { improvise } from '../writing/improvise.ts';
import type { Section } from '../writing/section.ts';
import { block, sing } from './tune.ts';

const FILLS: readonly Groove[] = [
  { snare: '........x.oxo.xx', tomLow: '...........x..x.' },
  { tomHigh: '.........x.x....', tom: '............xx..', tomLow: '..............xX' },
  { snare: '..........x..x.X', kick: '........x..x..x.' },
];

/** Riffs of four bars that the horns repeat until they are a chant. */
const RIFFS = [
  '1 . 1 3 . 4 . 5 | - - . . . . . . | 7 . 5 4 . 3 . 4 | 1 - - . . . . .',
  '. 5 5 . 7 . 8 - | . . . . . . . . | . 5 5 . 7 . 8 7 | 5 4 3 1 - - . .',
  '8 - 7 . 5 . 7 - | - . . . . . . . | 8 - 7 . 5 . 4 - | 3 . 4 . 1 - - .',
];
/** What the singers throw back, in the bars the horns leave. */
const CHANTS = [
  '. . . . . . . . | . . 5 5 . 4 . 5 | . . . . . . . . | . . . . 3 . 1 -',
  '. . . . . . . . | . 8 . 7 5 - . . | . . . . . . . . | . . . . . 4 5 -',
];
/** The second line of the horns, for the last chorus. */
const SHOUTS = [
  '8 . . 8 . . 10 - | - . 8 . 7 . 5 - | 8 . . 8 . . 10 - | 11 - 10 . 8 - - .',
  '5 - 7 . 8 - - . | 10 - 8 . 7 - - . | 5 - 7 . 8 - - . | 7 . 5 . 4 . 5 -',
];
/** Two guitars that never strike together: sixteen steps, one bar or two. */
const WEAVES = [
  [
    '1 . 5 . 3 . 5 . 1 . 5 . 4 . 3 . | 1 . 5 . 3 . 5 . 7 . 5 . 4 . 3 .',
    '. 8 . . . 7 . 8 . . . 7 . 5 . 7 | . 8 . . . 7 . 8 . . . 10 . 8 . 7',
  ],
  [
    '5 . . 3 . 1 . . 5 . . 3 . 4 . . | 5 . . 3 . 1 . . 4 . 3 . 1 . . .',
    '. . 8 . 7 . . 8 . . 8 . 7 . 5 . | . . 8 . 7 . . 8 . 10 . 8 . . 7 .',
  ],
  [
    '3 . 4 . 5 . . 1 . . 3 . 4 . 5 . | 3 . 4 . 5 . . 7 . . 5 . 4 . 1 .',
    '. 7 . 8 . . 7 . . 8 . 7 . . . 8 | . 7 . 8 . . 10 . . 8 . 7 . 5 . 7',
  ],
] as const;
const BASSES = [
  'R-..R.5...7.8-..|R-..R.5...7.5.R.',
  'R..R..8-..7.5...|R..R..8-..5.7.a.',
  '..R-..R.5-..7.8.|..R-..R.8-7.5...',
];

/** Hands on strings: now and then a note is missed, ghosted or struck an octave up; never on the one. */
function loosen(section: Section, notes: readonly Note[]): Note[] {
  const { random } = section;
  return notes.flatMap((note) => {
    if (note.beat % 4 < 0.01 || random.chance(0.8)) return [note];
    if (random.chance(0.35)) return [];
    return random.chance(0.7)
      ? [{ ...note, velocity: note.velocity * 0.5, length: note.length * 0.6 }]
      : [{ ...note, pitch: note.pitch + 12, velocity: note.velocity * 0.85 }];
  });
}

/** Lagos after midnight: one chord that walks to another and back while twelve people agree. */
export const afrobeat: World = {
  name: 'afrobeat',
  genre: 'african:afrobeat',
  tempo: [110, 120],
  keys: ['A dorian', 'D dorian', 'G dorian', 'E dorian', 'C dorian'],
  beatsPerBar: 4,
  swing: { share: 0.52, unit: 0.25 },
  chords: {
    a: ['i9 | % | IV9 | i7', 'i7 | % | i7 | v7', 'i9 | IV9 | i9 | IV13'],
    b: ['IV9 | % | i9 | % | bVI9 | V7#9', 'v7 | IV9 | v7 | IV9 | bVImaj7 | V7#9'],
    break: 'i7',
    end: 'i9 | IV9 | bVI9 V7#9 | i9',
  },
  themes: {},
  feel: 'afro',
  leads: ['brass', 'organ', 'clean guitar'],
  form: [
    ['intro', 2, 'break', 0.74, 'drums:light perc tenor rhythm@2 bass@2'],
    ['groove', 4, 'a', 0.84, 'drums perc:bell tenor rhythm bass organ'],
    ['A', 8, 'a', 0.92, 'drums perc tenor rhythm bass horns voices:answer@5-8'],
    ['solo', 6, 'b', 0.88, 'drums perc:bell tenor bass organ sax'],
    ['break', 4, 'break', 0.62, 'perc:drums rhythm bass:answer voices'],
    ["A''", 8, 'a', 1, 'drums:full perc tenor rhythm bass organ horns:full section shout@5-8 voices:answer'],
    ['end', 4, 'end', 0.86, 'drums perc tenor bass horns:end organ'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const riff = random.pick(RIFFS);
    const chant = random.pick(CHANTS);
    const shout = random.pick(SHOUTS);
    const [low, high] = random.pick(WEAVES);
    const bass = random.pick(BASSES);
    return {
      drums: {
        role: 'drums',
        kit: kitAcoustic,
        mix: { level: -21.5, reverb: 0.28, late: 0, loose: 4 },
        // The kick talks around the one and the snare never settles on two and four.
        play: (s) => {
          const groove = {
            kick: ['X.....x..x......', 'X..x......x..x..', 'X.....x...x..x..'],
            snare: ['....o..x..o.x..o', '..o.x..o..ox...o', '....x..o.o..x.o.'],
            hat: ['X.xoX.xoX.xoX.xo', 'X.xxX.xoX.x.X.xo'],
          };
          if (s.variant === 'light')
            return drumming(
              s,
              { kick: 'X.....x...x.....', hat: groove.hat, rim: ['....x.....x.x...', '....x..x....x...'] },
              { velocity: 0.72, fills: FILLS },
            );
          const full = s.variant === 'full';
          return drumming(
            s,
            {
              ...groove,
              open: full
                ? ['......x.......x.', '..............x.']
                : ['..............x.', '................'],
              ...(full ? { ride: 'x...x...x...x...' } : {}),
            },
            {
              fills: FILLS,
              velocity: full ? 0.9 : 0.82,
              ghost: { piece: 'snare', chance: 0.06 },
              keep: ['kick'],
              ...(full ? { crash: 'crash' } : {}),
            },
          );
        },
      },
      perc: {
        role: 'drums',
        kit: {
          ...kitAcoustic,
          shaker: { ...kitAcoustic.cabasa!, level: 0.3, pan: -0.45 },
        },
        mix: { level: -27, reverb: 0.3, late: -3, loose: 5 },
        play: (s) => {
          const congas = {
            tumba: ['......x.......xx', 'x.....x.......xx'],
            conga: ['..o.o.....xx....', '..o...o...xx..o.'],
            slap: ['....x..o....x...', '....x.......x..o'],
          };
          const shekere = { shaker: ['X.xoX.xoX.xoX.xo', 'XoxoX.xoXoxoX.xo'] };
          const bell = { agogo: '..x..x....x..x..', agogoHigh: 'x......xx......x' };
          if (s.variant === 'drums')
            return drumming(
              s,
              {
                ...shekere,
                ...bell,
                tumba: ['x..x..x.x..x..xx', 'x.....xxx.....xx'],
                conga: ['..x.xx....x.xx..', '..xx..x...xx..x.'],
                slap: ['....x..x....x..x', '.x..x....x..x...'],
                clave: 'x..x..x...x.x...',
              },
              { velocity: 0.82, ghost: { piece: 'conga', chance: 0.12 } },
            );
          return drumming(
            s,
            { ...shekere, ...congas, ...(s.variant === 'bell' || s.energy > 0.95 ? bell : {}) },
            { velocity: 0.76, ghost: { piece: 'conga', chance: 0.06 } },
          );
        },
      },
      bass: {
        role: 'bass',
        voice: () => with_(fingerBass(), eq('lowshelf', 100, 0.7, 1)),
        mix: { level: -19.5, duck: 1, late: 6, loose: 3 },
        play: (s) =>
          bassLine(s, s.variant === 'answer' ? '........R.5.7.8-|..............R.' : bass, {
            center: 37,
            gate: 0.86,
            velocity: 0.84,
          }),
      },
      tenor: {
        role: 'arp',
        voice: () => with_(mutedGuitar(), eq('lowshelf', 500, 0.7, 2)),
        mix: { level: -24, pan: -0.5, reverb: 0.15, echo: 0.06, highpass: 200, late: -2, loose: 3 },
        play: (s) => loosen(s, sing(s, low, { center: 61, velocity: 0.72, gate: 0.8 })),
      },
      rhythm: {
        role: 'arp',
        voice: () => with_(cleanGuitar(), eq('highpass', 300)),
        mix: { level: -25.5, pan: 0.5, reverb: 0.2, echo: 0.08, highpass: 300, late: 3, loose: 4 },
        play: (s) =>
          loosen(s, sing(s, high, { center: 74, velocity: 0.62, gate: 0.7 })).concat(
            comp(s, ['....x.......x...|....x..x....x...', '....x.......x.x.'], {
              center: 69,
              size: 3,
              rootless: true,
              velocity: 0.5,
              short: 0.12,
              strum: 0.01,
            }),
          ),
      },
      organ: {
        role: 'chords',
        voice: () => with_(organ('886400003', { grit: 2.2 }), tremolo({ rate: 6, depth: 0.15 })),
        mix: { level: -25.5, pan: 0.2, reverb: 0.3, highpass: 230 },
        play: (s) =>
          comp(s, ['..x...x...x.x---', '......x-..x-....|..x...x-......x-', 'x--.....x--...x-'], {
            center: 64,
            size: 3,
            rootless: true,
            velocity: 0.62,
          }),
      },
      horns: {
        role: 'lead',
        voice: () => with_(brassSection(), drive({ amount: 1.5 })),
        mix: { level: -20, pan: -0.1, reverb: 0.3, echo: 0.08, late: 9, loose: 7 },
        play: (s) =>
          sing(s, riff, {
            center: 70,
            velocity: s.variant === 'full' ? 0.88 : 0.8,
            gate: 0.84,
          }),
      },
      section: {
        role: 'chords',
        voice: () => with_(brassSection(), drive({ amount: 1.4 })),
        mix: { level: -24, pan: 0.22, reverb: 0.3, highpass: 180, late: 12, loose: 7, duck: 0 },
        play: (s) => block(s, 'horns'),
      },
      shout: {
        role: 'lead',
        voice: () => with_(brassSection(), drive({ amount: 1.6 })),
        mix: { level: -23, pan: 0.2, reverb: 0.32, late: 8, loose: 7 },
        play: (s) => sing(s, shout, { center: 76, velocity: 0.84, gate: 0.84 }),
      },
      voices: {
        role: 'lead',
        voice: () => with_(choir('ah'), eq('highpass', 220), eq('peak', 1100, 0.9, 2)),
        mix: { level: -22.5, pan: 0.08, reverb: 0.4, echo: 0.16, late: 10, loose: 9 },
        play: (s) => {
          const first = s.variant === 'answer' ? chant : riff;
          return sing(s, first, { center: 66, velocity: 0.85, second: 3, gate: 0.95 });
        },
      },
      sax: {
        role: 'lead',
        voice: () => with_(saxophone(), drive({ amount: 1.4 })),
        mix: { level: -20, pan: 0.12, reverb: 0.34, echo: 0.16, late: 16, loose: 9 },
        // It begins from the riff and talks its way out of it.
        play: (s) => [
          ...sing(s, riff, { center: 67, velocity: 0.8, vary: 0.3 }).filter((n) => n.beat < 8),
          ...improvise(s, { center: 71, density: 0.72, spice: 0.18, velocity: 0.82 }).filter(
            (n) => n.beat >= 9,
          ),
        ],
      },
    };
  },
  sound: {
    roomSeconds: 1.2,
    roomDamping: 0.5,
    roomLevel: 0.55,
    echoLevel: 0.35,
    warmth: 1.4,
  },
  ritard: { beats: 2, amount: 0.05 },
  titles: [
    'Generator Don Quench',
    'Forty Minutes to Yaba',
    'Palm Wine Parliament',
    'Who Dey Count?',
    'Danfo Yellow',
    'Third Mainland, Standing Still',
    'Big Man Small Shoe',
    'NEPA Blues',
  ],
  artists: [
    'Kola Adeyinka & Republic 12',
    'Ojuelegba All Stars',
    'Sister Bisi Okon',
    'The Harmattan Orchestra',
  ],
};
