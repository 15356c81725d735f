import { kitBrushes } from '../sound/drums.ts';
import { electricPiano, flute, nylonGuitar, stringSection, uprightBass } from '../sound/instruments.ts';
import type { World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp, pad } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { answer, melody } from '../writing/melody.ts';

const FILLS: readonly Groove[] = [
  { rim: '........x..x..x.', kick: '............x.x.' },
  { rim: '.........x.x.xx.' },
  { tomHigh: '............x...', tom: '..............x.', rim: '........x..x....' },
];

/** João's thumb and fingers: the guitar carries clave and harmony, everything else stays out of its way. */
export const bossaNova: World = {
  name: 'bossa-nova',
  genre: 'latin:bossa-nova',
  tempo: [124, 140],
  keys: ['D minor', 'F major', 'C major', 'A minor', 'G major', 'Eb major'],
  beatsPerBar: 4,
  chords: {
    a: [
      'Imaj9 | % | II13 | % | ii9 | bII7 | Imaj9 | bII7',
      'Imaj9 | I69 | iv6 | bVII13 | iii7 | bIIIo7 | ii9 | V7b9',
    ],
    b: [
      'bIImaj7 | % | bV9 | % | bvi9 | % | ii9 | V7b9',
      'IVmaj9 | iv6 | iii7 | VI7b9 | II9 | % | ii9 | bII7',
    ],
    intro: 'Imaj9 | bIImaj7 | Imaj9 | bII7',
    end: 'ii9 | bII7 | I69 | Imaj9',
  },
  themes: {
    song: [
      '..x-..x-x--x----|..x-..x-x-------',
      'x--x--x--x--x---|x-------........',
      '....x-x-..x-x---|..x-x---x-------',
    ],
    bridge: ['x------x--x-x---|x-----------x-x-', 'x---------x-x-x-|x---------------'],
  },
  feel: 'bossa',
  leads: ['flute', 'nylon guitar', 'muted trumpet'],
  form: [
    ['intro', 4, 'intro', 0.66, 'guitar bass@3 drums:shaker@3'],
    ['A', 8, 'a', 0.8, 'guitar bass drums:light flute'],
    ["A'", 4, 'a', 0.9, 'guitar bass drums:full keys flute:vary'],
    ['B', 8, 'b', 0.97, 'guitar bass drums:full strings keys:bridge'],
    ['break', 2, 'intro', 0.58, 'guitar:sparse drums:shaker'],
    ["A''", 6, 'a', 1, 'guitar bass drums:full strings flute:return keys reply'],
    ['end', 4, 'end', 0.72, 'guitar bass drums:light flute:end'],
  ],
  parts: {
    guitar: {
      role: 'chords',
      voice: nylonGuitar,
      mix: { level: -21.5, pan: -0.15, reverb: 0.25, highpass: 90, late: 4, duck: 0 },
      play: (s) =>
        comp(
          s,
          s.variant === 'sparse'
            ? 'B--x----..x-x---'
            : ['B--x--x-B-x--x--|B-x--x--B--x--x-', 'B-x--x--B--x--x-|B--x--x-B-x--x--'],
          {
            center: 59,
            size: 4,
            rootless: true,
            split: true,
            strum: 0.012,
            anticipate: true,
            velocity: 0.66,
          },
        ),
    },
    bass: {
      role: 'bass',
      voice: uprightBass,
      mix: { level: -22.5, reverb: 0.06, duck: 0, late: 2 },
      play: (s) => bassLine(s, ['R-----5-5-----a-', 'R-----5-5-----R-', 'R-----8-5-----a-'], { center: 38 }),
    },
    drums: {
      role: 'drums',
      kit: { ...kitBrushes, ride: { ...kitBrushes.ride!, level: kitBrushes.ride!.level * 0.7 } },
      mix: { level: -26, reverb: 0.35, late: 2, loose: 4 },
      play: (s) => {
        const shaker = ['XoxoXoxoXoxoXoxo', 'XoxoXooxXoxoXoxx'];
        if (s.variant === 'shaker') return drumming(s, { shaker }, { velocity: 0.7 });
        const clave = 'x..x..x...x..x..|..x..x..x..x..x.';
        const groove = {
          shaker,
          kick: 'x..ox..ox..ox..o',
          rim: clave,
          ...(s.variant === 'full' ? { hat: 'x.x.x.x.x.x.x.x.', sweep: '....x.......x...' } : {}),
        };
        return drumming(s, groove, {
          fills: FILLS,
          velocity: s.variant === 'full' ? 0.8 : 0.68,
          keep: ['shaker', 'hat'],
          ...(s.variant === 'full' ? { crash: 'ride' } : {}),
        });
      },
    },
    strings: {
      role: 'pad',
      voice: stringSection,
      mix: { level: -27, reverb: 0.55, pan: 0.1 },
      play: (s) => pad(s, { center: 66, size: 3, rootless: true, velocity: 0.55 }),
    },
    flute: {
      role: 'lead',
      voice: flute,
      mix: { level: -20.5, reverb: 0.4, echo: 0.12, late: 18, loose: 12 },
      play: (s) => {
        const plans: Record<string, string> = {
          vary: 'state lift invert answer',
          return: 'state answer return',
          end: 'thin answer',
        };
        return melody(s, s.theme('song'), plans[s.variant] ?? 'state answer state return', {
          center: 76,
          ornaments: 0.15,
          slides: true,
        });
      },
    },
    keys: {
      role: 'lead',
      voice: electricPiano,
      mix: { level: -23.5, pan: 0.3, reverb: 0.35, echo: 0.15, late: 10 },
      play: (s) =>
        s.variant === 'bridge'
          ? melody(s, s.theme('bridge'), 'state develop lift answer', { center: 71, harmony: true })
          : answer(s, 'flute', s.theme('song'), { center: 67, harmony: true }),
    },
    reply: {
      role: 'arp',
      voice: electricPiano,
      mix: { level: -27, pan: 0.4 },
      play: (s) =>
        comp(s, '......x-......x-|..x-........x-..', { center: 69, size: 3, rootless: true, velocity: 0.5 }),
    },
  },
  sound: {
    roomSeconds: 1.3,
    roomDamping: 0.5,
    roomLevel: 0.6,
    echoBeats: 1,
    echoFeedback: 0.3,
    echoLevel: 0.4,
  },
  ritard: { beats: 4, amount: 0.25 },
  titles: [
    'Copacabana, Off Season',
    'Barefoot on Terrazzo',
    'Guava',
    'The Ferry to Niterói',
    'Linen Shirt',
    'Tarde',
    'Hammock Theory',
    'Um Café, Nada Mais',
  ],
  artists: ['Lia Monteiro', 'Duo Maré Alta', 'Renato & the Balcony', 'Clara Vento'],
};
