import { kitEighties } from '../sound/drums.ts';
import { eq, sampler, wow } from '../sound/inserts.ts';
import {
  analogPad,
  bells,
  choir,
  electricPiano,
  fmBass,
  marimba,
  polySynth,
  saxophone,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad, sparkle } from '../writing/chords.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { barsOf, rubato, sing } from './tune.ts';

const FILLS: readonly Groove[] = [
  { tomHigh: '........x.x.....', tom: '...........x.x..', tomLow: '..............xX' },
  { snare: '..............XX', tomHigh: '........X.......', tom: '...........X....' },
  { snare: '..........X..X..', tomLow: '............X..X' },
];

/** For a saxophone played back too slowly: two bars of head, two that ask, two that answer. */
const SONGS = [
  '5 - - 3 2 - 3 - | 5 - - - - - . . | 6 - - 5 4 - 5 - | 2 - - - - - . . | 4 - 6 8 7 - 5 - | 9 - - - 7 - . .',
  '. . 3 5 7 - 5 - | 3 - - - - - 2 3 | 4 - - 6 5 - 4 - | 5 - - - - - . . | 6 - 4 6 8 - 9 - | 7 - - 5 2 - . .',
  '7 - 5 - 3 - - - | 5 - 3 - 1 - - - | 2 - 3 - 4 - 6 - | 5 - - - - - . . | 2 - 4 - 6 - 8 - | 9 - 7 - 5 - . .',
];
const BRIDGES = [
  '8 - - 7 5 - 6 - | 7 - - - - - . . | 6 - - 5 3 - 5 - | 4 - - - 2 - - -',
  '6 - 8 - 7 - 5 - | 5 - - - - - - . | 6 - 8 - 9 - 7 - | 8 - - - 7 - - -',
];

/** All through one worn cassette. */
const tape = (depth = 2.6, highs = 7500) => wow({ depth, rate: 0.42, highs });

