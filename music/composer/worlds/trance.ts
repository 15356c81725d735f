import { analog } from '../sound/analog.ts';
import { kit909 } from '../sound/drums.ts';
import { chorus } from '../sound/inserts.ts';
import { analogBass, analogPad, leadSynth, pluckSynth, stringSection, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

const superSaw = () => ({
  ...with_(analog({ unison: 5, detune: 32, cutoff: 3800, sweep: 0.8, amp: [0.01, 0.6, 0.7, 0.3] }), chorus()),
  name: 'supersaw',
});

/** The long way up: offbeat bass, a plucked arpeggio, and a sky full of saws. */
export const trance = band({
  name: 'trance',
  genre: 'trance-psy',
  tempo: [132, 140],
  keys: ['A minor', 'F# minor', 'E minor', 'D minor', 'B minor'],
  feel: 'trance',
  kit: kit909,
  drums: { level: -18, reverb: 0.2, loose: 0.5 },
  chords: {
    a: ['i | VI | III | VII', 'VI | VII | i | i', 'i | VII | VI | V'],
    b: ['iv | VI | i | VII', 'VI | III | VII | iv'],
    hook: ['VI | VII | i | III', 'i | VI | III | VII', 'VI | i | VII | iv'],
    break: 'VI | VIIsus4',
    end: 'VI | VII | iadd9 | i',
  },
  themes: {
    hook: [
      'x--x--x---x-x---|x--x--x-x-x-----',
      'x-x---x-x---x-x-|x-----x---------',
      'x---x--x--x-x---|x---x--x--------',
    ],
    bridge: ['x-------x---x---|x-------x-------', 'x---x-------x---|x---x-----------'],
  },
  bass: {
    voice: () => analogBass({ cutoff: 520, sweep: 2 }),
    mix: { level: -19.5, duck: 6, loose: 0 },
    verse: ['..R...R...R...R.', '..RR..RR..RR..RR'],
    hook: ['..RR..RR..RR..R8', '.rRr.rRr.rRr.rRr'],
    center: 36,
  },
  chordsPlayer: {
    voice: superSaw,
    mix: { level: -22.5, duck: 5, reverb: 0.45 },
    verse: ['x-----x-----x---', 'X--X--X--X--X-X-'],
    hook: ['X--X--X--X--X-X-', 'X-XX-XX-X-XX-XX-'],
    options: { center: 65, size: 4 },
  },
  pad: { voice: () => analogPad({ cutoff: 1500, detune: 26 }), mix: { duck: 6, reverb: 0.6 } },
  arp: {
    voice: () => pluckSynth({ cutoff: 900, sweep: 2.8 }),
    order: [0, 1, 2, 3, 2, 1, 4, 2],
    rate: 0.25,
    center: 70,
    mix: { level: -24, echo: 0.45, duck: 3 },
  },
  lead: {
    voice: () => leadSynth({ unison: 5, detune: 24, cutoff: 4200 }),
    mix: { level: -21, echo: 0.4, reverb: 0.5 },
    options: { center: 76, slides: true },
  },
  counter: { voice: () => pluckSynth({ cutoff: 1300 }), mix: { pan: 0.35, echo: 0.5 } },
  solo: {
    voice: () => stringSection({ attack: 0.2 }),
    mix: { level: -23, reverb: 0.6 },
    options: { center: 74 },
  },
  sound: { roomSeconds: 2.6, roomLevel: 0.55, echoBeats: 0.75, warmth: 1.3 },
  leads: ['synth lead', 'pluck synth', 'strings'],
  titles: [
    'Meridian Line',
    'First Light over Kiel',
    'Altitude',
    'Somewhere Above',
    'Perihelion',
    'The Long Ascent',
  ],
  artists: ['Solar Ferry', 'Anneke Ray', 'Northern Array'],
});
