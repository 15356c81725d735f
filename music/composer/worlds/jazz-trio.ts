import { kitBrushes } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import { grandPiano, uprightBass, with_ } from '../sound/instruments.ts';
import type { World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp, roll } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { improvise } from '../writing/improvise.ts';
import { melody } from '../writing/melody.ts';
import { walkingBass } from '../writing/walking-bass.ts';

const FILLS: readonly Groove[] = [
  { snare: '......xxX.x.', tomLow: '.........x.x' },
  { snare: '......x.xx.X', kick: '..........x.' },
  { tomHigh: '......x.x...', tom: '.........xx.', kick: '...........x' },
  { snare: '......oxoXox' },
];

/** A late set in a small room: head, one chorus of piano, bass to the fore, head out. Twelve steps to the bar are triplets. */
export const jazzTrio: World = {
  name: 'jazz-trio',
  genre: 'jazz:piano-trio',
  tempo: [138, 164],
  keys: ['F major', 'Bb major', 'Eb major', 'C major', 'G minor', 'D minor'],
  beatsPerBar: 4,
  standard: true,
  swing: { share: 0.64, unit: 0.5 },
  chords: {
    a: [
      'Imaj9 | VI7b9 | ii9 | V13 | iii7 VI7b9 | ii9 V13 | I69 VI7b9 | ii9 V7alt',
      'ii9 | V13 | Imaj9 | IVmaj7 | iiø | V7b9 | i69 | v7 I7b9',
    ],
    b: [
      'IVmaj7 | iv6 bVII13 | iii7 | VI7alt | II9 | % | ii9 | V7alt',
      'v9 | I13 | IVmaj9 | % | iv9 | bVII13 | ii9 | V7b9',
    ],
    intro: 'ii9 | V13 | iii7 | VI7b9',
    end: 'ii9 | V7alt | bIImaj7 | Imaj9',
  },
  themes: {
    head: ['..x.x-.x-...|x-.x.x--....', 'x.x.-x.x-...|.x.x-.x-----', '.xx-.x.x....|x-x-.x--....'],
    bridge: ['x---.xx-x---|x---....x-x-', 'x-----x-x---|x---x-------'],
  },
  feel: 'swing',
  leads: ['grand piano', 'saxophone', 'vibraphone'],
  form: [
    ['intro', 4, 'intro', 0.72, 'bass:two drums:sparse@3 piano:intro'],
    ['A', 8, 'a', 0.8, 'bass:two drums:brush piano:comp head'],
    ['B', 8, 'b', 0.86, 'bass drums:ride piano:comp bridge'],
    ['solo', 8, 'a', 1, 'bass drums:hot piano:push solo'],
    ['break', 4, 'intro', 0.6, 'bass:solo drums:hats piano:answer'],
    ["A''", 8, 'a', 0.96, 'bass drums:hot piano:push head:out'],
    ['end', 4, 'end', 0.7, 'bass:two drums:brush piano:comp head:end'],
  ],
  parts: {
    drums: {
      role: 'drums',
      kit: kitBrushes,
      mix: { level: -25.5, reverb: 0.45, late: 3, loose: 5 },
      // Written in eighths and left to the swing; fills are in triplets.
      play: (s) => {
        const ride = ['X.xxX.xx', 'X.xxX.x.', 'X.x.X.xx'];
        const pedal = '..x...x.';
        switch (s.variant) {
          case 'sparse':
            return drumming(s, { ride: ['X...x...', 'X.xxX...'], pedal }, { velocity: 0.6 });
          case 'hats':
            return drumming(
              s,
              { pedal, ride: ['X...x...', 'X.xxX...'], kick: 'o.......' },
              { velocity: 0.6 },
            );
          case 'brush':
            return drumming(
              s,
              {
                sweep: 'x.x.x.x.',
                snare: ['..x...x.', '..x..ox.'],
                pedal,
                kick: 'o...o...',
                ride: 'x...x...',
              },
              { fills: FILLS, velocity: 0.66 },
            );
          case 'ride':
            return drumming(
              s,
              { ride, pedal, kick: 'o.o.o.o.', rim: '......x.', snare: ['...o....', '.....o..'] },
              { fills: FILLS, velocity: 0.78 },
            );
          default:
            return drumming(
              s,
              {
                ride,
                pedal,
                kick: ['o.o.o.o.', 'o.o.o.ox', 'o..xo.o.'],
                snare: ['...x..o.', '.o...x..', '..o....x'],
                sweep: '..x...x.',
              },
              { fills: FILLS, crash: 'crash', velocity: 0.88 },
            );
        }
      },
    },
    bass: {
      role: 'bass',
      voice: uprightBass,
      mix: { level: -22.5, reverb: 0.1, duck: 0, late: -4, loose: 6 },
      play: (s) => {
        if (s.variant === 'two') return bassLine(s, ['R---5-a-', 'R---5---|R-5-3-a-'], { center: 38 });
        if (s.variant === 'solo')
          return improvise(s, { center: 48, density: 0.8, spice: 0.2, velocity: 0.85, gate: 1.1 });
        return walkingBass(s);
      },
    },
    piano: {
      role: 'chords',
      voice: () => with_(grandPiano(), eq('highshelf', 4000, 0.7, 2)),
      mix: { level: -25, pan: -0.12, reverb: 0.35, late: 10 },
      play: (s) => {
        const hand = { center: 57, size: 4, rootless: true } as const;
        if (s.variant === 'intro') return roll(s, { ...hand, spread: 0.09, velocity: 0.5 });
        if (s.variant === 'answer') return comp(s, '.......x|-......x', { ...hand, velocity: 0.42 });
        if (s.variant === 'push')
          return comp(s, ['..x..x..|...x..x.', 'x..x....|..x...xx', '...x..x-|.x..x...'], {
            ...hand,
            velocity: 0.62,
            short: 0.42,
            anticipate: true,
          });
        return comp(s, ['x..x....|..x.....', '...x--..|.x....x-', 'x-.....x|--..x...'], {
          ...hand,
          velocity: 0.52,
          anticipate: true,
        });
      },
    },
    head: {
      role: 'lead',
      voice: () => with_(grandPiano(), eq('highshelf', 3500, 0.7, 4)),
      mix: { level: -21, pan: 0.1, reverb: 0.35, echo: 0, late: 14, loose: 9, swing: false },
      // Twelve steps to the bar are triplets already.
      play: (s) =>
        melody(
          s,
          s.theme('head'),
          s.variant === 'end'
            ? 'thin answer'
            : s.variant === 'out'
              ? 'state lift invert return'
              : 'state answer state return',
          { center: s.variant === 'out' ? 76 : 73, ornaments: 0.25, harmony: s.variant === 'out' },
        ),
    },
    bridge: {
      role: 'lead',
      voice: () => with_(grandPiano(), eq('highshelf', 3500, 0.7, 4)),
      mix: { level: -21, pan: 0.1, reverb: 0.35, echo: 0, late: 14, loose: 9, swing: false },
      play: (s) => melody(s, s.theme('bridge'), 'state develop lift answer', { center: 77, ornaments: 0.2 }),
    },
    solo: {
      role: 'lead',
      voice: () => with_(grandPiano(), eq('highshelf', 3500, 0.7, 4)),
      mix: { level: -20.5, pan: 0.1, reverb: 0.32, echo: 0, late: 12, loose: 8 },
      play: (s) => improvise(s, { center: 76, density: 0.88, spice: 0.35 }),
    },
  },
  sound: {
    roomSeconds: 1.1,
    roomDamping: 0.55,
    roomLevel: 0.6,
    echoLevel: 0,
    warmth: 1,
  },
  ritard: { beats: 6, amount: 0.3 },
  titles: [
    'Second Set',
    'Corner Table',
    'Rain on Delancey',
    'Half Past Nothing',
    'The Borrowed Coat',
    'Smoke and Ginger',
    'Left Hand Lament',
    'Blue Umbrella',
  ],
  artists: ['The Marlow Trio', 'Etta Lindqvist Trio', 'Three for Supper', 'Cal Whitfield Trio'],
};
