import { drive } from '../sound/drive.ts';
import { kitAcoustic } from '../sound/drums.ts';
import { eq, type Insert } from '../sound/inserts.ts';
import { cleanGuitar, organ, overdrivenGuitar, pickBass, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

const CABINET: readonly Insert[] = [
  eq('peak', 180, 0.5, 6),
  eq('peak', 850, 0.6, -4),
  eq('peak', 2700, 0.7, -4),
  eq('lowpass', 6500),
];

/** Fifths on the low strings, everything to the right of the dial; the tune has to shout. */
export const heavyRock = band({
  name: 'heavy-rock',
  genre: 'metal:heavy-metal',
  tempo: [128, 146],
  keys: ['E minor', 'D minor', 'A minor', 'C# minor', 'B minor'],
  feel: 'rock',
  kit: kitAcoustic,
  drums: { level: -17.5, reverb: 0.32, loose: 3 },
  chords: {
    a: ['I5 | % | VI5 | VII5', 'I5 | III5 | IV5 | VI5', 'I5 | VII5 | VI5 | V5', 'I5 | bII5 | I5 | VII5'],
    b: ['VI5 | VII5 | I5 | I5', 'IV5 | VI5 | VII5 | V5'],
    hook: ['VI5 | VII5 | I5 | III5', 'I5 | VI5 | III5 | VII5', 'IV5 | VI5 | I5 | VII5'],
    break: 'VI5 | V5',
    end: 'VI5 | VII5 | I5 | I5',
  },
  themes: {
    hook: [
      'x---x-x-x---x---|x---x-x---------',
      'x-x-x---x-x-x---|x-----x---------',
      'x--x--x-x--x--x-|x-------x-------',
    ],
    bridge: ['x-------x---x---|x-----------x---', 'x---x---x-------|x-------x-------'],
  },
  bass: {
    voice: pickBass,
    inserts: [eq('lowshelf', 160, 0.7, 2), drive({ amount: 1.8 })],
    mix: { level: -18.5, duck: 1, loose: 3 },
    verse: ['R-r-R-r-R-r-R-r-', 'R-rrR-rrR-rrR-rr', 'R---R-r-R---R-a-'],
    hook: ['RrRrRrRrRrRrRrRr', 'R-r-R-r-R-r-5-a-'],
    center: 33,
  },
  chordsPlayer: {
    voice: () => overdrivenGuitar({ gain: 9, tone: 4000 }),
    inserts: CABINET,
    mix: { level: -20.5, pan: -0.55, highpass: 80, reverb: 0.18, loose: 4, duck: 0 },
    verse: ['X-x-X-x-X-x-X-x-', 'X-xxX-xxX---X-x-', 'X--X--X-X-x-X---'],
    hook: ['X---X-x-X---X-x-', 'X-X-X-X-X-X-X-X-'],
    options: { center: 47, size: 2 },
  },
  pad: {
    voice: () => overdrivenGuitar({ gain: 6, tone: 4600 }),
    inserts: CABINET,
    mix: { level: -22.5, pan: 0.6, highpass: 100, reverb: 0.25, duck: 0 },
    options: { center: 52, size: 2 },
  },
  arp: {
    voice: cleanGuitar,
    order: [0, 1, 2, 1, 3, 1, 2, 1],
    rate: 0.5,
    center: 62,
    gate: 1.8,
    mix: { level: -25, pan: 0.3, reverb: 0.4, echo: 0.2 },
  },
  lead: {
    voice: () => with_(overdrivenGuitar({ gain: 7, tone: 4800 }), eq('peak', 2600, 0.7, -4)),
    mix: { level: -20.5, reverb: 0.4, echo: 0.3 },
    options: { center: 71, gate: 1 },
  },
  counter: {
    voice: () => organ('888800000', { grit: 2.4 }),
    mix: { level: -25, pan: -0.3 },
    options: { center: 64 },
  },
  solo: {
    voice: () => with_(overdrivenGuitar({ gain: 8, tone: 5000 }), eq('peak', 2600, 0.7, -3)),
    mix: { level: -20.5, reverb: 0.4, echo: 0.35 },
    options: { center: 76, density: 0.8 },
    improvises: true,
  },
  sound: { roomSeconds: 1.5, roomLevel: 0.5, warmth: 1.7 },
  leads: ['electric guitar', 'organ', 'strings'],
  titles: [
    'Iron Weather',
    'Salt the Engine',
    'Nine Gates Down',
    'Burn the Map',
    'Widowmaker Road',
    'Second Thunder',
  ],
  artists: ['Hollow Crown', 'Red Anvil', 'The Vultures of Brno'],
});
