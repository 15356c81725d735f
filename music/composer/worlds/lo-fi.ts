import { type Kit, kick, kitBrushes, type Piece, snare } from '../sound/drums.ts';
import { eq, sampler, wow } from '../sound/inserts.ts';
import {
  electricPiano,
  flute,
  nylonGuitar,
  stringSection,
  uprightBass,
  vibraphone,
  with_,
} from '../sound/instruments.ts';
import { recorded } from '../sound/recorded-hits.ts';
import { RATE } from '../sound/tables.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp, pad } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { answer } from '../writing/melody.ts';
import { sing } from './tune.ts';

/** A brush on a loose snare, a pillow in the kick, hats that have been sampled once too often. */
const KIT: Kit = {
  ...kitBrushes,
  kick: {
    strike: kick({ from: 115, to: 51, bend: 0.03, decay: 0.3, click: 0.7, drive: 2, noise: 0.35 }),
    level: 1,
    pan: 0,
    wet: 0.06,
  },
  body: {
    strike: snare({ tone: 172, ring: 0.1, wires: 0.15, snap: 0.4, bright: 3400, body: 0.6 }),
    level: 0.42,
    pan: -0.05,
    wet: 0.25,
  },
  hat: {
    strike: recorded(42, { tune: -1, tone: [3000, 12_000] }),
    level: 0.22,
    pan: 0.3,
    wet: 0.1,
  },
};

const FILLS: readonly Groove[] = [
  { snare: '........x.o.xoXo', body: '............x.x.', kick: '..........x.....' },
  { snare: '..........o.x.X.', sweep: '........x...x...', kick: '........x..x....' },
  { kick: '........x.......', rim: '..........x..x..', sweep: '............x...' },
];

/** Four seconds of a record's surface: ticks, a pop now and then, the groove's own breath; both ends faded. */
const surface: Piece['strike'] = (out, _velocity, random) => {
  const n = 4 * RATE;
  let breath = 0;
  for (let i = 0; i < n; i++) {
    breath += 0.4 * (random() - 0.5 - breath);
    out[i] = 0.012 * breath;
  }
  for (let at = 0; at < n - 120; at += Math.ceil(-Math.log(1 - random()) * RATE * 0.045)) {
    const size = (random() < 0.5 ? -1 : 1) * (0.04 + 0.16 * random() ** 6);
    const width = 6 + 18 * random();
    for (let i = 0; i < 120; i++)
      out[at + i]! += size * Math.min(1, i / 4) * Math.exp(-i / width) * (0.3 + 0.7 * random());
  }
  const fade = RATE / 2;
  for (let i = 0; i < fade; i++) {
    out[i]! *= i / fade;
    out[n - 1 - i]! *= i / fade;
  }
  return n;
};
const VINYL: Kit = {
  left: { strike: surface, level: 0.6, pan: -0.55, wet: 0 },
  right: { strike: surface, level: 0.6, pan: 0.55, wet: 0 },
};

/** The tune, in degrees of the key; one is drawn per song. */
const TUNES: readonly string[] = [
  '. 5 6 8 - 6 5 - | 3 - - . . 2 3 5 | . 5 6 8 - 9 8 6 | 5 - - - . . . .',
  '5 - 3 5 - 6 5 - | 3 - 2 1 - - . . | 5 - 3 5 - 6 8 - | 6 - 5 - - - . .',
  '. . 1 2 3 - 5 3 | - 2 - - . . . . | . . 1 2 3 - 6 5 | - 3 - - 2 - 1 -',
  '8 - 5 6 - - . . | . . 3 5 6 - 5 3 | 8 - 5 6 - - . 3 | 2 - 3 5 - - . .',
];

/** The flute’s, over the borrowed chords. */
const BRIDGES: readonly string[] = [
  '6 - - 5 6 - 8 - | 7 - 6 5 - - . . | 8 - - 7 6 - 8 - | 9 - 8 6 - - . .',
  '. 3 5 6 - 5 6 - | 8 - - - 6 - 5 - | . 4 6 8 - 6 8 - | 9 - - - - - . .',
];

