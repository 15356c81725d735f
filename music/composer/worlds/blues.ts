import { kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  cleanGuitar,
  freeReed,
  grandPiano,
  organ,
  overdrivenGuitar,
  uprightBass,
  with_,
} from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** Three chords and the truth in triplets: the guitar says a line, the band nods. */
export const blues = band({
  name: 'blues',
  genre: 'blues',
  tempo: [96, 120],
  keys: ['E mixolydian', 'A mixolydian', 'G mixolydian', 'C mixolydian', 'D mixolydian'],
  swing: { share: 0.66, unit: 0.5 },
  feel: 'shuffle',
  kit: kitAcoustic,
  drums: { level: -19, reverb: 0.3, late: 4, loose: 5 },
  chords: {
    a: [
      'I7 | IV7 | I7 | I7 | IV7 | IV7 | I7 | V7',
      'I7 | I7 | IV7 | IV7 | I7 | V7 | I7 | V7',
      'I7 | V7 | IV7 | IV7 | I7 | V7 | I7 | V7',
    ],
    b: ['IV7 | IV7 | I7 | I7 | II7 | II7 | V7 | V7', 'IV9 | % | I7 | VI7 | II9 | V9 | I7 | V7'],
    hook: ['IV7 | IV7 | I7 | I7 | V7 | IV7 | I7 | V7', 'I7 | IV7 | I7 | I7 | V9 | IV9 | I7 | V7'],
    break: 'I7 | V7',
    end: 'V7 | IV7 | I7 | I7',
  },
  themes: {
    hook: ['x.xxx---|..x.x---', '..xxx.x-|x---....', 'x.x.xxx-|....x---'],
    bridge: ['x---x.x-|x---....', 'x-x-x---|..x-x---'],
  },
  bass: {
    voice: () => with_(uprightBass(), eq('lowshelf', 120, 0.7, 1)),
    mix: { level: -20, duck: 1, late: 2, loose: 5 },
    verse: ['R.R.5.6.', 'R.3.5.6.', 'R.R.3.5.|8.6.5.3.'],
    hook: ['R.3.5.6.|8.6.5.3.', 'Rr3.5.6a'],
  },
  chordsPlayer: {
    voice: () => with_(grandPiano(), eq('highshelf', 4000, 0.7, 2)),
    mix: { level: -24, pan: 0.3, reverb: 0.3, late: 6 },
    verse: ['..x...x.', 'x..x..x.', '.xx..xx.'],
    hook: ['x.xxx.xx', '.xx.xxx.'],
    options: { center: 60, size: 3 },
  },
  pad: { voice: () => organ('888000000', { grit: 2 }), mix: { level: -27, reverb: 0.35 } },
  arp: {
    voice: cleanGuitar,
    order: [0, 1, 0, 2],
    rhythm: 'x.xxx.xx',
    center: 52,
    gate: 0.6,
    mix: { level: -24, pan: -0.4, reverb: 0.25 },
  },
  lead: {
    voice: () => with_(overdrivenGuitar({ gain: 3.4, tone: 5200 }), eq('peak', 2600, 0.7, -4)),
    mix: { level: -20.5, reverb: 0.35, echo: 0.15, late: 12, loose: 8 },
    options: { center: 70, slides: true, ornaments: 0.2 },
  },
  counter: { voice: freeReed, mix: { level: -23, pan: 0.25, late: 10 }, options: { center: 67 } },
  solo: {
    voice: () => with_(overdrivenGuitar({ gain: 4.5, tone: 5000 }), eq('peak', 2600, 0.7, -4)),
    mix: { level: -20.5, reverb: 0.35, echo: 0.2, late: 12 },
    options: { center: 73 },
    improvises: true,
  },
  sound: { roomSeconds: 1.2, roomLevel: 0.5, echoBeats: 0.5, warmth: 1.6 },
  ritard: { beats: 4, amount: 0.25 },
  leads: ['electric guitar', 'melodica', 'grand piano'],
  titles: [
    'Left My Hat in Memphis',
    'Slow Freight',
    'Tell the Bartender',
    'Rent’s Due Monday',
    'Mud on the Piano',
    'Three Dollar Shoes',
  ],
  artists: ['Otis Lamar', 'The Delta Street Four', 'Big Ruth Collins'],
});
