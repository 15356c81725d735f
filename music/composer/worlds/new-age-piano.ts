import type { Note } from '../score.ts';
import { chorus, eq, sweep } from '../sound/inserts.ts';
import {
  airPad,
  analogPad,
  bells,
  flute,
  grandPiano,
  stringSection,
  subBass,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, pad, roll, sparkle } from '../writing/chords.ts';
import type { Section } from '../writing/section.ts';
import { barsOf, rubato, sing } from './tune.ts';

/** Songs without words, in eighths: two bars of head, two that ask, two that answer. */
const SONGS = [
  '5 - - - 3 - 2 3 | 2 - - - - - . . | 1 - - - 2 - 3 5 | 6 - - - 5 - . . | 6 - 5 3 1 - 3 5 | 8 - - - 6 - . .',
  '3 - 5 - 8 - - - | 7 - - - 5 - . . | 6 - 5 - 3 - - - | 4 - - - - - 3 2 | 6 - 5 - 8 - 9 - | 10 - - - 8 - . .',
  '. . 1 2 3 - 5 - | 5 - - - 2 - - - | . . 1 2 3 - 6 - | 5 - - - 4 - 3 - | . . 3 5 8 - 7 - | 6 - - - 5 - 6 -',
];
const MIDDLES = [
  '6 - - - 8 - 7 6 | 5 - - - - - 3 5 | 6 - - - 8 - 10 - | 9 - - - - - 7 -',
  '8 - - 7 6 - - - | 5 - - 6 3 - - - | 4 - - 5 6 - 8 - | 7 - - - - - . .',
];

/** Two bars to a breath; the last chord is left to itself. */
const breathe = (play: (section: Section) => Note[]) => (section: Section) =>
  rubato(
    play(section).filter((note) => !section.last || note.beat < section.beats - section.beatsPerBar),
    8,
    0.14,
  );

/** One piano, heard twice: the right hand close to the hammers, the left further from them. */
const rightHand = () => grandPiano();
const leftHand = () => with_(grandPiano(), eq('highshelf', 4000, 0.7, -2));

