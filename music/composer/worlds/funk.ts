import { drive } from '../sound/drive.ts';
import { kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  brassSection,
  clavinet,
  mutedGuitar,
  organ,
  saxophone,
  slapBass,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp, pad } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { improvise } from '../writing/improvise.ts';
import { block, sing } from './tune.ts';

const FILLS: readonly Groove[] = [
  { snare: '........x.oxx.xX', kick: '........x..x....' },
  { snare: '..........xoX.xx', tom: '........x.......', tomLow: '.............x..' },
  { snare: '........X..X..X.', kick: '.........x..x...', open: '..............x.' },
  { snare: '............xxxx', tomHigh: '........xx......', tom: '..........xx....' },
];

/** What the horns say: two bars of call, two of answer, sixteen steps to the bar. */
const HOOKS = [
  '. . . . 5 . 5 7 . 8 - . . . . . | . . . . 10 - 9 . 8 . 7 5 - - . . | . . . . 5 . 5 7 . 8 - . . . . . | . . 5 . 4 . 3 . 1 - - - . . . .',
  '8 . . 8 . . 7 . 5 - . . . . . . | . . 4 . b5 . 5 . 7 - - - . . . . | 8 . . 8 . . 7 . 5 - . . . . . . | . . 4 . 3 . 1 . 3 - 1 - . . . .',
  '. . 1 . 3 . 4 . 5 - - . 7 . 5 . | 4 - . . 3 . 1 - - . . . . . . . | . . 1 . 3 . 4 . 5 - - . 7 . 8 . | 10 - . . 9 . 8 - - - - . . . . .',
];
/** The saxophone's long line over the bridge. */
const BRIDGES = [
  '5 - - - - - 4 5 | 6 - - - 5 - 3 - | 5 - - - - - 7 8 | 9 - - - 7 - 5 -',
  '8 - - 7 - - 5 - | 6 - - - - - - - | 8 - - 7 - - 10 - | 9 - - - - - - .',
];
const BASSES = [
  'R-.R..8...7.5.7.|R-.o..R.o.57.8.a',
  'R..8.oR.R-.5..7.|R..8.oR.5.7.8.a.',
  'R-...oR..8.7..5.|R-...oR.7-5.oR.a',
];

