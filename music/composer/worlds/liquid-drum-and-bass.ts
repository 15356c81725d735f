import { drive } from '../sound/drive.ts';
import { type Kit, kick, kitAcoustic, snare } from '../sound/drums.ts';
import { eq, sweep } from '../sound/inserts.ts';
import {
  analogPad,
  choir,
  grandPiano,
  leadSynth,
  pluckSynth,
  reeseBass,
  stringSection,
  subBass,
  with_,
} from '../sound/instruments.ts';
import { recorded } from '../sound/recorded-hits.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad } from '../writing/chords.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { answer } from '../writing/melody.ts';
import { sing } from './tune.ts';

/** A funk drummer sped up: high, tight snare, short kick, hats that chatter. */
const KIT: Kit = {
  ...kitAcoustic,
  kick: {
    strike: kick({ from: 180, to: 54, bend: 0.03, decay: 0.2, click: 0.8, drive: 2.2, noise: 0.2 }),
    level: 1,
    pan: 0,
    wet: 0.04,
  },
  snare: {
    strike: snare({ tone: 224, ring: 0.11, wires: 0.17, snap: 0.95, bright: 5400, body: 0.8 }),
    level: 0.85,
    pan: 0,
    wet: 0.3,
  },
  ghost: {
    strike: snare({ tone: 250, ring: 0.06, wires: 0.08, snap: 0.4, bright: 4600, body: 0.6 }),
    level: 0.7,
    pan: -0.12,
    wet: 0.2,
  },
  hat: {
    strike: recorded(42, { ring: 0.3, tune: 1 }),
    level: 0.18,
    pan: 0.25,
    wet: 0.08,
  },
};

const FILLS: readonly Groove[] = [
  { snare: '........x..x..X.', ghost: '.........o..o..o' },
  { snare: '..........x.xxXX', kick: '........X.......' },
  { kick: '........X.X.....', snare: '...........x..X.', open: '..............x.' },
  { ghost: '........oooxoxox', snare: '............X...' },
  { tomHigh: '........x.x.....', tom: '...........x.x..', tomLow: '..............xx' },
];

/** The piano’s tune, in degrees of the key; one is drawn per song. */
const TUNES: readonly string[] = [
  '5 - - 8 - - 7 - | 5 - - - . . 4 3 | 4 - - 5 - - 3 - | 1 - - - . . . .',
  '. . 3 - 4 - 5 - | - - 7 - 5 - - - | . . 3 - 4 - 5 - | - - 4 - 3 - - -',
  '8 - - 7 8 - - 5 | - - - - . . . . | 8 - - 7 8 - - 10 | - - 9 - 8 - - -',
  '5 - 4 - 3 - - 1 | - - . . 3 - 4 - | 5 - 7 - 5 - - 4 | - - - - . . . .',
];

/** The voice’s, in the bridge: two long breaths. */
const BRIDGES: readonly string[] = [
  '5 - - - - - 7 - | 8 - - - - - 7 5 | 6 - - - - - 5 - | 4 - - - 5 - - -',
  '3 - - - - - 4 5 | 6 - - - 5 - - - | 8 - - - - - 7 - | 5 - - - - - - -',
];

