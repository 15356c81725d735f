import { kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import { choir, fingerBass, grandPiano, organ, saxophone, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** The organ lifts the room, forty people answer one; nobody sits through the last chorus. */
export const gospelChoir = band({
  name: 'gospel-choir',
  genre: 'gospel-christian:traditional-gospel',
  tempo: [68, 84],
  keys: ['F major', 'Bb major', 'Ab major', 'Eb major', 'C major'],
  feel: 'twelve',
  // Softer than usual: where the drums are almost alone, they would sound like clicks.
  kit: {
    ...kitAcoustic,
    kick: { ...kitAcoustic.kick!, level: kitAcoustic.kick!.level * 0.5 },
    hat: { ...kitAcoustic.hat!, level: kitAcoustic.hat!.level * 0.5 },
  },
  drums: { level: -20.5, reverb: 0.35, late: 4, loose: 5 },
  chords: {
    a: ['I | I7/3 | IV | I/5', 'I | vi7 | ii7 | V7', 'I | IV | I | V9sus4'],
    b: ['IV | iv6 | I/5 | VI7', 'vi | III7 | IV | V7'],
    hook: ['IV | V7 | I | VI7', 'I | I7 | IV | iv6', 'IV | I/3 | ii7 | V9sus4'],
    break: 'IV | V9sus4',
    end: 'IV | iv6 | I/5 V7 | I',
  },
  themes: {
    hook: ['x-xx-xx--x--|x--x--......', 'x--x-xx-xx--|x-----......', '..xx-xx--x--|x-xx--......'],
    bridge: ['x-----x--x--|x-----......', 'x--x--x-----|x-----x-----'],
  },
  bass: {
    voice: fingerBass,
    mix: { level: -20.5, duck: 1, late: 4, loose: 5 },
    verse: ['R--R--5--5-a', 'R-----5--..a'],
    hook: ['R-r5-58-85-a', 'R--3--5--8-a'],
  },
  chordsPlayer: {
    voice: () => with_(grandPiano(), eq('highshelf', 4000, 0.7, 2)),
    mix: { level: -23, pan: -0.25, reverb: 0.35, late: 4 },
    verse: ['x-xx-xx-xx-x', 'X--x--x-xx--'],
    hook: ['XxxXxxXxxXxx', 'X-xx-xX-xx-x'],
    options: { center: 62, size: 4 },
  },
  pad: {
    voice: () => organ('888644668', { fast: true, click: 0.02, grit: 1.8 }),
    mix: { level: -25, reverb: 0.45 },
    options: { center: 60 },
  },
  arp: {
    voice: () => choir('oo'),
    order: [0, 1, 2],
    rhythm: 'x-----x-----',
    center: 65,
    gate: 1,
    mix: { level: -25, reverb: 0.6, echo: 0 },
  },
  lead: {
    voice: () => with_(choir('ah'), eq('highpass', 180), eq('peak', 1200, 0.8, 2)),
    mix: { level: -20.5, reverb: 0.5, echo: 0.05, late: 10, loose: 10 },
    options: { center: 70, harmony: true },
  },
  counter: {
    voice: () => with_(choir('ah'), eq('highpass', 300)),
    mix: { level: -23, pan: 0.3, reverb: 0.55, echo: 0 },
    options: { center: 65, harmony: true },
  },
  solo: {
    voice: saxophone,
    mix: { level: -21.5, reverb: 0.45, late: 12 },
    options: { center: 72, ornaments: 0.2 },
  },
  sound: {
    roomSeconds: 2.2,
    roomDamping: 0.45,
    roomLevel: 0.6,
    echoLevel: 0.2,
    warmth: 1.3,
    range: 5,
  },
  ritard: { beats: 4, amount: 0.35 },
  leads: ['choir', 'organ', 'saxophone'],
  titles: [
    'Carry Me over Jordan Street',
    'Morning Came Anyway',
    'Hold On, Sister',
    'A Thousand Hallelujahs',
    'The River Knows',
    'Higher Ground Again',
  ],
  artists: ['Mount Calvary Mass Choir', 'Deborah Haynes & Company', 'The Eastside Voices'],
});
