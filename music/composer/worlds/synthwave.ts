import { kitEighties } from '../sound/drums.ts';
import { sweep } from '../sound/inserts.ts';
import { analogBass, analogPad, fmBass, leadSynth, pluckSynth, polySynth } from '../sound/instruments.ts';
import type { World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad } from '../writing/chords.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { answer, melody } from '../writing/melody.ts';

const FILLS: readonly Groove[] = [
  { snare: '........x.x.X.X.', tomHigh: '..........x.....' },
  { tomHigh: '........XxX.....', tom: '...........xX...', tomLow: '.............xXX' },
  { snare: '............xxXX', tomLow: '........X..X....' },
  { tomHigh: '..........X.....', tom: '............X...', tomLow: '..............X.' },
];

/** A car, a city at night, 1985 as it never was: gated snare, octave bass in sixteenths, wide brass-like chords. */
export const synthwave: World = {
  name: 'synthwave',
  genre: 'electronic-dance:synthwave',
  tempo: [102, 114],
  keys: ['A minor', 'E minor', 'D minor', 'F# minor', 'C minor'],
  beatsPerBar: 4,
  chords: {
    a: ['i | VI | III | VIIsus4 VII', 'iadd9 | VImaj7 | iv7 | VII', 'i | VII | VImaj7 | VI VII'],
    b: ['VImaj7 | VII | bIImaj7 | V7sus4 V7', 'iv9 | VII | IIImaj7 bIImaj7 | V7sus4 V7'],
    break: 'iv9 | VIIsus4 VII',
    end: 'VImaj7 | VII | i | iadd9',
  },
  themes: {
    hook: [
      'x--x--x-x---x---|x--x--x---------',
      'x-----x-x--x----|x---x---x-------',
      '..x-x-x-x-----x-|x-----x-x-------',
    ],
    bridge: ['x-------x---x---|x-----x-x-------', 'x---x---x-------|x---x---x---x---'],
  },
  feel: 'pop',
  leads: ['synth lead', 'square lead', 'saxophone'],
  form: [
    ['intro', 3, 'a', 0.62, 'pad arp@2'],
    ['A', 8, 'a', 0.85, 'pad arp bass drums:verse lead reply'],
    ['B', 4, 'b', 0.95, 'pad bass:long drums:full stabs bridge'],
    ['break', 2, 'break', 0.6, 'pad glass drums:break'],
    ["A''", 8, 'a', 1, 'pad arp bass drums:full stabs lead:high reply glass'],
    ['end', 4, 'end', 0.75, 'pad arp bass drums:verse lead:end'],
  ],
  parts: {
    drums: {
      role: 'drums',
      kit: kitEighties,
      play: (s) => {
        if (s.variant === 'break')
          return [
            ...build(s, 'snare', { bars: 1, grid: 0.25 }),
            ...build(s, 'swell', { bars: 1, grid: 4, from: 0.7 }),
          ];
        const hat =
          s.variant === 'verse'
            ? ['x.x.x.x.x.x.x.x.', 'x.x.x.x.x.x.x.xo']
            : ['XoxoXoxoXoxoXoxo', 'XoxoXoxoXoxoX.x.'];
        const kick =
          s.variant === 'verse'
            ? 'X.......X.......'
            : ['X...X...X...X...', 'X...X...X...X.x.', 'X...X...X..xX...'];
        return drumming(
          s,
          {
            kick,
            snare: '....X.......X...',
            hat,
            ...(s.variant === 'full' ? { open: '..x...x...x...x.', tambourine: '....x.......x...' } : {}),
          },
          { fills: FILLS, every: 4, crash: 'crash', keep: ['kick'] },
        );
      },
    },
    bass: {
      role: 'bass',
      voice: () => analogBass({ cutoff: 360, sweep: 2.2 }),
      mix: { duck: 4 },
      play: (s) =>
        s.variant === 'long'
          ? bassLine(s, 'R-----R-R---5-a-', { gate: 0.85 })
          : bassLine(s, ['rRr8rRr8rRr8rR8a', 'rRrRr8rRrRrRr8ra'], { gate: 0.72 }),
    },
    pad: {
      role: 'pad',
      voice: () => analogPad({ cutoff: 1100 }),
      mix: { duck: 5 },
      inserts: [sweep({ low: 900, high: 6500, beats: 32 })],
      play: (s) => pad(s, { center: 60, size: 4, open: true }),
    },
    stabs: {
      role: 'chords',
      voice: () => polySynth({ cutoff: 1900 }),
      mix: { duck: 2, reverb: 0.4 },
      play: (s) => comp(s, ['X-----..x--..x-.', 'X--.X--.....x---'], { center: 64, velocity: 0.75 }),
    },
    arp: {
      role: 'arp',
      voice: () => pluckSynth(),
      mix: { echo: 0.35, pan: -0.2 },
      play: (s) => arpeggio(s, [0, 2, 1, 3, 2, 4, 3, 1], { rate: 0.25, center: 67, gate: 0.6 }),
    },
    lead: {
      role: 'lead',
      voice: () => leadSynth(),
      mix: { reverb: 0.45, echo: 0.4 },
      play: (s) =>
        melody(
          s,
          s.theme('hook'),
          s.variant === 'end'
            ? 'thin return'
            : s.variant === 'high'
              ? 'state thin lift return'
              : 'state answer thin return',
          { center: s.variant === 'high' ? 77 : 73, slides: true, harmony: s.variant === 'high' },
        ),
    },
    bridge: {
      role: 'lead',
      voice: () => leadSynth({ wave: 'pulse', unison: 2, cutoff: 3200 }),
      mix: { reverb: 0.5, echo: 0.35, pan: 0.12 },
      play: (s) => melody(s, s.theme('bridge'), 'state develop state answer', { center: 76, slides: true }),
    },
    reply: {
      role: 'arp',
      voice: () => fmBass(),
      mix: { pan: 0.35, echo: 0.5, reverb: 0.5 },
      play: (s) => answer(s, 'lead', s.theme('hook'), { center: 67 }),
    },
    glass: {
      role: 'texture',
      voice: () => pluckSynth({ cutoff: 900, sweep: 2, wave: 'pulse' }),
      mix: { echo: 0.6, pan: 0.3 },
      play: (s) => arpeggio(s, [3, 1, 2, 0], { rhythm: 'x...x...x..x..x.', center: 79, velocity: 0.55 }),
    },
  },
  sound: { roomSeconds: 2.2, roomLevel: 0.6, echoBeats: 0.75, warmth: 1.2 },
  titles: [
    'Sodium Lights',
    'Last Exit West',
    'Rearview Horizon',
    'Miami at Zero Degrees',
    'Chrome Lullaby',
    'The Long Tunnel',
    'Midnight Toll Road',
    'Cassette Weather',
  ],
  artists: ['Vantage 84', 'Nora Halogen', 'Coastal Grid', 'Parallel Motors'],
};
