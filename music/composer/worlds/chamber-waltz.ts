import { eq } from '../sound/inserts.ts';
import {
  cello,
  clarinet,
  harp,
  pizzicato,
  soloString,
  stringSection,
  uprightBass,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad } from '../writing/chords.ts';
import type { Section } from '../writing/section.ts';
import { rubato, sing } from './tune.ts';

/** Waltzes of eight bars, in a minor key. */
const WALTZES = [
  '3 - 2 | 1 - 5 | 6 - 5 | 4 - - | 2 - 3 | 4 - 5 | 3 - 2 | 1 - -',
  '5 - - - 4 3 | 5 - - - - - | 6 - - - 5 4 | 6 - - - - - | 7 - - - 8 9 | 7 - 5 - 4 - | 3 - 4 - 2 - | 1 - - - - -',
  '1 3 5 | 8 - 7 | 8 - 6 | 4 - - | 5 7 9 | 11 - 9 | 10 - 9 | 8 - -',
  '8 - - | 7 8 5 | 6 - - | 4 - 6 | 5 - - | 4 5 2 | 3 - 2 | 1 - -',
];
/** Trios of sixteen bars: eight in the relative major, eight that find the way home. */
const TRIOS = [
  '7 - - | 7 8 9 | 8 - 6 | 9 - - | 9 - 8 | 6 - 8 | 7 - - | 5 - - | 10 - - | 10 9 8 | 7 - 5 | 8 - - | 6 - 4 | 4 - 2 | 5 - 6 | 7 - -',
  '5 7 10 | 10 - - | 8 - 9 | 6 - - | 9 8 6 | 4 - 6 | 5 - - | 7 - - | 8 - 10 | 8 - 6 | 7 - 5 | 6 - - | 8 - 6 | 6 - 4 | 2 - 4 | 5 - -',
  '10 - 9 | 7 - 5 | 6 - - | 8 9 8 | 6 - 7 | 8 - 9 | 7 - - | - - - | 10 - - | 8 - 6 | 7 8 7 | 5 - - | 6 - 8 | 8 - 6 | 5 - 4 | 2 - -',
];

/** Four bars to a breath; the last chord is left to itself. */
const breathe = (play: (section: Section) => ReturnType<typeof sing>) => (section: Section) =>
  rubato(
    play(section).filter((note) => !section.last || note.beat < section.beats - section.beatsPerBar),
    12,
    0.13,
  );

