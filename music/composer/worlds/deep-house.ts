import { type Kit, kick, kit909, percussion } from '../sound/drums.ts';
import { eq, sweep } from '../sound/inserts.ts';
import {
  analogBass,
  analogPad,
  choir,
  electricPiano,
  mutedTrumpet,
  organ,
  polySynth,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp, pad } from '../writing/chords.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { answer } from '../writing/melody.ts';
import { sing } from './tune.ts';

const KIT: Kit = {
  ...kit909,
  hat: { ...kit909.hat!, level: 0.16 },
  open: { ...kit909.open!, level: 0.16 },
  ride: { ...kit909.ride!, level: 0.1 },
  kick: {
    strike: kick({ from: 195, to: 49, bend: 0.032, decay: 0.31, click: 0.5, drive: 2 }),
    level: 1,
    pan: 0,
    wet: 0.02,
  },
};

const FILLS: readonly Groove[] = [
  { clap: '............x..x', rim: '.........x.x....' },
  { snare: '............o.xx', rim: '........x..x....' },
  { tomHigh: '..........x.....', tom: '............x...', tomLow: '..............xx' },
  { open: '..............X.', clap: '............X...' },
];

/** The organ’s riff, in degrees of the key; one is drawn per song. */
const RIFFS: readonly string[] = [
  '. . 5 . . 5 . . 4 - 3 - . . . . | . . 5 . . 5 . . 7 - 5 - 4 - 3 - | . . 5 . . 5 . . 4 - 3 - . . . . | . . 3 . . 4 . . 3 - 1 - - - . .',
  '8 . . 7 . . 5 - . . . . 4 . 5 - | . . . . . . . . 3 . 4 . 5 - . . | 8 . . 7 . . 5 - . . . . 4 . 3 - | . . . . . . . . 3 . 4 . 1 - . .',
  '. . 1 . . 3 . . 4 - 5 - . . . . | . . 7 . . 5 . . 4 - 3 - . . . . | . . 1 . . 3 . . 4 - 5 - . . . . | . . 8 . . 7 . . 5 - - - . . . .',
];

/** The trumpet’s tune in the break. */
const HORNS: readonly string[] = [
  '. 5 7 8 - - 7 5 | 7 - - - . . . . | . 4 5 7 - - 5 4 | 5 - - - - - . .',
  '5 - - 4 5 - 8 - | 7 - 5 - - - . . | 4 - - 3 4 - 5 - | 3 - 4 5 - - . .',
];

