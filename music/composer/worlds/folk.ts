import { kitBrushes } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  accordion,
  banjo,
  soloString,
  steelGuitar,
  stringSection,
  uprightBass,
  with_,
} from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** A thumb on the low strings and three fingers above it; a fiddle that comes in from the kitchen. */
export const folk = band({
  name: 'folk',
  genre: 'folk',
  tempo: [96, 116],
  keys: ['G major', 'C major', 'D major', 'A major', 'E major'],
  feel: 'train',
  kit: kitBrushes,
  drums: { level: -27, reverb: 0.3, loose: 5 },
  chords: {
    a: ['I | IV | I | V', 'I | vi | IV | V', 'Iadd9 | V/3 | vi | IV', 'I | iii | IV | I'],
    b: ['vi | IV | I | V', 'IV | I/3 | ii | V', 'vi | iii | IV | V'],
    hook: ['IV | I | V | vi', 'I | V | vi | IV'],
    break: 'IV | V',
    end: 'IV | V | I | I',
  },
  themes: {
    hook: [
      'x--xx-x-x---x---|x-x-x-----------',
      'x-x-x-x-x--x----|x-x-x---x-------',
      'x---x-x-x-x-----|x--xx-----------',
    ],
    bridge: ['x---x---x-x-x---|x-------x-------', 'x-----x-x-------|x---x---x-------'],
  },
  bass: {
    voice: uprightBass,
    mix: { level: -21.5, duck: 0, loose: 5 },
    verse: ['R-------5-------', 'R-------5---..a-'],
    hook: ['R---..R-5---..a-', 'R-------5-----a-'],
  },
  chordsPlayer: {
    voice: steelGuitar,
    mix: { level: -21, pan: -0.25, highpass: 80, reverb: 0.25, loose: 4, duck: 0 },
    verse: ['B-x-x-xoB-x-xox-', 'B-xox-x-B-xox-x-'],
    hook: ['B-x-xoxxB-xoxoxx', 'B-xxx-xxB-xxx-xx'],
    options: { center: 60, size: 4, split: true, strum: 0.012 },
  },
  pad: { voice: () => stringSection({ attack: 0.3 }), mix: { level: -28, reverb: 0.45 } },
  arp: {
    voice: banjo,
    order: [0, 2, 1, 3, 2, 1, 3, 2],
    rate: 0.25,
    center: 64,
    gate: 1.2,
    mix: { level: -27, pan: 0.4, reverb: 0.2, echo: 0 },
  },
  lead: {
    voice: () => with_(soloString(), eq('peak', 3000, 0.9, 1)),
    mix: { level: -21.5, pan: 0.15, reverb: 0.4, echo: 0.05, late: 8, loose: 8 },
    options: { center: 73, ornaments: 0.3, slides: true },
  },
  counter: { voice: accordion, mix: { level: -25, pan: 0.35, echo: 0 }, options: { center: 67 } },
  solo: {
    voice: steelGuitar,
    mix: { level: -20.5, pan: 0.1, reverb: 0.3, echo: 0 },
    options: { center: 70, gate: 1.4 },
  },
  sound: {
    roomSeconds: 1.3,
    roomDamping: 0.45,
    roomLevel: 0.5,
    echoLevel: 0,
    warmth: 1,
  },
  ritard: { beats: 4, amount: 0.3 },
  leads: ['fiddle', 'whistle', 'accordion'],
  titles: [
    'The Ferryman’s Daughter',
    'Kindling',
    'Letters to Skye',
    'A Field Before Harvest',
    'Twelve Miles Home',
    'Lantern Song',
  ],
  artists: ['Wren & Alder', 'Maeve Thornbury', 'The Hearth Company'],
});
