import { kitAcoustic } from '../sound/drums.ts';
import { flute, kora, stringSection, subBass } from '../sound/instruments.ts';
import { VOICES } from '../sound/voices.ts';
import { band } from './line-up.ts';

/** One tone that never stops, a lute that circles it, hands on skin. */
export const modalDrone = band({
  name: 'modal-drone',
  genre: 'south-asia:hindustani-classical',
  tempo: [72, 92],
  keys: ['D phrygian', 'C phrygian', 'E phrygian', 'G phrygian', 'A phrygian'],
  feel: 'tabla',
  kit: kitAcoustic,
  drums: { level: -21.5, reverb: 0.35, loose: 5 },
  chords: {
    a: ['I5 | % | % | %', 'I5 | % | II5 | I5', 'I5 | % | vii | I5'],
    b: ['IV5 | % | I5 | %', 'II5 | I5 | vii | I5'],
    hook: ['I5 | % | II5 | I5', 'I5 | II5 | vii | I5'],
    break: 'I5 | %',
    end: 'II5 | I5 | I5 | I5',
  },
  themes: {
    hook: [
      'x-x-x---xxx-x---|x-x-x-x-x-------',
      'x---x-xxx---x-x-|x-xxx---x-------',
      'x-xxx-x-x---x---|xxx-x---x-------',
    ],
    bridge: ['x-------x-x-x---|x-----------x---', 'x---x---x-------|x-x-x-----------'],
  },
  bass: {
    voice: subBass,
    mix: { level: -25, duck: 0 },
    verse: ['R---------------'],
    hook: ['R-------5-------', 'R-----------R---'],
    center: 38,
  },
  chordsPlayer: {
    voice: kora,
    mix: { level: -24, pan: -0.3, reverb: 0.4 },
    verse: ['x.....x...x.....', 'x...x.....x.x...'],
    hook: ['x..x..x.x..x..x.', 'x.x.x...x.x.x...'],
    options: { center: 57, size: 2, strum: 0.06 },
  },
  pad: {
    voice: () => ({ ...stringSection({ attack: 0.8 }), name: 'tanpura strings' }),
    mix: { level: -25, reverb: 0.5, duck: 0 },
    options: { center: 50, size: 2 },
  },
  arp: {
    voice: kora,
    order: [0, 1, 2, 1, 3, 1],
    rhythm: 'x--x--x-x--x--x-',
    center: 62,
    gate: 1.8,
    mix: { level: -26, pan: 0.35, reverb: 0.45, echo: 0.1 },
  },
  lead: {
    voice: VOICES.sitar.make,
    mix: { level: -20.5, reverb: 0.4, echo: 0.1, loose: 8 },
    options: { center: 66, ornaments: 0.5, slides: true },
  },
  counter: {
    voice: flute,
    mix: { level: -24, pan: 0.2, reverb: 0.5 },
    options: { center: 74, ornaments: 0.3 },
  },
  solo: {
    voice: VOICES.sitar.make,
    mix: { level: -20.5, reverb: 0.4, echo: 0.12 },
    options: { center: 68 },
    improvises: true,
  },
  sound: { roomSeconds: 2, roomLevel: 0.55, echoLevel: 0.3, warmth: 1.1, range: 4.5 },
  ritard: { beats: 4, amount: 0.35 },
  leads: ['sitar', 'flute', 'violin'],
  titles: [
    'Evening Raga in Blue',
    'The Salt Caravan',
    'Courtyard, Noon',
    'Jasmine Hour',
    'Seven Gates',
    'River of Glass',
  ],
  artists: ['Anjali Rao', 'Ensemble Al-Bahr', 'Samir Haddad & Friends'],
});