/** A clarinet quintet after supper: the second beat comes early, the fourth bar late, and the trio is in the major. */
export const chamberWaltz: World = {
  name: 'chamber-waltz',
  genre: 'classical-orchestral:chamber-music',
  tempo: [138, 156],
  keys: ['D minor', 'G minor', 'A minor', 'C minor', 'E minor'],
  beatsPerBar: 3,
  chords: {
    a: [
      'i | i/3 | iv | iv/3 | V7 | V7/5 | i/5 i/5 V7 | i',
      'i | VI | iv | iiø | V7 | V7/3 | i/5 i/5 V7 | i',
      'i | i/5 | iv/3 | bIImaj7 | V7/5 | V7 | VI VI V7 | i',
    ],
    b: [
      'III | III | iv | VII7 | VII7 | VII7/3 | III | III | VI | iv | III/5 | VI | bIImaj7 | iiø | V7 | V7b9',
      'III | III/3 | iv | VII7 | iv/3 | VII7 | III | V7/3 | VI | VI/3 | III/5 | iv6 | bIImaj7 | iiø | i/5 | V7',
    ],
    intro: 'i | V7/3 | i | V7',
    break: 'VI | bIImaj7 | V7sus4 | V7',
    end: 'iv | i/5 | V7b9 | i | bIImaj7 | V7 | i | i',
  },
  themes: {},
  feel: 'waltz',
  leads: ['violin', 'clarinet', 'flute'],
  form: [
    ['intro', 4, 'intro', 0.62, 'bass pluck inner@3'],
    ['A', 8, 'a', 0.76, 'bass pluck inner violin'],
    ["A'", 8, 'a', 0.9, 'bass inner second violin:again cello'],
    ['B', 16, 'b', 0.84, 'bass:arco ensemble harp clarinet cello:line'],
    ['break', 4, 'break', 0.5, 'pluck:alone cello:alone'],
    ["A''", 8, 'a', 1, 'bass inner ensemble pluck second violin:full clarinet:over cello'],
    ['end', 8, 'end', 0.66, 'bass inner@1-4 ensemble@3 violin:end clarinet:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const waltz = random.pick(WALTZES);
    const trio = random.pick(TRIOS);
    const closing = '6 - - | 5 - 3 | 2 - - | 1 - - | 6 - 4 | 7 - 2 | 1 - - | 1 - -';
    return {
      violin: {
        role: 'lead',
        voice: () => with_(soloString(), eq('peak', 3100, 0.9, 1.5)),
        mix: { level: -20.5, pan: -0.22, reverb: 0.5, echo: 0, late: 4, loose: 12 },
        play: breathe((s) =>
          sing(s, s.variant === 'end' ? closing : waltz, {
            center: s.variant === 'full' ? 81 : 76,
            velocity: s.variant === 'full' ? 0.86 : s.variant === 'end' ? 0.6 : 0.72,
            vary: s.variant === 'again' ? 0.3 : s.variant === 'full' ? 0.22 : 0.04,
            gate: 0.99,
          }),
        ),
      },
      second: {
        role: 'lead',
        voice: soloString,
        mix: { level: -26, pan: 0.3, reverb: 0.5, echo: 0, late: 14, loose: 14 },
        // The violin's own turns, a third or a sixth below, in longer bows.
        play: breathe((s) =>
          sing(s, waltz, {
            center: s.name === "A''" ? 81 : 76,
            velocity: 0.6,
            thin: true,
            second: 6,
            gate: 0.99,
          }).filter((note, i, all) => all.some((other, k) => k < i && other.beat === note.beat)),
        ),
      },
      clarinet: {
        role: 'lead',
        voice: () => with_(clarinet(), eq('highshelf', 4200, 0.7, 2)),
        mix: { level: -21.5, pan: 0.14, reverb: 0.45, echo: 0, late: 8, loose: 10 },
        play: breathe((s) => {
          if (s.variant === 'over')
            return sing(s, waltz, { center: 69, velocity: 0.55, thin: true, lift: 2 });
          if (s.variant === 'end') return sing(s, closing, { center: 67, velocity: 0.5, lift: -2 });
          return sing(s, trio, { center: 73, velocity: 0.74, vary: 0.12, gate: 0.98 });
        }),
      },
      cello: {
        role: 'lead',
        voice: cello,
        mix: { level: -23.5, pan: 0.34, reverb: 0.45, echo: 0, highpass: 90, late: 10, loose: 12 },
        // Answers in the long notes; alone in the break it asks the question.
        play: breathe((s) => {
          if (s.variant === 'alone')
            return sing(s, '3 - 1 | b2 - 4 | 8 - 7 | 5 - -', { center: 57, velocity: 0.7, gate: 1 });
          if (s.variant === 'line')
            return pad(s, { center: 53, size: 1, velocity: 0.55 }).concat(
              arpeggio(s, [0, 1, 2], { rhythm: '...|...|.xx|...', center: 55, size: 3, velocity: 0.5 }),
            );
          return arpeggio(s, [0, 2, 1, 2, 1, 0], {
            rhythm: 'x--|--x|x--|xxx',
            center: 54,
            size: 3,
            velocity: 0.62,
            gate: 0.98,
          });
        }),
      },
      inner: {
        role: 'chords',
        voice: () => stringSection({ attack: 0.045 }),
        mix: { level: -24.5, pan: 0.08, reverb: 0.4, late: 0, loose: 8, duck: 0 },
        // Vienna's second beat: a little early, a little longer; the third is only touched.
        play: breathe((s) =>
          comp(s, ['.Xx|.Xx|.Xx|.X-', '.Xx|.Xx|.Xx|.x.', '.Xx|.xx|.X-|.xx'], {
            center: 61,
            size: 3,
            velocity: 0.52,
          }).map((note) => {
            const second = Math.abs((note.beat % 3) - 1) < 0.01;
            return second
              ? { ...note, beat: note.beat - 0.07, length: Math.min(note.length, 1) * 0.6 }
              : { ...note, length: 0.36, velocity: note.velocity * 0.8 };
          }),
        ),
      },
      pluck: {
        role: 'arp',
        voice: () => with_(pizzicato(), eq('lowpass', 5200)),
        mix: { level: -25, pan: -0.34, reverb: 0.45, echo: 0, loose: 9 },
        play: breathe((s) =>
          s.variant === 'alone'
            ? arpeggio(s, [0, 1, 2, 3, 2, 1], { rhythm: 'xxx|xx.', center: 66, velocity: 0.55 })
            : arpeggio(s, [2, 3, 1, 2], { rhythm: '.xx|.x.|.xx|.xx', center: 68, velocity: 0.5 }),
        ),
      },
      harp: {
        role: 'arp',
        voice: () => with_(harp(), eq('lowpass', 6000)),
        mix: { level: -26, pan: -0.4, reverb: 0.5, echo: 0, loose: 10 },
        play: breathe((s) =>
          arpeggio(s, [0, 1, 2, 3, 4, 2], {
            rhythm: 'x.xxxx|x.x.x.',
            center: 62,
            velocity: 0.5,
          }),
        ),
      },
      ensemble: {
        role: 'pad',
        voice: () => stringSection({ attack: 0.3 }),
        mix: { level: -26.5, reverb: 0.55, highpass: 160, loose: 20 },
        play: breathe((s) => pad(s, { center: 62, size: 4, open: true, velocity: 0.55 })),
      },
      bass: {
        role: 'bass',
        voice: () => with_(uprightBass(), eq('lowshelf', 120, 0.7, 1)),
        mix: { level: -21, reverb: 0.22, duck: 0, late: 0, loose: 7 },
        play: breathe((s) =>
          s.variant === 'arco'
            ? bassLine(s, ['R--|R-5|R--|R-a', 'R--|R--|R-5|R-a'], { center: 40, velocity: 0.68, gate: 0.98 })
            : bassLine(s, ['R--|R--|R--|R-a', 'R--|R--|R-5|R-a'], { center: 41, velocity: 0.74 }),
        ),
      },
    };
  },
  sound: {
    roomSeconds: 2.1,
    roomDamping: 0.5,
    roomLevel: 0.75,
    echoLevel: 0,
    warmth: 0.7,
    range: 6,
  },
  ritard: { beats: 6, amount: 0.5 },
  titles: [
    'Waltz for an Empty Ballroom',
    'Sixteen Candles, Out',
    'The Last Coach from Baden',
    'Valse à contrecœur',
    'Winter Gloves',
    'Mirror, Second Door',
    'Letters Never Franked',
    'Carousel in the Rain',
  ],
  artists: ['Halvorsen Quintet', 'The Lindqvist Chamber Players', 'Quatuor Belmont', 'Salon Orlova'],
};
