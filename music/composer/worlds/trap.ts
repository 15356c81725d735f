import { drive } from '../sound/drive.ts';
import { kit808 } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import { analogPad, bells, choir, flute, pluckSynth, subBass, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** An 808 that sings, hats that roll, one cold bell: everything else is room. */
export const trap = band({
  name: 'trap',
  genre: 'hip-hop-rap:trap',
  tempo: [132, 148],
  keys: ['C# minor', 'F minor', 'G minor', 'D minor', 'B minor'],
  feel: 'trap',
  kit: { ...kit808, hat: { ...kit808.hat!, level: 0.45 }, open: { ...kit808.open!, level: 0.34 } },
  drums: { level: -17.5, reverb: 0.2, loose: 1 },
  chords: {
    a: ['i | % | VI | v', 'i | VI | iv | i', 'i | % | bII | i', 'VI | VII | i | %'],
    b: ['iv | VI | i | v', 'VI | iv | VII | V'],
    hook: ['i | VI | iv | V', 'i | VII | VI | V'],
    break: 'VI | v',
    end: 'VI | v | i | i',
  },
  themes: {
    hook: [
      'x--x--x-----x-x-|x--x--x---------',
      '..x-x-x---x-x---|x-----x---------',
      'x-x-..x-x-..x---|..x-x-x---------',
    ],
    bridge: ['x-------x---x---|x-----------x---', 'x-----x---------|x---x---x-------'],
  },
  bass: {
    voice: () => with_(subBass(), drive({ amount: 2.4, bias: 0.2 }), eq('lowpass', 1800)),
    mix: { level: -20, duck: 3, loose: 0 },
    verse: [
      'R-----------r---|----------------',
      'R-------..R-----|R---------5-----',
      'R-----R---------|..R-------a-----',
    ],
    hook: ['R-----R---R-----|R-------..5-a---', 'R-..R-----R---8-|R-------..R-a---'],
    center: 32,
  },
  chordsPlayer: {
    voice: () => pluckSynth({ cutoff: 620, sweep: 2.2, wave: 'triangle' }),
    mix: { level: -25, pan: -0.2, reverb: 0.5, echo: 0.3 },
    verse: ['x-----x-----x---', 'x---..x---..x---'],
    hook: ['x-x---x-x---x-x-', 'x---x-x-..x-x---'],
    options: { center: 62, size: 3 },
  },
  pad: {
    voice: () => with_(choir('oo'), eq('lowpass', 2600)),
    mix: { level: -28, reverb: 0.6 },
    options: { center: 57, size: 3 },
  },
  arp: {
    voice: () => pluckSynth({ cutoff: 1100 }),
    order: [0, 2, 1, 2],
    rhythm: 'x..x..x...x.x...',
    mix: { echo: 0.45, pan: 0.3 },
    center: 74,
  },
  lead: {
    voice: () => bells(),
    mix: { level: -22, reverb: 0.5, echo: 0.35 },
    options: { center: 74, gate: 0.9 },
  },
  counter: {
    voice: () => analogPad({ amp: [0.05, 0.4, 0.6, 0.4], cutoff: 1400 }),
    mix: { pan: -0.35, echo: 0.4 },
  },
  solo: { voice: flute, mix: { level: -22, reverb: 0.55, echo: 0.3 }, options: { center: 74 } },
  sound: {
    roomSeconds: 2.4,
    roomLevel: 0.5,
    echoBeats: 0.75,
    warmth: 1.5,
    range: 4.2,
  },
  leads: ['bells', 'flute', 'synth lead'],
  titles: [
    'No Signal Upstairs',
    'Marble Lobby',
    'Cold Plate',
    'Eleven Missed Calls',
    'Window Seat',
    'Night Cashier',
  ],
  artists: ['Kilo Saint', 'Nova Dray', 'Lil Meridian'],
});
