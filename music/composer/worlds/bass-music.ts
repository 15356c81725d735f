import { drive } from '../sound/drive.ts';
import { kit808, kit909 } from '../sound/drums.ts';
import { sweep } from '../sound/inserts.ts';
import { analogPad, choir, organ, pluckSynth, reeseBass, squareLead, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

/** Half the time, twice the weight: a reese that speaks in quarters, a snare in an empty hall. */
export const bassMusic = band({
  name: 'bass-music',
  genre: 'dubstep-bass:dubstep',
  tempo: [138, 142],
  keys: ['F minor', 'E minor', 'G minor', 'D minor', 'A minor'],
  feel: 'halftime',
  kit: { ...kit808, snare: { ...kit909.snare!, level: 0.85, wet: 0.5 } },
  drums: { level: -17.5, reverb: 0.3, loose: 1 },
  chords: {
    a: ['i | % | VI | %', 'i | VI | bII | i', 'i9 | % | iv9 | %'],
    b: ['VI | VII | i | %', 'iv | VI | i | v'],
    hook: ['i | % | bII | %', 'i | VI | i | VII'],
    break: 'VImaj7 | v7',
    end: 'VI | v | i | i',
  },
  themes: {
    hook: [
      'x-----x---x-----|x--x--x---------',
      '..x---x-x-----x-|x-------x-------',
      'x--x------x--x--|x---------------',
    ],
    bridge: ['x-------x-------|x---x-----------', 'x-----x---------|x-------x-------'],
  },
  bass: {
    voice: () => with_(reeseBass(), drive({ amount: 2.4 })),
    inserts: [sweep({ low: 240, high: 2600, beats: 1 })],
    mix: { level: -18.5, duck: 4, loose: 0 },
    verse: ['R-----------R---|R-------8-------', 'R---R-------R-R-|R-------..R-a---'],
    hook: ['R-R-R---R--R--8-|R-R-R---8-5-a---', 'R--R--R-8---R-R-|R--R--R-..8-a---'],
    center: 32,
  },
  chordsPlayer: {
    voice: () => pluckSynth({ cutoff: 800, sweep: 2.2 }),
    mix: { level: -25, reverb: 0.5, echo: 0.4 },
    verse: ['x-----..x-------', '..x-------x-----'],
    hook: ['x--x--x-..x---x-', 'x---..x-x---..x-'],
    options: { center: 64, size: 3 },
  },
  pad: { voice: () => analogPad({ cutoff: 900, detune: 28 }), mix: { level: -27, duck: 4, reverb: 0.6 } },
  arp: {
    voice: () => organ('808000000', { click: 0.1 }),
    order: [0, 2, 1, 3],
    rhythm: '..x..x....x..x..',
    center: 70,
    mix: { level: -27, pan: -0.35, echo: 0.4 },
  },
  lead: {
    voice: () => squareLead({ cutoff: 2600 }),
    mix: { level: -22.5, echo: 0.4, reverb: 0.45 },
    options: { center: 72, slides: true },
  },
  counter: {
    voice: () => choir('oo'),
    mix: { level: -25, pan: 0.3, echo: 0.4 },
    options: { center: 69, gate: 0.5 },
  },
  solo: {
    voice: () => pluckSynth({ wave: 'pulse', cutoff: 1100 }),
    mix: { level: -22.5, echo: 0.5, reverb: 0.5 },
    options: { center: 75 },
  },
  sound: { roomSeconds: 2.5, roomLevel: 0.5, echoBeats: 0.75, warmth: 1.9 },
  leads: ['square lead', 'bells', 'choir'],
  titles: ['Undertow', 'Tin Roof, Heavy Rain', 'Half Weight', 'Pylon', 'Sub Rosa', 'Night Bus 36'],
  artists: ['Mass Transit', 'Ohm Street', 'Carbon Tide'],
});
