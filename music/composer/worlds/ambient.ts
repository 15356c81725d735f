import { chorus, eq, sweep } from '../sound/inserts.ts';
import { airPad, analogPad, bells, choir, harp, musicBox, subBass, with_ } from '../sound/instruments.ts';
import type { World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, pad, roll, sparkle } from '../writing/chords.ts';
import { answer, melody } from '../writing/melody.ts';

/** Bells over slow air: no drums, one breath per bar, a middle that opens like weather and closes again. */
export const ambient: World = {
  name: 'ambient',
  genre: 'breaks-downtempo-ambient:ambient',
  tempo: [72, 82],
  keys: ['D major', 'E lydian', 'A major', 'F lydian', 'B dorian', 'G major'],
  beatsPerBar: 4,
  chords: {
    a: ['Imaj9 | % | vi9 | IVmaj7#11', 'Imaj9 | iii7 | IVmaj9 | %', 'Iadd9 | vi9 | IVmaj9 | Vsus4'],
    b: ['vi9 | IVmaj9 | bVImaj7 | Vsus4', 'iv6 | bVImaj7 | vi9 | Vsus4'],
    end: 'IVmaj9 | iv6 | Imaj9',
  },
  themes: {
    bell: [
      'x---x-----x-----|x---------------',
      'x-----x-----x---|x---x-----------',
      'x-------x---x---|x---------------',
    ],
    far: ['x-------x-------|----x-----------'],
  },
  feel: 'pop',
  leads: ['bells', 'flute', 'vibraphone'],
  form: [
    ['intro', 2, 'a', 0.45, 'air sparks@2'],
    ['A', 4, 'a', 0.62, 'air sparks bell'],
    ["A'", 4, 'a', 0.8, 'air warm bass bell:answer harp'],
    ['B', 4, 'b', 1, 'air warm voices bass box bell:develop harp'],
    ['break', 2, 'b', 0.5, 'voices sparks far'],
    ["A''", 4, 'a', 0.92, 'air warm voices bass bell:return harp box far'],
    ['end', 3, 'end', 0.6, 'air warm bass@1-2 bell:thin sparks'],
  ],
  parts: {
    air: {
      role: 'pad',
      voice: airPad,
      mix: { level: -24, reverb: 0.6, highpass: 140, loose: 40 },
      play: (s) => pad(s, { center: 62, size: 4, open: true, velocity: 0.6 }),
    },
    warm: {
      role: 'pad',
      voice: () => analogPad({ cutoff: 620, unison: 3, amp: [1.6, 2, 0.9, 2.2] }),
      mix: { level: -25, reverb: 0.5, loose: 30 },
      inserts: [sweep({ low: 700, high: 3800, beats: 24 })],
      play: (s) => pad(s, { center: 57, size: 4, open: true }),
    },
    voices: {
      role: 'pad',
      voice: () => with_(choir('oo'), eq('highshelf', 3000, 0.7, 3)),
      mix: { level: -27, reverb: 0.8, loose: 40 },
      play: (s) => pad(s, { center: 67, size: 3, velocity: 0.55 }),
    },
    bass: {
      role: 'bass',
      voice: subBass,
      mix: { level: -29, duck: 0, loose: 15 },
      play: (s) =>
        bassLine(s, ['R-------------5-', 'R---------------'], { center: 36, velocity: 0.65, gate: 0.98 }),
    },
    bell: {
      role: 'lead',
      voice: bells,
      mix: { level: -23, reverb: 0.7, echo: 0.45, loose: 18 },
      play: (s) => {
        const plans: Record<string, string> = {
          answer: 'answer shift',
          develop: 'develop lift',
          return: 'state return',
          thin: 'thin rest',
        };
        return melody(s, s.theme('bell'), plans[s.variant] ?? 'state rest', {
          center: s.variant === 'develop' ? 81 : 76,
          velocity: 0.6,
          ornaments: 0,
        });
      },
    },
    sparks: {
      role: 'texture',
      voice: musicBox,
      mix: { level: -30, pan: 0.25, echo: 0.6, reverb: 0.8, loose: 30 },
      play: (s) => sparkle(s, { center: 86, density: 3, velocity: 0.45 }),
    },
    harp: {
      role: 'arp',
      voice: harp,
      mix: { level: -27, pan: -0.3, reverb: 0.6, echo: 0.3, loose: 15 },
      play: (s) =>
        s.name === 'B'
          ? arpeggio(s, [0, 1, 2, 3, 4, 5, 4, 2], { rate: 0.5, center: 62, velocity: 0.55, gate: 2 })
          : roll(s, { center: 66, size: 5, spread: 0.22, velocity: 0.5 }),
    },
    box: {
      role: 'texture',
      voice: () => with_(musicBox(), chorus()),
      mix: { level: -29, pan: 0.35, echo: 0.5, reverb: 0.7 },
      play: (s) =>
        arpeggio(s, [2, 0, 3, 1, 4, 2], { rhythm: '..x...x.x..x..x.', center: 79, velocity: 0.45 }),
    },
    far: {
      role: 'lead',
      voice: () => with_(bells(), eq('lowpass', 2600)),
      mix: { level: -29, pan: -0.35, reverb: 1, echo: 0.6, loose: 25 },
      play: (s) =>
        s.name === 'break'
          ? melody(s, s.theme('far'), 'invert', { center: 74, velocity: 0.5 })
          : answer(s, 'bell', s.theme('bell'), { center: 69, velocity: 0.45 }),
    },
  },
  sound: {
    roomSeconds: 5.5,
    roomDamping: 0.4,
    roomLevel: 0.8,
    echoBeats: 1.5,
    echoFeedback: 0.55,
    echoLevel: 0.5,
    warmth: 0.8,
    hiss: 44,
    range: 6,
  },
  ritard: { beats: 4, amount: 0.25 },
  titles: [
    'Glasshouse, Before Rain',
    'Snow on the Antenna',
    'Slow Orbit',
    'The Lake Remembers',
    'Paper Lantern, Drifting',
    'Everything Is Far',
    'Hours Without Numbers',
    'Fog Signal',
  ],
  artists: ['Ilse Marrow', 'Quiet Cartography', 'Hollow Sea Choir', 'North Window'],
};
