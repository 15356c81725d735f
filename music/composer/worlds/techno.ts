import { drive } from '../sound/drive.ts';
import { kit909 } from '../sound/drums.ts';
import { eq, sweep } from '../sound/inserts.ts';
import { analogBass, analogPad, polySynth, squareLead, with_ } from '../sound/instruments.ts';
import { band } from './line-up.ts';

const acid = () =>
  with_(
    analogBass({ cutoff: 420, sweep: 3, resonance: 0.72, sub: 0, amp: [0.003, 0.2, 0.3, 0.05] }),
    drive({ amount: 2 }),
  );

/** A dark room, one chord, and a filter that takes four minutes to open; here it takes two. */
export const techno = band({
  name: 'techno',
  genre: 'techno',
  tempo: [126, 134],
  keys: ['F minor', 'A minor', 'E minor', 'G minor', 'C minor'],
  feel: 'techno',
  kit: kit909,
  drums: { level: -17, reverb: 0.22, loose: 0.5 },
  chords: {
    a: ['i9 | % | % | iv9', 'i | % | bII | i', 'i9 | % | VImaj7 | i9'],
    b: ['iv9 | % | VImaj7 | v7', 'bIImaj7 | % | i9 | %'],
    hook: ['i9 | % | iv9 | %', 'i | bII | i | VI'],
    break: 'VImaj7 | v7',
    end: 'iv9 | i9 | i9 | i',
  },
  themes: {
    hook: [
      'x..x..x.....x.x.|x..x..x..x......',
      '..x..x..x..x..x.|..x..x..x.......',
      'x.x...x...x.x...|x.x...x.........',
    ],
    bridge: ['x-------x-------|x-----x---------', 'x-----------x---|x---------------'],
  },
  bass: {
    voice: () => analogBass({ cutoff: 300, sweep: 1.8, sub: 0.7 }),
    mix: { level: -19.5, duck: 6, loose: 0 },
    verse: ['..rR..rR..rR..rR', '..R...R...R...R.'],
    hook: ['.rRr.rRr.rRr.rR8', '..Rr..Rr..R8..Rr'],
    center: 34,
  },
  chordsPlayer: {
    voice: () => polySynth({ cutoff: 800, sweep: 2.6, resonance: 0.35, amp: [0.003, 0.18, 0.08, 0.2] }),
    mix: { level: -24, reverb: 0.5, echo: 0.55, duck: 3 },
    verse: ['...x..x.........', '..x......x......'],
    hook: ['...x..x....x..x.', '..x..x....x..x..'],
    options: { center: 60, size: 4 },
  },
  pad: {
    voice: () => analogPad({ cutoff: 700, unison: 3 }),
    mix: { level: -27, duck: 6, reverb: 0.6 },
    inserts: [sweep({ low: 500, high: 5000, beats: 64 })],
  },
  arp: {
    voice: acid,
    order: [0, 0, 2, 0, 1, 0, 3, 2],
    rhythm: 'xxoxx.xoxx.xoxx.',
    center: 50,
    gate: 0.6,
    mix: { level: -24, echo: 0.2, pan: 0.15 },
    inserts: [sweep({ low: 500, high: 4500, beats: 32 })],
  },
  lead: {
    voice: () => with_(squareLead({ cutoff: 1800, vibrato: 4 }), eq('highpass', 250)),
    mix: { level: -23, echo: 0.5, reverb: 0.45 },
    options: { center: 67, gate: 0.5, ornaments: 0 },
  },
  counter: {
    voice: () => polySynth({ cutoff: 1500, amp: [0.003, 0.12, 0.05, 0.1] }),
    mix: { pan: -0.4, echo: 0.6 },
  },
  solo: {
    voice: () => analogPad({ cutoff: 1800, amp: [0.3, 1, 0.8, 1.2] }),
    mix: { level: -24, reverb: 0.6, echo: 0.3 },
    options: { center: 72 },
  },
  sound: {
    roomSeconds: 2.2,
    roomLevel: 0.5,
    echoBeats: 0.75,
    echoFeedback: 0.55,
    warmth: 1.7,
  },
  leads: ['square lead', 'pluck synth', 'bells'],
  titles: ['Sublevel', 'Concrete Choir', 'Relay', 'Pressure Suit', 'Hall Four', 'Unlit'],
  artists: ['Kontakt Null', 'Vera Holt', 'Grid Reference'],
});
