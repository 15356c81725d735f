import type { Note } from '../score.ts';
import { type Kit, kick, kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  brassSection,
  choir,
  cleanGuitar,
  fingerBass,
  grandPiano,
  organ,
  saxophone,
  stringSection,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { answer } from '../writing/melody.ts';
import type { Section } from '../writing/section.ts';
import { sing } from './tune.ts';

/** A blanket in the kick, and hats that stay behind the singer. */
const KIT: Kit = {
  ...kitAcoustic,
  kick: {
    strike: kick({ from: 115, to: 54, bend: 0.03, decay: 0.26, click: 0.35, drive: 1.6, noise: 0.15 }),
    level: 1,
    pan: 0,
    wet: 0.12,
  },
  hat: { ...kitAcoustic.hat!, level: 0.22 },
};

/** Twelve steps to the bar are triplets throughout. */
const FILLS: readonly Groove[] = [
  { snare: '......xxxXxx', kick: '......x.....' },
  { tomHigh: '......xx....', tom: '........xx..', tomLow: '..........xX' },
  { snare: '........o.xX', tomLow: '.........x..', kick: '......x.....' },
  { tomHigh: '.........x..', tom: '..........x.', tomLow: '...........X' },
];

/** Sixths on the guitar's upper strings, slid into: the answer between the singer's lines. */
function sixths(section: Section): Note[] {
  return answer(section, 'sax', section.theme('fill'), {
    center: 69,
    harmony: true,
    velocity: 0.62,
    ornaments: 0.3,
  });
}

/** The singer’s tune, in degrees of the key; one is drawn per song. */
const TUNES: readonly string[] = [
  '. . . 5 - 6 8 - - ~6 - 5 | 3 - - - - - . . . . . . | . . . 5 - 6 8 - - ~9 - 8 | 6 - - - - - 5 - - . . .',
  '3 - - - - 2 1 - - ~6 - - | 5 - - - - - . . . 5 - 6 | 8 - - - - 7 ~6 - - 5 - - | 6 - - 5 - - 2 - - - . .',
  '. . 5 ~8 - - - - 7 6 - 5 | 5 - - ~3 - - . . . . . . | . . 5 ~8 - - - - 9 10 - 8 | 9 - - ~8 - - - - - . . .',
];

/** The bridge, from the top of the voice downwards. */
const BRIDGES: readonly string[] = [
  '10 - - - - 9 ~8 - - 6 - - | 8 - - - - - . . 5 6 - 8 | 9 - - - - 8 ~6 - - 8 - - | 9 - - - - - ~9 - - - - -',
  '. . 8 ~10 - - 9 - 8 6 - - | 7 - - 8 - - - - - . . . | . . 8 ~11 - - 10 - 9 8 - - | 9 - - - - - 9 - - ~11 - -',
];

/** 12/8, two in the morning, red lamp: organ under everything, the saxophone sings, the band holds back until it can't. */
export const soulBallad: World = {
  name: 'soul-ballad',
  genre: 'r-and-b-soul:soul-ballad',
  tempo: [65, 71],
  keys: ['Bb major', 'C major', 'Eb major', 'F major', 'G major', 'Ab major'],
  beatsPerBar: 4,
  chords: {
    a: [
      'I | III7 | vi7 | I9',
      'I I/3 | IVadd9 iv6 | iii7 VI7 | ii9 V9sus4',
      'Iadd9 | iii7 | IVmaj7 #ivo7 | I/5 V9sus4',
      'I | vi7 | IV iv6 | I/5 V7sus4',
    ],
    b: ['IVmaj7 | iii7 VI7 | ii9 iv6 | V9sus4 V7', 'vi | vi7 II9 | bVImaj7 | bVII V7sus4'],
    intro: 'IVadd9 iv6 | I/5 V9sus4',
    end: 'IV iv6 | I',
  },
  themes: {
    fill: ['...x-xx-xx--|...x-xx--x--', '......x-xx-x|......x--x--'],
  },
  feel: 'twelve',
  leads: ['saxophone', 'clean guitar', 'strings'],
  form: [
    ['intro', 2, 'intro', 0.42, 'organ guitar:arp@2'],
    ['A', 4, 'a', 0.57, 'organ bass drums:rim piano sax'],
    ["A'", 4, 'a', 0.78, 'organ bass drums:snare piano:triplets sax:vary guitar'],
    ['B', 4, 'b', 0.96, 'shout bass:walk drums:full piano:triplets horns strings sax:bridge'],
    [
      "A''",
      4,
      'a',
      1,
      'shout bass:walk drums:full piano:triplets strings horns:stabs voices sax:home guitar',
    ],
    ['end', 2, 'end', 0.5, 'organ bass drums:rim guitar:arp voices sax:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const tune = random.pick(TUNES);
    const bridge = random.pick(BRIDGES);
    return {
      drums: {
        role: 'drums',
        kit: KIT,
        mix: { level: -20.5, reverb: 0.45, late: 6, loose: 5 },
        play: (s) => {
          switch (s.variant) {
            case 'rim':
              return drumming(
                s,
                {
                  hat: ['x.xx.xx.xx.x', 'xoxx.xxoxx.x'],
                  rim: '...x.....x..',
                  kick: ['x....ox.....', 'x.....x.....'],
                },
                { velocity: 0.62, ...(s.last ? {} : { fills: [FILLS[2]!, FILLS[3]!] }) },
              );
            case 'snare':
              return drumming(
                s,
                {
                  hat: ['Xoxxoxxoxxox', 'Xoxxoxxoxxxx'],
                  snare: ['...X.....X..', '...X..o..X..', '...X.....X.o'],
                  kick: ['X....xX.....', 'X....xX....o'],
                },
                { fills: FILLS, velocity: 0.74 },
              );
            default:
              return drumming(
                s,
                {
                  ride: ['XoxXoxXoxXox', 'XoxXoxXxxXox'],
                  snare: ['...X..o..X..', '...X.....X.o', '...X.o...X..'],
                  kick: ['X....xX.x...', 'X....xX....x'],
                  pedal: '...x.....x..',
                  tambourine: '...x.....x..',
                },
                { fills: FILLS, crash: 'crash', velocity: 0.84 },
              );
          }
        },
      },
      bass: {
        role: 'bass',
        voice: fingerBass,
        mix: { level: -15.5, duck: 1, late: 8, loose: 5 },
        inserts: [eq('lowshelf', 150, 0.7, 8), eq('lowpass', 420, 0.6)],
        play: (s) =>
          s.variant === 'walk'
            ? bassLine(s, ['R--r-5R--5-a', 'R--..rR-8--a', 'R-r5-.R--3-a'], { center: 36 })
            : bassLine(s, ['R-----R--..a', 'R----rR----a'], { center: 36, velocity: 0.72 }),
      },
      organ: {
        role: 'pad',
        voice: () => organ('808800004', { click: 0.03, grit: 1.3 }),
        mix: { level: -23.5, pan: -0.1, reverb: 0.4, highpass: 120 },
        play: (s) => pad(s, { center: 60, size: 4, velocity: 0.6 }),
      },
      /** The same organ, all stops out and the rotor up to speed. */
      shout: {
        role: 'pad',
        voice: () => organ('888644668', { fast: true, click: 0.02, grit: 2.2 }),
        mix: { level: -23, pan: -0.1, reverb: 0.4, highpass: 120 },
        play: (s) => pad(s, { center: 63, size: 4, velocity: 0.7 }),
      },
      piano: {
        role: 'chords',
        voice: () => with_(grandPiano(), eq('highshelf', 4000, 0.7, 2)),
        mix: { level: -23.5, pan: 0.18, reverb: 0.35, late: 5 },
        play: (s) =>
          s.variant === 'triplets'
            ? comp(s, 'XoxXoxXoxXox', { center: 64, size: 3, velocity: 0.6 })
            : comp(s, ['x-----x--..x', 'x--..xx-----'], { center: 62, size: 3, velocity: 0.52, strum: 0.02 }),
      },
      strings: {
        role: 'pad',
        voice: () => stringSection({ attack: 0.2 }),
        mix: { level: -26, pan: 0.1, reverb: 0.55 },
        play: (s) => pad(s, { center: 73, size: 2, velocity: 0.65 }),
      },
      voices: {
        role: 'pad',
        voice: () => choir('oo'),
        mix: { level: -27.5, reverb: 0.6, pan: 0.05 },
        play: (s) => pad(s, { center: 67, size: 3, velocity: 0.6 }),
      },
      sax: {
        role: 'lead',
        voice: saxophone,
        mix: { level: -20, reverb: 0.45, echo: 0.15, late: 20, loose: 12 },
        play: (s) =>
          s.variant === 'bridge'
            ? sing(s, bridge, { center: 74, vary: 0.2, velocity: 0.82 })
            : sing(s, tune, {
                center: s.variant === 'home' ? 75 : 67,
                velocity: s.variant === 'home' ? 0.85 : 0.7,
                vary: s.variant === '' ? 0.12 : 0.4,
                thin: s.variant === 'end',
              }),
      },
      horns: {
        role: 'chords',
        voice: brassSection,
        mix: { level: -23.5, pan: -0.18, reverb: 0.4, late: 8, loose: 8 },
        play: (s) =>
          s.variant === 'stabs'
            ? comp(s, ['......x--...|.......xx---', '..........xx|x-----......'], {
                center: 64,
                size: 3,
                velocity: 0.72,
              })
            : pad(s, { center: 63, size: 3, velocity: 0.6 }),
      },
      guitar: {
        role: 'arp',
        voice: cleanGuitar,
        mix: { level: -23.5, pan: 0.3, reverb: 0.4, echo: 0.15, late: 8 },
        play: (s) =>
          s.variant === 'arp'
            ? arpeggio(s, [0, 1, 2, 3, 2, 1], { rate: 1 / 3, center: 62, gate: 1.6, velocity: 0.6 })
            : sixths(s),
      },
    };
  },
  sound: {
    roomSeconds: 2,
    roomDamping: 0.5,
    roomLevel: 0.6,
    echoBeats: 1,
    echoFeedback: 0.25,
    echoLevel: 0.3,
    warmth: 1.3,
    hiss: 52,
    range: 6,
  },
  ritard: { beats: 5, amount: 0.3 },
  titles: [
    'Leave the Porch Light On',
    'Half of This House',
    'Your Side of the Bed',
    'I’ll Carry the Water',
    'Sunday Without You',
    'One More Slow One',
    'The Truth, Twice',
    'Please, Mercy, Please',
  ],
  artists: ['Odell Rivers', 'Loretta Vaughn', 'The Mercy Street Band', 'Clarence Bell Jr.'],
};
