import { drive } from '../sound/drive.ts';
import { kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  brassSection,
  choir,
  fingerBass,
  grandPiano,
  nylonGuitar,
  trumpet,
  with_,
} from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** The clave decides: the piano goes around it, the bass arrives before the beat, the brass answers the singers. */
export const latinDance = band({
  name: 'latin-dance',
  genre: 'latin:salsa',
  tempo: [172, 196],
  keys: ['A minor', 'D minor', 'G minor', 'C minor', 'E minor'],
  feel: 'clave',
  kit: kitAcoustic,
  drums: { level: -21, reverb: 0.28, loose: 4 },
  chords: {
    a: ['i | iv | V7 | i', 'i7 | VII | VI | V7', 'i | % | iv7 | V7', 'i9 | iv9 | V7b9 | i9'],
    b: ['VI | VII | III | V7', 'iv7 | VII7 | IIImaj7 | V7'],
    hook: ['i | iv | V7 | i', 'i | VII | VI | V7'],
    break: 'iv7 | V7',
    end: 'iv7 | V7 | i | i6',
  },
  themes: {
    hook: [
      'x-x-..x-x-x-x---|..x-x-x---......',
      'x--x--x-x--x--x-|x-----x-........',
      '..x-x-x-x---x-x-|x---..x-x-------',
    ],
    bridge: ['x---x-x-x---x---|x-------x-------', '..x-x---x-x-----|x---x---x-------'],
  },
  bass: {
    voice: () => with_(fingerBass(), eq('lowshelf', 110, 0.7, 1)),
    mix: { level: -19.5, duck: 0, loose: 4 },
    verse: ['......5-....8---', 'R-....5-....a---'],
    hook: ['R-....5-..8-a---', '......5-....8-a-'],
  },
  chordsPlayer: {
    voice: () => with_(grandPiano(), eq('highshelf', 4000, 0.7, 3)),
    mix: { level: -22.5, pan: 0.2, reverb: 0.28, loose: 4 },
    verse: ['x.xx.xx.xx.xx.x.', 'X.x.xx.x.xx.x.x.'],
    hook: ['X.xX.xX.xX.xX.x.', 'X.xx.xX.x.xx.xX.'],
    options: { center: 69, size: 3, short: 0.22 },
  },
  pad: {
    voice: () => with_(brassSection(), drive({ amount: 1.3 })),
    mix: { level: -26, reverb: 0.35 },
    options: { size: 3, center: 64 },
  },
  arp: {
    voice: nylonGuitar,
    order: [0, 2, 1, 3],
    rhythm: 'x..x..x...x.x...',
    center: 64,
    mix: { level: -25, pan: -0.35, echo: 0.05 },
  },
  lead: {
    voice: () => with_(brassSection(), drive({ amount: 1.5 })),
    mix: { level: -20.5, reverb: 0.35, echo: 0.08 },
    options: { center: 71, gate: 0.8 },
  },
  counter: {
    voice: () => with_(choir('ah'), eq('highpass', 250), eq('peak', 1200, 0.9, 3)),
    mix: { level: -23, pan: -0.15, echo: 0.05 },
    options: { center: 66, gate: 0.8 },
  },
  solo: {
    voice: () => with_(trumpet(), eq('peak', 3200, 0.8, -3)),
    mix: { level: -21, reverb: 0.4, echo: 0.1 },
    options: { center: 74 },
    improvises: true,
  },
  sound: { roomSeconds: 1.3, roomLevel: 0.5, echoLevel: 0.3, warmth: 1.4 },
  leads: ['brass', 'flute', 'trumpet'],
  titles: [
    'Fuego en la Esquina',
    'Nadie Duerme',
    'La Vecina del Quinto',
    'Calle Sin Sombra',
    'Pregúntale al Mar',
    'Azúcar y Humo',
  ],
  artists: ['Orquesta Malecón', 'Lázaro y su Gente', 'Conjunto Mediodía'],
});
