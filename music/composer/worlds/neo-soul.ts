import { kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  electricPiano,
  fingerBass,
  mutedGuitar,
  organ,
  saxophone,
  stringSection,
  with_,
} from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** Drums that drag, a bass that talks, ninths that never quite resolve. */
export const neoSoul = band({
  name: 'neo-soul',
  genre: 'r-and-b-soul:neo-soul',
  tempo: [78, 92],
  keys: ['Eb major', 'Ab major', 'Db major', 'Bb major', 'F major', 'G major'],
  swing: { share: 0.58, unit: 0.25 },
  feel: 'boombap',
  kit: { ...kitAcoustic, hat: { ...kitAcoustic.hat!, level: 0.28 } },
  drums: { level: -19, reverb: 0.25, late: 9, loose: 6 },
  chords: {
    a: [
      'ii9 | V13 | Imaj9 | vi9',
      'Imaj9 | iii7 | IVmaj9 | iv9',
      'IVmaj9 | iii7 VI7#9 | ii9 | V9sus4',
      'vi9 | II9 | IVmaj9 | V9sus4',
    ],
    b: ['IVmaj9 | iv9 bVII13 | Imaj9 | VI7#9', 'bVImaj7 | bVII13 | Imaj9 | I13'],
    hook: ['ii9 | V13 | iii7 | VI7#9', 'IVmaj9 | V13 | iii7 | vi9'],
    break: 'IVmaj9 | iv9',
    end: 'ii9 | bIImaj7 | Imaj9 | Imaj9',
  },
  themes: {
    hook: [
      '..x-x-xx-x--x---|..x---x-x-------',
      '...x-xx-x-----x-|x---x-----------',
      'x-x--x-x--x-----|..x--x-x--------',
    ],
    bridge: ['x-----x-x---x---|--x-x---x-------', '..x---x---x-----|x---x-x---------'],
  },
  bass: {
    voice: () => with_(fingerBass(), eq('lowshelf', 120, 0.7, 1)),
    mix: { level: -20, late: 12, loose: 6, duck: 1.5 },
    verse: ['R--..R-r..5-..a-', 'R-..r-..R--5.8a-', 'R---..R-..8-7-a-'],
    hook: ['R-r.R-..5-R..8a-', 'R--R..5-8-7.5-a-'],
  },
  chordsPlayer: {
    voice: electricPiano,
    mix: { level: -21.5, reverb: 0.3, late: 14, loose: 8 },
    verse: ['X------x--x-----', 'x---..x---..x-x-', '..X-----..x-----'],
    hook: ['X---x--x--x---x-', 'x--x..X---x--x--'],
    options: { center: 60, size: 4, strum: 0.02 },
  },
  pad: { voice: () => organ('808600000', { click: 0.02, grit: 1.2 }), mix: { level: -28, reverb: 0.45 } },
  arp: {
    voice: mutedGuitar,
    order: [1, 2, 0, 3],
    rhythm: '..x..x.x..x..xx.',
    mix: { level: -26, pan: 0.4, reverb: 0.3, late: 8 },
    center: 67,
  },
  lead: {
    voice: saxophone,
    mix: { level: -21.5, reverb: 0.4, echo: 0.18, late: 18, loose: 12 },
    options: { center: 70, ornaments: 0.2 },
  },
  counter: {
    voice: () => stringSection({ attack: 0.08 }),
    mix: { level: -26, pan: -0.3 },
    options: { center: 72 },
  },
  solo: {
    voice: electricPiano,
    mix: { level: -21, reverb: 0.35, echo: 0.2, late: 12 },
    options: { center: 75 },
    improvises: true,
  },
  sound: { roomSeconds: 1.4, roomDamping: 0.5, roomLevel: 0.5, warmth: 1.5 },
  leads: ['saxophone', 'vibraphone', 'muted trumpet'],
  titles: [
    'Honey in the Static',
    'Second Cup',
    'Velvet Errand',
    'Your Side of the Rain',
    'Sunday, Unplanned',
    'Soft Landing',
  ],
  artists: ['Imani Rue', 'The Lowlight Social', 'Dorian Blake'],
});