/** Four to the floor in a basement: minor ninths move in parallel, the echo does half of the playing. */
export const deepHouse: World = {
  name: 'deep-house',
  genre: 'house:deep-house',
  tempo: [119, 125],
  keys: ['C minor', 'F minor', 'A minor', 'D minor', 'G minor', 'Bb minor'],
  beatsPerBar: 4,
  swing: { share: 0.55, unit: 0.25 },
  chords: {
    a: [
      'i9 | % | VImaj9 | v9',
      'i11 | % | iv9 | VImaj9 v7',
      'i9 | iv9 | VImaj9 | v9',
      'VImaj9 | v9 | i9 | i11',
    ],
    b: ['iv9 | v9 | VImaj9 | bIImaj7', 'VImaj9 | VII9sus4 | IIImaj9 | iv9 bIImaj7'],
    intro: 'i9 | % | VImaj9 | v9',
    break: 'VImaj9 | v9 | iv9 | bIImaj7 V7#9',
    end: 'VImaj9 | v9 | iv9 | i9',
  },
  themes: {
    hook: [
      '..x..x..x-......|..x..x..x-..x-..',
      'x..x..x-....x.x-|..x-............',
      '...x..x..x--....|...x..x.x---....',
      'x-.x-.x-..x-....|......x-x-x-....',
    ],
  },
  feel: 'house',
  leads: ['organ', 'pluck synth', 'saxophone'],
  form: [
    ['intro', 4, 'intro', 0.62, 'drums:kick pad@2 perc@3 stab@3'],
    ['A', 8, 'a', 0.84, 'drums:groove perc bass pad stab hook@5'],
    ["A'", 4, 'a', 0.94, 'drums:full perc bass:busy pad keys hook voices'],
    ['break', 4, 'break', 0.56, 'pad horn drums:break stab'],
    ['B', 4, 'b', 0.97, 'drums:full perc bass:busy keys horn:vary stab'],
    ["A''", 8, 'a', 1, 'drums:full perc bass:busy pad stab keys hook:high voices'],
    ['end', 4, 'end', 0.68, 'drums:out bass pad keys voices:far'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const riff = random.pick(RIFFS);
    const tune = random.pick(HORNS);
    return {
      drums: {
        role: 'drums',
        kit: KIT,
        mix: { level: -18, reverb: 0.28, loose: 2 },
        play: (s) => {
          const kickBeat = 'X...X...X...X...';
          const hat = ['..x...x...x...x.', '..x...x...x...xo'];
          switch (s.variant) {
            case 'kick':
              return drumming(s, { kick: kickBeat, hat }, { velocity: 0.84 });
            case 'break':
              return [
                ...drumming(s, { shaker: 'XoxoXoxoXoxoXoxo', rim: '...x..x....x..x.' }, { velocity: 0.6 }),
                ...build(s, 'clap', { bars: 1, grid: 0.5, from: 0.15, to: 0.7 }),
                ...build(s, 'swell', { bars: 1, grid: 4, from: 0.3 }),
              ];
            case 'out':
              return drumming(s, { kick: kickBeat, hat, rim: '...x..x....x....' }, { velocity: 0.76 });
            default:
              return drumming(
                s,
                {
                  kick: kickBeat,
                  clap: '....X.......X...',
                  snare: ['....o.......o..o', '....o..o....o...'],
                  open: '..X...X...X...X.',
                  hat:
                    s.variant === 'full'
                      ? ['xo.oxo.oxo.oxo.o', 'xo.oxo.oxooox.oo']
                      : ['x..ox..ox..ox..o', 'x..ox..ox.oox..o'],
                  ...(s.variant === 'full' ? { ride: 'o.x.o.x.o.x.o.x.' } : {}),
                },
                { fills: FILLS, keep: ['kick', 'hat'], crash: 'crash', velocity: 0.88 },
              );
          }
        },
      },
      perc: {
        role: 'drums',
        kit: percussion,
        mix: { level: -31, reverb: 0.45, echo: 0.12, late: 3, loose: 5, highpass: 160, duck: 1.5 },
        play: (s) =>
          drumming(
            s,
            {
              shaker: ['XooxXooxXooxXoox', 'XoxoXooxXoxoXoxx'],
              conga: ['......x..x....x.|......x..x..x.xx', '..x...x..x....x.'],
              tumba: ['...x......x.....', '...x.......x....|..........x..x..'],
              slap: ['....o.......x...', '....x......o....'],
            },
            { velocity: 0.75 },
          ),
      },
      bass: {
        role: 'bass',
        voice: () =>
          analogBass({
            wave: 'triangle',
            sub: 0.35,
            cutoff: 380,
            sweep: 1.8,
            resonance: 0.2,
            amp: [0.004, 0.3, 0.7, 0.06],
          }),
        mix: { level: -21.5, duck: 4.5, late: 3 },
        play: (s) =>
          s.variant === 'busy'
            ? bassLine(s, ['R..r..8.R..r.5.a', 'R-.r..5-.R.8..7-|R-.r..5-.R.5..a-', '..R-.R8...R-.R5a'], {
                center: 34,
                gate: 0.8,
              })
            : bassLine(s, ['R--r..R-....5-..|R--r..R-....7-a-', '..R-..R-..5-..R-'], {
                center: 34,
                gate: 0.85,
              }),
      },
      pad: {
        role: 'pad',
        voice: () => analogPad({ cutoff: 900, unison: 3, amp: [0.35, 1, 0.9, 0.9] }),
        mix: { level: -24, duck: 6, reverb: 0.5 },
        inserts: [sweep({ low: 700, high: 5200, beats: 32 })],
        play: (s) => pad(s, { center: 61, size: 3, rootless: true, open: true }),
      },
      stab: {
        role: 'chords',
        voice: () => polySynth({ cutoff: 900, sweep: 2.4, resonance: 0.3, amp: [0.004, 0.22, 0.12, 0.12] }),
        mix: { level: -23.5, pan: -0.12, duck: 2, reverb: 0.4, echo: 0.45, late: 4 },
        inserts: [sweep({ low: 1400, high: 7000, beats: 24 })],
        play: (s) =>
          comp(
            s,
            s.name === 'break' || s.name === 'intro'
              ? '..x.........x...|..x...x.........'
              : ['..x..x........x.|..x..x....x.....', '...x..x.....x...|...x..x...x.....'],
            { center: 63, size: 4, rootless: true, short: 0.22, velocity: 0.72 },
          ),
      },
      keys: {
        role: 'chords',
        voice: electricPiano,
        mix: { level: -21.5, pan: 0.18, duck: 2, reverb: 0.35, echo: 0.15, late: 8 },
        play: (s) =>
          comp(s, ['x-----x---..x---|......x-x---....', '..x---......x-x-|x-----......x---'], {
            center: 65,
            size: 3,
            rootless: true,
            strum: 0.012,
            velocity: 0.66,
          }),
      },
      hook: {
        role: 'lead',
        voice: () => with_(organ('808008000', { click: 0.12, grit: 1.2 }), eq('highshelf', 4200, 0.7, 3)),
        mix: { level: -21.5, pan: 0.06, reverb: 0.35, echo: 0.35, late: 2, loose: 4, duck: 1 },
        play: (s) =>
          sing(s, riff, {
            center: s.variant === 'high' ? 75 : 70,
            gate: 0.75,
            vary: 0.1,
            ...(s.variant === 'high' ? { second: 3 } : {}),
          }),
      },
      horn: {
        role: 'lead',
        voice: () => with_(mutedTrumpet(), eq('peak', 3200, 0.8, -7), eq('lowpass', 7500)),
        mix: { level: -22.5, pan: -0.08, reverb: 0.5, echo: 0.4, late: 14, loose: 9 },
        play: (s) =>
          s.variant === 'vary'
            ? sing(s, tune, { center: 74, vary: 0.4, lift: 2 })
            : sing(s, tune, { center: 70, vary: 0.15 }),
      },
      voices: {
        role: 'texture',
        voice: () => with_(choir('ah'), eq('highpass', 350)),
        mix: { level: -26.5, pan: 0.3, duck: 3, reverb: 0.6, echo: 0.55 },
        play: (s) =>
          s.variant === 'far'
            ? pad(s, { center: 69, size: 2, rootless: true, velocity: 0.5 })
            : answer(s, 'hook', s.theme('hook'), { center: 70, gate: 0.8 }),
      },
    };
  },
  sound: {
    roomSeconds: 1.9,
    roomDamping: 0.5,
    echoBeats: 0.75,
    echoFeedback: 0.5,
    echoLevel: 0.55,
    warmth: 1.2,
  },
  ritard: { beats: 2, amount: 0.08 },
  titles: [
    'Cellar Door',
    'Half Light on Hoxton',
    'The Long Blend',
    'Coat Check',
    'Nine Minutes to Close',
    'Velvet Arithmetic',
    'Somebody Else’s Sunday',
    'Lower Ground Floor',
  ],
  artists: ['Marlo Dune', 'Ninth Basement', 'Inès Vauclair', 'Soft Locks', 'Harlan & Ode'],
};
