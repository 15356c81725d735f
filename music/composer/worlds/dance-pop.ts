import { kit909 } from '../sound/drums.ts';
import { chorus, eq } from '../sound/inserts.ts';
import {
  analogBass,
  analogPad,
  choir,
  leadSynth,
  pluckSynth,
  polySynth,
  with_,
} from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** Four bright chords, a chopped voice for a hook, and a chorus that opens its arms. */
export const dancePop = band({
  name: 'dance-pop',
  genre: 'pop:dance-pop',
  tempo: [118, 128],
  keys: ['C major', 'D major', 'E major', 'G major', 'A major', 'F major'],
  feel: 'pop',
  kit: kit909,
  drums: { level: -17.5, reverb: 0.22, loose: 1.5 },
  chords: {
    a: ['vi | IV | I | V', 'I | V | vi | IV', 'vi7 | IVmaj7 | Iadd9 | V', 'I | iii7 | IVadd9 | V'],
    b: ['ii7 | IV | vi | Vsus4', 'IVmaj7 | iii7 | ii7 | V'],
    hook: ['IV | V | vi | I', 'vi | IV | I | V', 'I | V | vi | IV'],
    break: 'IVadd9 | Vsus4',
    end: 'IV | V | Iadd9 | I',
  },
  themes: {
    hook: [
      'x-x-x--x--x-x---|x-x-x--x--------',
      '..x-x-x-x--x--x-|x---x-x---------',
      'x--x--x-x-x-x---|x--x--x---------',
    ],
    bridge: ['x---x---x-x-x---|x-------x-------', 'x-------x---x-x-|x---x-----------'],
  },
  bass: {
    voice: () => analogBass({ cutoff: 480, sweep: 2 }),
    mix: { level: -19.5, duck: 5, loose: 0.5 },
    verse: ['R-..R-R-..R-..a-', 'R-r-..R-R-r-..5-'],
    hook: ['..R-..R-..R-..R-', 'R-R-R-R-R-R-8-a-', '..R-..8-..R-..a-'],
  },
  chordsPlayer: {
    voice: () => with_(polySynth({ cutoff: 3000 }), eq('highshelf', 5000, 0.7, 6)),
    mix: { level: -23.5, reverb: 0.35, duck: 3 },
    verse: ['x--x--x-x--x--x-', 'X-----x---x-x---'],
    hook: ['X--X--X-..X-X---', 'X-X-..X-X-..X-X-'],
    options: { center: 64, size: 4 },
  },
  pad: {
    voice: () => with_(analogPad({ cutoff: 2400, detune: 24 }), chorus(), eq('highshelf', 5000, 0.7, 6)),
    mix: { duck: 5 },
    options: { center: 62 },
  },
  arp: {
    voice: () => pluckSynth({ cutoff: 900, sweep: 2.6 }),
    order: [0, 2, 3, 1, 4, 2],
    rate: 0.25,
    mix: { echo: 0.35, pan: -0.3 },
  },
  lead: {
    voice: () => leadSynth({ cutoff: 3200 }),
    mix: { level: -21, reverb: 0.4, echo: 0.3 },
    options: { center: 75, slides: true },
  },
  counter: {
    voice: () => with_(choir('ah'), eq('highpass', 350), eq('peak', 2500, 0.8, 4)),
    mix: { level: -24, pan: 0.3, echo: 0.35 },
    options: { center: 70, gate: 0.5 },
  },
  solo: {
    voice: () => leadSynth({ wave: 'pulse', unison: 2, cutoff: 2800 }),
    mix: { level: -22, reverb: 0.45, echo: 0.35 },
  },
  sound: { roomSeconds: 1.7, roomLevel: 0.5, warmth: 1.3 },
  leads: ['synth lead', 'square lead', 'pluck synth'],
  titles: [
    'Glitterproof',
    'Say It on the Dance Floor',
    'Seven Missed Summers',
    'Neon Lemonade',
    'Heart on Repeat',
    'Confetti Weather',
  ],
  artists: ['Mila Voss', 'Sugarline', 'Juno Avenue'],
});