/** A closed mall, the fountain still on: lounge chords at the wrong speed, gated drums in a room of marble. */
export const vaporwave: World = {
  name: 'vaporwave',
  genre: 'electronic-dance:vaporwave',
  tempo: [72, 80],
  keys: ['Eb major', 'Db major', 'F major', 'Ab major', 'Bb major'],
  beatsPerBar: 4,
  swing: { share: 0.54, unit: 0.25 },
  chords: {
    a: [
      'Imaj9 | vi9 | ii9 | V13',
      'Imaj9 | iii7 VI7alt | ii9 | IVmaj9 V9sus4',
      'IVmaj9 | iii7 | ii9 | Imaj9 V9sus4',
    ],
    b: ['IVmaj9 | iii7 | bVImaj7 | bVII13', 'vi9 | iii7 | IVmaj9 iv69 | bVII13'],
    break: 'bVImaj7 | bVII13',
    end: 'ii9 | bVII13 | Imaj9',
  },
  themes: {},
  feel: 'pop',
  leads: ['saxophone', 'bells', 'synth lead'],
  form: [
    ['intro', 2, 'a', 0.7, 'keys pad drops'],
    ['A', 4, 'a', 0.82, 'keys bass drums:verse sax'],
    ["A'", 4, 'a', 0.92, 'keys bass drums voices sax:again chops'],
    ['B', 4, 'b', 0.9, 'pad stabs bass:long drums:half bell sax:bridge'],
    ['break', 2, 'break', 0.55, 'voices drops stutter drums:break'],
    ["A''", 4, 'a', 1, 'keys bass drums voices sax:high chops bell:answer'],
    ['end', 3, 'end', 0.72, 'keys pad bass drums:verse@1-2 sax:end drops'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const song = random.pick(SONGS);
    const [statement, answer] = [barsOf(song, 1, 2, 3, 4), barsOf(song, 1, 2, 5, 6)];
    const bridge = random.pick(BRIDGES);
    return {
      drums: {
        role: 'drums',
        kit: {
          ...kitEighties,
          snare: { ...kitEighties.snare!, wet: 0.75 },
        },
        mix: { level: -19.5, reverb: 0.5, late: 4, loose: 4 },
        play: (s) => {
          if (s.variant === 'break')
            return [
              { beat: 0, piece: 'crash', velocity: 0.6 },
              ...build(s, 'tomLow', { bars: 1, grid: 1, from: 0.4, to: 0.7 }),
              ...build(s, 'swell', { bars: 1, grid: 4, from: 0.7 }),
            ];
          const half = s.variant === 'half';
          const verse = s.variant === 'verse';
          return drumming(
            s,
            {
              kick: verse
                ? ['X.......x.x.....', 'X......xX.......']
                : ['X.....x.X.x.....', 'X..x....X.x....x'],
              snare: half ? '........X.......' : ['....X.......X...', '....X.......X..o'],
              hat: verse
                ? ['x.x.x.x.x.x.x.x.', 'x.x.x.xxx.x.x.x.']
                : ['XoxoXoxoXoxoXoxo', 'XoxoXoxxXoxoXo..'],
              ...(verse ? {} : { open: '..............x.', tambourine: '....x.......x...' }),
              ...(half ? { ride: 'x...x...x...x...' } : {}),
            },
            { fills: FILLS, crash: 'crash', velocity: 0.86, keep: ['kick'] },
          );
        },
      },
      bass: {
        role: 'bass',
        voice: () => with_(fmBass(), eq('lowshelf', 90, 0.7, 2), tape(1.4, 6000)),
        mix: { level: -21.5, duck: 2, late: 8 },
        play: (s) =>
          s.variant === 'long'
            ? bassLine(s, ['R-----R.R---5-a-', 'R-----..5---R-a-'], { center: 37 })
            : bassLine(s, ['R--.R.8.R-..5.a.', 'R--...8.R-5...a.', 'R--.o.R.8-..7-a.'], {
                center: 37,
                gate: 0.86,
              }),
      },
      keys: {
        role: 'chords',
        voice: electricPiano,
        mix: { level: -21.5, pan: -0.14, reverb: 0.42, echo: 0.12, late: 10, loose: 7 },
        inserts: [tape(2.6, 10_500)],
        play: (s) =>
          comp(s, ['x-----x-..x-x---', 'x---..x---x-..x-', 'x-----..x-x---..'], {
            center: 60,
            size: 4,
            rootless: true,
            strum: 0.018,
            velocity: 0.62,
          }),
      },
      pad: {
        role: 'pad',
        voice: () => analogPad({ cutoff: 1300, detune: 26, unison: 2, amp: [0.9, 1.5, 0.9, 1.6] }),
        mix: { level: -25.5, reverb: 0.5, duck: 3 },
        inserts: [tape(3.2, 10_000)],
        play: (s) => pad(s, { center: 64, size: 4, open: true }),
      },
      stabs: {
        role: 'chords',
        voice: () => polySynth({ cutoff: 1700, detune: 22 }),
        mix: { level: -23.5, pan: 0.16, reverb: 0.45, echo: 0.2 },
        inserts: [tape()],
        play: (s) => comp(s, ['x--.x--...x-....', 'x--.x--.....x.x-'], { center: 63, velocity: 0.68 }),
      },
      voices: {
        role: 'pad',
        voice: () => choir('ah'),
        mix: { level: -25.5, reverb: 0.7, highpass: 240 },
        inserts: [sampler({ bits: 12, rate: 26_000 })],
        play: (s) => pad(s, { center: 67, size: 2, rootless: true, velocity: 0.6 }),
      },
      chops: {
        role: 'arp',
        voice: () => with_(choir('oo'), eq('highpass', 300)),
        mix: { level: -25, pan: 0.42, reverb: 0.5, echo: 0.4, loose: 3 },
        inserts: [sampler({ bits: 10, rate: 16_000 })],
        // One syllable cut from somewhere, pitched to the chord.
        play: (s) =>
          arpeggio(s, [2, 2, 3, 1, 2], {
            rhythm: '......x.x..x....|....x.x...x..xx.',
            center: 70,
            velocity: 0.7,
            gate: 0.62,
          }),
      },
      stutter: {
        role: 'chords',
        voice: electricPiano,
        mix: { level: -23, reverb: 0.5, echo: 0.45, swing: false },
        inserts: [sampler({ bits: 9, rate: 14_000 }), tape()],
        play: (s) =>
          comp(s, 'X--.x.x.xxxx.x-.|X.xx.x..x.x.xxxx', {
            center: 62,
            size: 4,
            rootless: true,
            short: 0.2,
            velocity: 0.66,
          }),
      },
      sax: {
        role: 'lead',
        voice: () => with_(saxophone(), eq('highshelf', 4500, 0.7, 2)),
        mix: { level: -20.5, pan: 0.06, reverb: 0.6, echo: 0.35, late: 22, loose: 12 },
        inserts: [tape(3.2, 10_500)],
        play: (s) => {
          if (s.variant === 'bridge') return sing(s, bridge, { center: 70, velocity: 0.76, gate: 0.98 });
          if (s.variant === 'end')
            return rubato(
              sing(s, statement, { center: 67, velocity: 0.6, thin: true, gate: 0.99 }),
              16,
              0.05,
            );
          return sing(s, s.variant === '' ? statement : answer, {
            center: s.variant === 'high' ? 74 : 69,
            velocity: s.variant === 'high' ? 0.84 : 0.74,
            vary: s.variant === 'again' ? 0.3 : s.variant === 'high' ? 0.2 : 0.05,
            gate: 0.98,
          });
        },
      },
      bell: {
        role: 'lead',
        voice: bells,
        mix: { level: -25.5, pan: -0.35, reverb: 0.6, echo: 0.45 },
        inserts: [tape(2.6, 9500)],
        play: (s) =>
          s.variant === 'answer'
            ? sing(s, '. . . . . . . . | . . . . 9 7 5 - | . . . . . . . . | . . . . 7 8 9 -', {
                center: 79,
                velocity: 0.6,
              })
            : arpeggio(s, [3, 2, 4, 1], { rhythm: 'x..x..x...x.....', center: 74, velocity: 0.55, gate: 3 }),
      },
      drops: {
        role: 'texture',
        voice: () => with_(marimba(), eq('highshelf', 3000, 0.7, 4)),
        mix: { level: -28, pan: -0.3, reverb: 0.7, echo: 0.6, loose: 16 },
        play: (s) => sparkle(s, { center: 82, density: 4, velocity: 0.5, grid: 0.25 }),
      },
    };
  },
  sound: {
    roomSeconds: 3.2,
    roomDamping: 0.4,
    roomLevel: 0.7,
    echoBeats: 0.75,
    echoFeedback: 0.5,
    echoLevel: 0.5,
    warmth: 1.4,
    crackle: 0,
    hiss: 46,
  },
  ritard: { beats: 6, amount: 0.4 },
  titles: [
    'Level 3 (Fountain Court)',
    'エスカレーター Sleep',
    'Complimentary Parking',
    'Seiko at 4 A.M.',
    'Hold Music for Angels',
    'Soft Focus Anchor Store',
    'Weather Channel, Muted',
    '1-800-FOREVER',
  ],
  artists: ['PALMS & ATRIUM', 'Luxury Terrarium', '午後テレビ', 'Chlorine Lobby'],
};