/** Everything waits for the one: clavinet left, scratch guitar right, horns over the top. */
export const funk: World = {
  name: 'funk',
  genre: 'funk-disco:classic-funk',
  tempo: [100, 110],
  keys: ['E dorian', 'D dorian', 'A dorian', 'G dorian', 'C dorian'],
  beatsPerBar: 4,
  swing: { share: 0.545, unit: 0.25 },
  chords: {
    a: ['i9 | % | IV13 | IV9', 'i9 | IV9 | i9 | IV13', 'i9 | % | i7 | IV9 V7#9'],
    b: ['IIImaj9 | IV13 | IIImaj9 | ii7 V7#9', 'bVImaj9 | VII13 | i9 | ii7 V7#9'],
    end: 'i9 | IV13 | bVImaj9 V7#9 | i9',
  },
  themes: {},
  feel: 'funk',
  leads: ['brass', 'synth lead', 'flute'],
  form: [
    ['intro', 4, 'a', 0.8, 'drums:light clav bass@3 guitar@3'],
    ['A', 4, 'a', 0.88, 'drums bass clav guitar horns'],
    ["A'", 4, 'a', 0.95, 'drums:open bass clav guitar organ horns section sax:answer'],
    ['B', 4, 'b', 0.9, 'drums:bridge bass:long organ guitar stabs sax'],
    ['break', 4, 'a', 0.66, 'drums:break bass:solo clav:stop'],
    ["A''", 8, 'a', 1, 'drums:open bass clav guitar organ horns:shout section sax:solo@5-8'],
    ['end', 4, 'end', 0.84, 'drums bass clav guitar section horns:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const hook = random.pick(HOOKS);
    const shout = random.pick(HOOKS.filter((other) => other !== hook));
    const bridge = random.pick(BRIDGES);
    const bass = random.pick(BASSES);
    return {
      drums: {
        role: 'drums',
        kit: {
          ...kitAcoustic,
          hat: { ...kitAcoustic.hat!, level: 0.2 },
          tambourine: { ...kitAcoustic.tambourine!, level: 0.18 },
        },
        mix: { level: -18, reverb: 0.22, late: 2, loose: 3 },
        play: (s) => {
          const ghosts = { piece: 'snare', chance: 0.07 };
          const snare = ['....X..o.o..X..o', '....X..o.oo.X...', '....X.oo.o..X.o.'];
          switch (s.variant) {
            case 'light':
              return drumming(
                s,
                {
                  kick: 'X.....x...x.....',
                  snare: ['....X..o....X..o', '....X....o..X...'],
                  hat: 'XoxoxoxoXoxoxoxo',
                },
                { fills: FILLS, velocity: 0.78, keep: ['kick'] },
              );
            case 'break':
              return drumming(
                s,
                {
                  kick: ['X.x...x...x..x..', 'X.x....x..x.x...'],
                  snare: ['....X..o.o.oX..o', '..o.X..X.o..X.oo'],
                  hat: 'X.x.X.x.X.x.X.x.',
                  cowbell: 'x...x...x...x...',
                },
                { fills: FILLS, every: 8, velocity: 0.86, ghost: ghosts },
              );
            case 'bridge':
              return drumming(
                s,
                {
                  kick: ['X..x..x.X..x....', 'X..x..x...x..x..'],
                  snare: ['....X..o....X..o', '....X.....o.X...'],
                  ride: 'X.xxX.xxX.xxX.xx',
                  tambourine: '....x.......x...',
                },
                { fills: FILLS, crash: 'crash', velocity: 0.86, keep: ['kick'] },
              );
            default:
              return drumming(
                s,
                {
                  kick: ['X.x...x...x..x..', 'X..x..x...x.....', 'X.x....x..x..x..'],
                  snare,
                  hat: ['XoxoX.xoXoxoXox.', 'XoxoXoxoX.xoXoxo'],
                  ...(s.variant === 'open'
                    ? { open: '......x.......x.', tambourine: 'o.x.o.x.o.x.o.x.' }
                    : { open: '..............x.' }),
                },
                {
                  fills: FILLS,
                  velocity: 0.9,
                  ghost: ghosts,
                  keep: ['kick', 'tambourine'],
                  ...(s.variant === 'open' ? { crash: 'crash' } : {}),
                },
              );
          }
        },
      },
      bass: {
        role: 'bass',
        voice: () => with_(slapBass(), eq('lowshelf', 110, 0.7, 1)),
        mix: { level: -19, duck: 1.5, late: 3, loose: 2 },
        play: (s) => {
          if (s.variant === 'long')
            return bassLine(s, ['R--.R-8-..5-7.a.', 'R--.R-o.5-..7-a.'], { center: 36, gate: 0.9 });
          if (s.variant === 'solo')
            return bassLine(s, 'R.8.oR.8.7.5.7.8|R.8.oR5.7.8.75a.', {
              center: 36,
              gate: 0.66,
              velocity: 0.92,
            });
          return bassLine(s, bass, { center: 36, gate: 0.8, velocity: 0.86 });
        },
      },
      clav: {
        role: 'chords',
        voice: clavinet,
        mix: { level: -22.5, pan: -0.42, reverb: 0.14, highpass: 220, late: 2, loose: 4 },
        play: (s) =>
          s.variant === 'stop'
            ? comp(s, 'X.............x.', { center: 62, size: 3, rootless: true, short: 0.16 })
            : comp(
                s,
                [
                  'X.ox.ox..ox.x.ox|x.ox.ox.o.x.xox.',
                  'x.xo.xo.x.xo.xox|X..ox.ox.ox..xox',
                  'Xo.xo.x.Xo.x.ox.|x.ox.o.x.ox.x.xo',
                ],
                { center: 62, size: 3, rootless: true, velocity: 0.74, short: 0.17 },
              ),
      },
      guitar: {
        role: 'arp',
        voice: mutedGuitar,
        mix: { level: -25.5, pan: 0.48, reverb: 0.16, echo: 0, highpass: 320, late: -2, loose: 3 },
        play: (s) =>
          comp(s, ['ooXoooxoooXooxoo', 'oXooXooxooXoooXo'], {
            center: 70,
            size: 3,
            rootless: true,
            velocity: 0.66,
            short: 0.12,
            strum: 0.008,
          }),
      },
      organ: {
        role: 'pad',
        voice: () => organ('808600002', { fast: true, grit: 1.8 }),
        mix: { level: -27, pan: 0.12, reverb: 0.25, highpass: 260 },
        play: (s) => pad(s, { center: 66, size: 3, rootless: true, velocity: 0.6 }),
      },
      stabs: {
        role: 'chords',
        voice: () => with_(brassSection(), drive({ amount: 1.5 })),
        mix: { level: -22, pan: -0.1, reverb: 0.26, late: 4 },
        play: (s) =>
          comp(s, ['......X.........|..........X..X..', 'X.............X.|......X...X-....'], {
            center: 68,
            size: 4,
            rootless: true,
            velocity: 0.84,
            short: 0.2,
          }),
      },
      horns: {
        role: 'lead',
        voice: () => with_(brassSection(), drive({ amount: 1.4 }), eq('highshelf', 5200, 0.7, 2)),
        mix: { level: -20, pan: -0.06, reverb: 0.28, echo: 0.05, late: 6, loose: 5 },
        play: (s) =>
          sing(s, s.variant === 'shout' ? `${hook}|${shout}` : hook, {
            center: 72,
            velocity: s.variant === 'shout' ? 0.88 : 0.8,
            gate: 0.82,
          }),
      },
      section: {
        role: 'chords',
        voice: () => with_(brassSection(), drive({ amount: 1.4 })),
        mix: { level: -23, pan: 0.14, reverb: 0.28, highpass: 200, late: 10, loose: 6, duck: 0 },
        play: (s) => block(s, 'horns'),
      },
      sax: {
        role: 'lead',
        voice: () => with_(saxophone(), drive({ amount: 1.3 })),
        mix: { level: -21, pan: 0.16, reverb: 0.3, echo: 0.12, late: 12, loose: 7 },
        play: (s) => {
          if (s.variant === '') return sing(s, bridge, { center: 70, velocity: 0.82, vary: 0.25 });
          const line = improvise(s, {
            center: s.variant === 'solo' ? 74 : 69,
            density: 0.7,
            spice: 0.25,
            grid: 0.25,
            velocity: s.variant === 'solo' ? 0.84 : 0.7,
          });
          if (s.variant === 'solo') return line;
          // It answers only where the horns have left room.
          const horns = s.heard('horns');
          return line.filter(
            (n) => !horns.some((h) => h.beat < n.beat + n.length + 0.1 && h.beat + h.length > n.beat - 0.1),
          );
        },
      },
    };
  },
  sound: {
    roomSeconds: 0.9,
    roomDamping: 0.5,
    roomLevel: 0.5,
    echoLevel: 0.3,
    warmth: 1.3,
  },
  ritard: { beats: 2, amount: 0.04 },
  titles: [
    'Grease on the Dial',
    'Who Left the Lid Off',
    'Platform Heels, Wet Floor',
    'Two Dollars and a Transfer',
    'Pass the Hot Sauce',
    'Uncle Leon Parks It',
    'Sweat Equity',
    'On the One, Mostly',
  ],
  artists: ['The Broad Street Extension', 'Delroy Banks & Company', 'Mother Tungsten', 'Sugarfoot Union'],
};