/** 174 and unhurried: the break runs, the chords breathe every two bars, the sub sings underneath. */
export const liquidDrumAndBass: World = {
  name: 'liquid-drum-and-bass',
  genre: 'drum-and-bass-jungle:liquid-drum-and-bass',
  tempo: [171, 176],
  keys: ['F minor', 'D minor', 'A minor', 'C minor', 'G minor', 'E minor'],
  beatsPerBar: 4,
  chords: {
    a: [
      'VImaj9 | % | VII69 | % | i9 | % | v7 | %',
      'i9 | % | VImaj9 | % | IIImaj9 | % | VII9sus4 | VII',
      'iv9 | % | VII13 | % | IIImaj9 | % | VImaj9 | v7',
    ],
    b: [
      'iv9 | % | bIImaj7 | % | i9 | % | V7#5 | V7b9',
      'VImaj9 | % | bIImaj7 | % | IIImaj9 | % | V7sus4 | V7b9',
    ],
    break: 'VImaj9 | % | v7 | %',
    end: 'VImaj9 | % | i9 | iadd9',
  },
  themes: {
    hook: [
      'x-----x-----x---|x-------x-x-----',
      '....x---x-x-----|x-----x---------',
      'x---x---..x-----|x-----x-x-------',
      'x-----x---x-----|....x-x-x-------',
    ],
  },
  feel: 'dnb',
  leads: ['grand piano', 'synth lead', 'flute'],
  form: [
    ['intro', 6, 'a', 0.55, 'piano:wide pad@3 drums:hats@4'],
    ['A', 8, 'a', 0.88, 'piano pad sub drums:step hook'],
    ["A'", 8, 'a', 0.96, 'piano:push reese sub drums:full hook:vary glass'],
    ['B', 8, 'b', 0.94, 'strings pad reese sub drums:step voice'],
    ['break', 4, 'break', 0.5, 'piano:wide strings voices drums:break'],
    ["A''", 8, 'a', 1, 'piano:push reese sub drums:full strings hook:high glass voices'],
    ['end', 4, 'end', 0.66, 'piano:wide pad sub drums:out hook:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const tune = random.pick(TUNES);
    const bridge = random.pick(BRIDGES);
    return {
      drums: {
        role: 'drums',
        kit: KIT,
        mix: { level: -17.5, reverb: 0.28, loose: 2.5 },
        inserts: [drive({ amount: 1.25, bias: 0.05 })],
        play: (s) => {
          switch (s.variant) {
            case 'hats':
              return [
                ...drumming(
                  s,
                  { hat: ['x.x.x.x.x.x.x.x.', 'x.xox.x.x.xox.xo'], rim: '....x.......x...' },
                  { velocity: 0.6 },
                ),
                ...build(s, 'swell', { bars: 1, grid: 4, from: 0.25 }),
              ];
            case 'break':
              return [
                ...drumming(s, { hat: 'o...x...o...x.o.', kick: 'x...............' }, { velocity: 0.55 }),
                ...build(s, 'ghost', { bars: 1, grid: 0.25, from: 0.15, to: 0.75 }),
                ...build(s, 'swell', { bars: 1, grid: 4, from: 0.25 }),
              ];
            case 'out':
              return drumming(
                s,
                { kick: 'X.........x.....', rim: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
                { velocity: 0.68 },
              );
            default: {
              const full = s.variant === 'full';
              return drumming(
                s,
                {
                  kick: full
                    ? [
                        'X.........X.....|X.x.......X.....',
                        'X.x.......X.....|X.........X..x..',
                        'X..x......X.....',
                      ]
                    : ['X.........X.....', 'X.........X.....|X.x.......X.....'],
                  snare: '....X.......X...',
                  ghost: full
                    ? ['.......o.o.....o|.......o.o....o.', '..o....o.o.....o', '.......o..o...oo']
                    : ['.......o.o......', '.......o.......o'],
                  hat: full
                    ? ['X.xoX.xoX.xoX.xo', 'XoxoX.xoXoxoX.xx']
                    : ['X.x.X.x.X.x.X.x.', 'X.x.X.xoX.x.X.x.'],
                  ...(full
                    ? { ride: ['x.x.x.x.x.x.x.x.', 'x...x.x.x...x.x.'], shaker: 'oxoxoxoxoxoxoxox' }
                    : {}),
                },
                { fills: FILLS, keep: ['hat', 'ride'], crash: 'crash', velocity: full ? 0.9 : 0.84 },
              );
            }
          }
        },
      },
      sub: {
        role: 'bass',
        voice: subBass,
        mix: { level: -19.5, duck: 3, late: 0, reverb: 0 },
        play: (s) =>
          bassLine(
            s,
            s.name === 'A' || s.name === 'end'
              ? ['R---------R-----|R-------5-----a-', 'R-----------R---|----R-----5---a-']
              : [
                  'R-----r-..R-----|R---8-----5---a-',
                  'R---..R-..R---5-|R-----8---7---a-',
                  'R-----------5---|R-....R---8-5-a-',
                ],
            { center: 34, gate: 0.95 },
          ),
      },
      reese: {
        role: 'bass',
        voice: reeseBass,
        mix: { level: -25, duck: 4, highpass: 110, reverb: 0.12 },
        inserts: [sweep({ low: 350, high: 2600, beats: 16, q: 1.4 })],
        play: (s) =>
          bassLine(s, 'R---------------|R---------------', { center: 41, gate: 0.97, velocity: 0.7 }),
      },
      piano: {
        role: 'chords',
        voice: () => with_(grandPiano(), eq('highshelf', 5000, 0.7, 2)),
        mix: { level: -23, reverb: 0.5, echo: 0.2, pan: -0.08, duck: 1.5 },
        play: (s) => {
          const hand = { center: 62, size: 4, rootless: true } as const;
          if (s.variant === 'wide')
            return comp(s, 'x---------------|x-----------x---', { ...hand, velocity: 0.55, strum: 0.03 });
          if (s.variant === 'push')
            return comp(s, ['x-----x-----x---|..x---....x-x---', 'x---..x---..x---|x-----x-----x---'], {
              ...hand,
              velocity: 0.66,
            });
          return comp(s, ['x-----------x---|----....x-------', 'x-------....x-x-|x---------------'], {
            ...hand,
            velocity: 0.58,
          });
        },
      },
      pad: {
        role: 'pad',
        voice: () => analogPad({ cutoff: 1000, unison: 3 }),
        mix: { level: -26.5, duck: 3, reverb: 0.6 },
        inserts: [sweep({ low: 700, high: 6000, beats: 64 })],
        play: (s) => pad(s, { center: 60, size: 4, open: true }),
      },
      strings: {
        role: 'pad',
        voice: () => stringSection({ attack: 0.25 }),
        mix: { level: -26, duck: 2, reverb: 0.55, pan: 0.1 },
        play: (s) => pad(s, { center: 69, size: 3, rootless: true, velocity: 0.62 }),
      },
      voices: {
        role: 'pad',
        voice: () => with_(choir('ah'), eq('highpass', 300)),
        mix: { level: -28, duck: 2, reverb: 0.7, pan: -0.15 },
        play: (s) => pad(s, { center: 66, size: 3, rootless: true, velocity: 0.5 }),
      },
      hook: {
        role: 'lead',
        voice: () => with_(grandPiano(), eq('highshelf', 3500, 0.7, 3)),
        mix: { level: -20.5, pan: 0.08, reverb: 0.5, echo: 0.4, late: 4 },
        play: (s) => {
          const played = sing(s, tune, {
            center: s.variant === 'high' ? 78 : 75,
            vary: s.variant === 'vary' ? 0.4 : 0.12,
            thin: s.variant === 'end',
            ...(s.variant === 'vary' ? { lift: 2 } : {}),
          });
          // At the top the right hand plays octaves.
          return s.variant === 'high'
            ? [...played, ...played.map((n) => ({ ...n, pitch: n.pitch - 12, velocity: n.velocity * 0.75 }))]
            : played;
        },
      },
      voice: {
        role: 'lead',
        voice: () =>
          leadSynth({ wave: 'triangle', unison: 2, cutoff: 3400, noise: 0.03, amp: [0.05, 0.4, 0.85, 0.3] }),
        mix: { level: -20.5, reverb: 0.55, echo: 0.45, late: 8 },
        play: (s) => sing(s, bridge, { center: 76, vary: 0.2, gate: 0.98 }),
      },
      glass: {
        role: 'arp',
        voice: () => pluckSynth({ cutoff: 800, wave: 'pulse' }),
        mix: { level: -26.5, pan: 0.3, reverb: 0.5, echo: 0.5, duck: 1 },
        play: (s) =>
          s.name === "A'"
            ? answer(s, 'hook', s.theme('hook'), { center: 83, velocity: 0.7 })
            : arpeggio(s, [0, 2, 1, 3, 4, 2], { rhythm: 'x..x..x..x..x.x.', center: 74, gate: 0.6 }),
      },
    };
  },
  sound: {
    roomSeconds: 2.4,
    roomDamping: 0.4,
    roomLevel: 0.6,
    echoBeats: 1.5,
    echoFeedback: 0.42,
    echoLevel: 0.5,
    warmth: 1.2,
  },
  ritard: { beats: 4, amount: 0.15 },
  titles: [
    'Clearwater',
    'Slipstream Letters',
    'Upstream at Dawn',
    'Every Window Open',
    'Blue Shift',
    'Tidewrack',
    'Between Two Stations',
    'Gravity, Gently',
  ],
  artists: ['Kestrel & Low', 'Fathom Sound', 'Amara Vale', 'Longshore', 'Etch & Halo'],
};
