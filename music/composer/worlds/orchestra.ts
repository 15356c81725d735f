import { kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import { brassSection, choir, flute, harp, soloString, stringSection, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** Ostinato below, horns across, a solo violin above: the credits have not started yet. */
export const orchestra = band({
  name: 'orchestra',
  genre: 'classical-orchestral:film-score',
  tempo: [72, 96],
  keys: ['D minor', 'C minor', 'G minor', 'A minor', 'E minor'],
  feel: 'orchestra',
  kit: kitAcoustic,
  drums: { level: -24, reverb: 0.6, loose: 6 },
  chords: {
    a: ['i | VI | III | VII', 'i | iv | VI | V', 'i | III | VII | iv', 'i | VI | iv | V7'],
    b: ['VI | VII | i | III', 'bII | VI | iv | V', 'III | VII | iv | V7'],
    hook: ['i | VI | III | VII', 'VI | III | VII | i'],
    break: 'VI | V',
    end: 'iv | V7 | VI | I',
  },
  themes: {
    hook: [
      'x-----x-x---x---|x---------------',
      'x---x---x-x-x---|x-------x-------',
      'x-------x---x-x-|x-----------x---',
    ],
    bridge: ['x-------x-------|x-----x-x-------', 'x---x-------x---|x-----------x---'],
  },
  bass: {
    voice: () => ({ ...with_(stringSection({ attack: 0.1 }), eq('lowpass', 1200)), name: 'double basses' }),
    mix: { level: -22, reverb: 0.3, duck: 0, loose: 8 },
    verse: ['R---------------', 'R-------R-------'],
    hook: ['R---R---R---R---', 'R---R-R-R---R-R-'],
    center: 36,
  },
  chordsPlayer: {
    voice: () => stringSection({ attack: 0.03 }),
    mix: { level: -23, reverb: 0.45, loose: 6, duck: 0 },
    verse: ['x.x.x.x.x.x.x.x.', 'x.xxx.x.x.xxx.x.'],
    hook: ['XxxxXxxxXxxxXxxx', 'X.xxX.xxX.xxX.xx'],
    options: { center: 60, size: 4 },
  },
  pad: {
    voice: () => with_(brassSection(), eq('lowpass', 3200)),
    mix: { level: -25, reverb: 0.6, duck: 0 },
    options: { size: 4, center: 57 },
  },
  arp: {
    voice: harp,
    order: [0, 1, 2, 3, 4, 3, 2, 1],
    rate: 0.5,
    center: 66,
    gate: 1.5,
    mix: { level: -25.5, pan: -0.4, reverb: 0.55, echo: 0 },
  },
  lead: {
    voice: soloString,
    mix: { level: -21, pan: -0.1, reverb: 0.5, echo: 0, late: 8, loose: 10 },
    options: { center: 76, slides: true },
  },
  counter: { voice: () => choir('ah'), mix: { level: -25, reverb: 0.7, echo: 0 }, options: { center: 66 } },
  solo: { voice: flute, mix: { level: -22, pan: 0.25, reverb: 0.55, echo: 0 }, options: { center: 77 } },
  sound: {
    roomSeconds: 2.8,
    roomDamping: 0.5,
    roomLevel: 0.7,
    echoLevel: 0,
    warmth: 0.8,
    range: 7,
  },
  ritard: { beats: 4, amount: 0.4 },
  leads: ['violin', 'clarinet', 'flute'],
  titles: [
    'The Last Lighthouse',
    'A Map of Winter',
    'Cartographer’s Dream',
    'When the Harbor Froze',
    'Overture for an Empty Sky',
    'The Returning',
  ],
  artists: ['Ostrava Session Orchestra', 'Helena Marchetti', 'The Vesper Philharmonic'],
});