/** Boom-bap with brushes, three in the morning: the snare lags, the tape wanders, the piano has been through a sampler. */
export const loFi: World = {
  name: 'lo-fi',
  genre: 'hip-hop-rap:lo-fi-hip-hop',
  tempo: [74, 84],
  keys: ['Eb major', 'Ab major', 'F major', 'Db major', 'Bb major', 'C major'],
  beatsPerBar: 4,
  swing: { share: 0.59, unit: 0.25 },
  chords: {
    a: [
      'IVmaj9 | iii7 VI7alt | ii9 | V9sus4 I9',
      'ii9 | V13 | Imaj9 | VI7#9',
      'Imaj9 | vi9 | ii9 | iv6 V9sus4',
      'IVmaj9 iii7 | vi9 | ii9 V13 | Imaj9 I9',
    ],
    b: ['vi9 | II9 | iv9 | bVII13', 'IVmaj9 | iv69 | iii7 | bIIImaj7 V9sus4'],
    intro: 'IVmaj9 iii7 | ii9 V9sus4',
    end: 'ii9 V9sus4 | Imaj9',
  },
  themes: {
    hook: [
      '..x.x-x---..x-x-|x-----x-........',
      'x-.xx---..x.x---|..x-x-----......',
      '....x-x-x--x--x-|x---....x-x-----',
      'x--x--x---..x.x-|x-------........',
    ],
  },
  feel: 'boombap',
  leads: ['nylon guitar', 'saxophone', 'music box'],
  form: [
    ['intro', 2, 'intro', 0.5, 'vinyl radio flute:far@2'],
    ['A', 4, 'a', 0.8, 'vinyl keys bass drums:light guitar'],
    ["A'", 4, 'a', 0.92, 'vinyl keys:busy bass:busy drums:full guitar:vary vibes'],
    ['B', 4, 'b', 0.96, 'vinyl keys bass drums:full strings flute'],
    ['break', 2, 'intro', 0.55, 'vinyl radio bass:long drums:brush vibes'],
    ["A''", 4, 'a', 1, 'vinyl keys:busy bass:busy drums:full guitar:home strings vibes'],
    ['end', 2, 'end', 0.62, 'vinyl keys bass:long drums:brush guitar:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const tune = random.pick(TUNES);
    const bridge = random.pick(BRIDGES);
    return {
      drums: {
        role: 'drums',
        kit: KIT,
        mix: { level: -21, reverb: 0.3, late: 2, loose: 5 },
        inserts: [sampler({ bits: 12, rate: 30_000 }), eq('lowpass', 11_500)],
        play: (s) => {
          const sweep = 'x...x...x...x...';
          if (s.variant === 'brush')
            return drumming(s, { sweep, snare: ['....x.......x..o', '....x..o....x...'] }, { velocity: 0.7 });
          const full = s.variant === 'full';
          const hits = drumming(
            s,
            {
              kick: full
                ? [
                    'X.....x...X.....',
                    'X..x......X..o..',
                    'X.....xo..X.....|X..x...o..X.....',
                    'X......x..Xx....',
                  ]
                : ['X.........X.....', 'X.....o...X.....'],
              snare: full
                ? ['....X..o....X..o', '....X..o.o..X...', '....X.......X.oo']
                : ['....X.......X...', '....X..o....X...'],
              body: '....X.......X...',
              hat: full ? ['X.x.X.xoX.x.X.x.', 'X.xoX.x.X.x.XoxX'] : ['x.x.x.x.x.x.x.x.', 'x.x.x.xox.x.x.x.'],
              sweep,
            },
            {
              fills: FILLS,
              keep: ['sweep'],
              velocity: full ? 0.86 : 0.76,
              ghost: { piece: 'snare', chance: 0.04 },
            },
          );
          // The backbeat drags, the kick doesn't wait for it.
          return hits.map((hit) =>
            hit.piece === 'snare' || hit.piece === 'body' ? { ...hit, beat: hit.beat + 0.028 } : hit,
          );
        },
      },
      bass: {
        role: 'bass',
        voice: () => with_(uprightBass(), eq('lowshelf', 150, 0.7, 2)),
        mix: { level: -17, duck: 3, late: 12, loose: 6 },
        inserts: [eq('lowpass', 650)],
        play: (s) => {
          if (s.variant === 'long') return bassLine(s, 'R-------R---5---', { center: 36, gate: 0.97 });
          if (s.variant === 'busy')
            return bassLine(s, ['R--.r.5-R--.o.a-', 'R-.o..5-R-..8.5a', 'R--r..8-R-.p..a-'], {
              center: 36,
              gate: 0.85,
            });
          return bassLine(s, ['R-----5-R-----a-', 'R--.r...R-----a-'], { center: 36, gate: 0.9 });
        },
      },
      vinyl: {
        role: 'drums',
        kit: VINYL,
        mix: { level: -33, reverb: 0, late: 0, loose: 0, swing: false, highpass: 120 },
        // Each stretch overlaps the next; the last one runs on under the final chord.
        play: (s) =>
          Array.from({ length: s.bars * 2 }, (_, i) => ({
            beat: s.first && i < 2 ? i * 0.5 : (i >> 1) * s.beatsPerBar + 3.5 + 0.3 * (i % 2),
            piece: i % 2 ? 'right' : 'left',
            velocity: 0.6,
          })),
      },
      keys: {
        role: 'chords',
        voice: electricPiano,
        mix: { level: -21.5, pan: -0.1, reverb: 0.3, late: 14, loose: 8, highpass: 130, duck: 2 },
        inserts: [sampler({ bits: 12, rate: 28_000 }), wow({ depth: 1.1, rate: 0.55, highs: 5600 })],
        play: (s) =>
          comp(
            s,
            s.variant === 'busy'
              ? ['x--x----..x-x---|x-----x-..x-----', 'x-----..x-..x--o|x--x----..x-..x-']
              : ['x-------x-----..|x-----..x-------', 'x-----..x-----x-|x-------x---....'],
            { center: 59, size: 4, rootless: true, strum: 0.018, velocity: 0.6 },
          ),
      },
      radio: {
        role: 'chords',
        voice: electricPiano,
        mix: { level: -24, reverb: 0.45, echo: 0.15, late: 14, loose: 10, highpass: 320 },
        inserts: [eq('lowpass', 2400), wow({ depth: 2.2, rate: 0.45, highs: 2600 })],
        play: (s) =>
          comp(s, 'x-------x-----x-', { center: 61, size: 4, rootless: true, strum: 0.03, velocity: 0.55 }),
      },
      strings: {
        role: 'pad',
        voice: stringSection,
        mix: { level: -27.5, pan: 0.15, reverb: 0.5, highpass: 280 },
        inserts: [sampler({ bits: 11, rate: 20_000 }), wow({ depth: 1.6, rate: 0.4, highs: 4200 })],
        play: (s) => pad(s, { center: 67, size: 3, rootless: true, velocity: 0.55 }),
      },
      guitar: {
        role: 'lead',
        voice: nylonGuitar,
        mix: { level: -21.5, pan: 0.12, reverb: 0.35, echo: 0.2, late: 16, loose: 9 },
        inserts: [wow({ depth: 0.6, rate: 0.5, highs: 8000 })],
        play: (s) =>
          sing(s, tune, {
            center: s.variant === 'home' ? 74 : 71,
            vary: s.variant === 'vary' ? 0.45 : 0.15,
            thin: s.variant === 'end',
            ...(s.variant === 'home' ? { second: 6 } : {}),
            ...(s.variant === 'vary' ? { lift: 2 } : {}),
          }),
      },
      flute: {
        role: 'lead',
        voice: flute,
        mix: { level: -22.5, pan: -0.12, reverb: 0.45, echo: 0.25, late: 16, loose: 10 },
        inserts: [sampler({ bits: 12, rate: 26_000 }), wow({ depth: 1, rate: 0.5, highs: 5200 })],
        play: (s) =>
          s.variant === 'far'
            ? sing(s, tune, { center: 74, velocity: 0.5, thin: true })
            : sing(s, bridge, { center: 76, vary: 0.2 }),
      },
      vibes: {
        role: 'arp',
        voice: vibraphone,
        mix: { level: -24.5, pan: 0.35, reverb: 0.45, echo: 0.4, late: 14, loose: 9 },
        inserts: [wow({ depth: 0.9, rate: 0.6, highs: 6000 })],
        play: (s) => answer(s, 'guitar', s.theme('hook'), { center: 76, velocity: 0.6 }),
      },
    };
  },
  sound: {
    roomSeconds: 1,
    roomDamping: 0.65,
    roomLevel: 0.5,
    echoBeats: 0.75,
    echoFeedback: 0.35,
    echoLevel: 0.4,
    warmth: 1.5,
    hiss: 45,
  },
  ritard: { beats: 4, amount: 0.22 },
  titles: [
    'Leftover Rain',
    'Window Seat, Line 6',
    'Kettle On',
    'Notes in the Margin',
    'The Cat Owns the Sofa',
    'Library Card',
    '3 a.m. Ramen',
    'Polaroids of Nobody',
  ],
  artists: ['Dust Jacket', 'Mellow Ito', 'Paper Route Sam', 'Attic Radio Club', 'Juno Beige'],
};