/** One piano by a window, the sustain pedal down, and the air in the room slowly joining in. */
export const newAgePiano: World = {
  name: 'new-age-piano',
  genre: 'new-age-wellness:piano',
  tempo: [74, 84],
  keys: ['D major', 'C major', 'G major', 'F major', 'Bb major', 'A major'],
  beatsPerBar: 4,
  chords: {
    a: ['Iadd9 | V/3 | vi7 | IVmaj7', 'Iadd9 | iii7 | vi9 | IVadd9', 'Iadd9 | Vsus4 | IV/3 | IVadd9 V'],
    b: ['IVmaj9 | iii7 | ii9 | V7sus4 V', 'IVmaj7 | I/3 | bVIImaj7 | Vsus4 V'],
    break: 'bVImaj7 | bVIIadd9',
    end: 'IVmaj9 | iv6 | Iadd9 | Iadd9',
  },
  themes: {},
  feel: 'pop',
  leads: ['grand piano', 'flute', 'harp'],
  form: [
    ['intro', 2, 'a', 0.6, 'left air'],
    ['A', 4, 'a', 0.72, 'left right air'],
    ["A'", 4, 'a', 0.84, 'left:flow right:again air bass sparks'],
    ['B', 4, 'b', 1, 'left:flow right:middle strings bass flute'],
    ['break', 2, 'break', 0.52, 'air chord sparks'],
    ["A''", 4, 'a', 0.94, 'left:flow right:octaves air strings warm bass flute:far sparks'],
    ['end', 4, 'end', 0.62, 'left air warm right:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const song = random.pick(SONGS);
    const [statement, answer] = [barsOf(song, 1, 2, 3, 4), barsOf(song, 1, 2, 5, 6)];
    const middle = random.pick(MIDDLES);
    const hand = { level: -23, reverb: 0.45, echo: 0, highpass: 50, late: 0, loose: 9, duck: 0 } as const;
    return {
      left: {
        role: 'arp',
        voice: leftHand,
        mix: { ...hand, pan: -0.1 },
        // Broken tenths under a held pedal: the notes overlap until the harmony changes.
        play: breathe((s) => {
          const flow = s.variant === 'flow';
          const notes = arpeggio(s, flow ? [0, 2, 3, 4, 5, 4, 3, 2] : [0, 2, 3, 4], {
            center: 53,
            size: 4,
            velocity: flow ? 0.52 : 0.46,
            ...(flow ? { rate: 0.5 } : { rhythm: 'x.xxx...|x.xx..x.' }),
          });
          return notes.map((note) => {
            const change = s.chords.find((c) => c.beat > note.beat + 0.01)?.beat ?? s.beats;
            return { ...note, length: Math.max(0.4, change - note.beat) };
          });
        }),
      },
      right: {
        role: 'lead',
        voice: rightHand,
        mix: { ...hand, level: -20.5, pan: 0.1, late: 12, loose: 12 },
        play: breathe((s) => {
          switch (s.variant) {
            case 'again':
              return sing(s, answer, { center: 74, velocity: 0.62, vary: 0.25, gate: 1.1 });
            case 'middle':
              // The lower voice first, the tune a breath after it.
              return sing(s, middle, {
                center: 79,
                velocity: 0.66,
                vary: 0.15,
                second: 6,
                gate: 1.1,
              }).map((note, i, all) =>
                all[i + 1]?.beat === note.beat ? { ...note, beat: note.beat + 0.045 } : note,
              );
            case 'octaves': {
              const tune = sing(s, answer, { center: 79, velocity: 0.64, vary: 0.2, gate: 1.1 });
              const low = tune
                .filter((n) => n.length >= 0.45)
                .map((n) => ({ ...n, pitch: n.pitch - 12, velocity: n.velocity * 0.75 }));
              return [...low, ...tune.map((n) => (n.length < 0.45 ? n : { ...n, beat: n.beat + 0.05 }))];
            }
            case 'end':
              return sing(s, statement, { center: 74, velocity: 0.5, thin: true, gate: 1.2 });
            default:
              return sing(s, statement, { center: 74, velocity: 0.58, gate: 1.1 });
          }
        }),
      },
      chord: {
        role: 'chords',
        voice: rightHand,
        mix: { ...hand, level: -23 },
        play: breathe((s) => roll(s, { center: 64, size: 5, open: true, spread: 0.16, velocity: 0.5 })),
      },
      air: {
        role: 'pad',
        voice: () => with_(airPad(), eq('peak', 1300, 0.6, -5)),
        mix: { level: -31.5, reverb: 0.6, highpass: 170, loose: 40 },
        play: (s) => pad(s, { center: 64, size: 2, velocity: 0.55 }),
      },
      warm: {
        role: 'pad',
        voice: () => with_(analogPad({ cutoff: 760, unison: 3, amp: [1.4, 2, 0.9, 2] }), chorus()),
        mix: { level: -27, reverb: 0.55, loose: 30 },
        inserts: [sweep({ low: 800, high: 3600, beats: 20 })],
        play: (s) => pad(s, { center: 60, size: 4, open: true, velocity: 0.55 }),
      },
      strings: {
        role: 'pad',
        voice: () => stringSection({ attack: 0.5 }),
        mix: { level: -26, reverb: 0.6, highpass: 160, loose: 25 },
        play: breathe((s) => pad(s, { center: 65, size: 3, velocity: 0.5 })),
      },
      bass: {
        role: 'bass',
        voice: subBass,
        mix: { level: -29.5, duck: 0, loose: 12 },
        play: breathe((s) => bassLine(s, 'R---------------', { center: 37, velocity: 0.6, gate: 0.98 })),
      },
      flute: {
        role: 'lead',
        voice: () => with_(flute(), eq('highshelf', 5000, 0.7, 2)),
        mix: { level: -25.5, pan: 0.25, reverb: 0.7, echo: 0.25, late: 20, loose: 16 },
        play: breathe((s) =>
          s.variant === 'far'
            ? sing(s, '. . . . . . . . | . . . . 5 6 8 - | - - . . . . . . | . . . . 6 5 3 -', {
                center: 79,
                velocity: 0.5,
              })
            : sing(s, middle, { center: 72, velocity: 0.5, thin: true, lift: -2, gate: 1 }),
        ),
      },
      sparks: {
        role: 'texture',
        voice: () => with_(bells(), eq('highpass', 600)),
        mix: { level: -31, pan: -0.3, reverb: 0.8, echo: 0.5, loose: 25 },
        play: (s) => sparkle(s, { center: 86, density: 2, velocity: 0.4 }),
      },
    };
  },
  sound: {
    roomSeconds: 3.4,
    roomDamping: 0.45,
    roomLevel: 0.75,
    echoBeats: 1.5,
    echoFeedback: 0.4,
    echoLevel: 0.4,
    warmth: 0.7,
    range: 6,
  },
  ritard: { beats: 6, amount: 0.45 },
  titles: [
    'First Light on the Sill',
    'Slow Water',
    'What the Garden Kept',
    'A Chair by the Window',
    'Eleven Herons',
    'Morning, Unhurried',
    'Letter to a Younger Hand',
    'Moss Path',
  ],
  artists: ['Annika Sorrel', 'Jonas Aldermoor', 'Mirielle Tan', 'David Ashgrove'],
};
