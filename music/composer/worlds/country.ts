import { drive } from '../sound/drive.ts';
import { kitBrushes } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import { banjo, steelGuitar, uprightBass, with_ } from '../sound/instruments.ts';
import { sampled } from '../sound/sampled.ts';
import { sustained } from '../sound/sustained.ts';
import { VOICES } from '../sound/voices.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, voicings } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { improvise } from '../writing/improvise.ts';
import { sing } from './tune.ts';

const FILLS: readonly Groove[] = [
  { snare: '....xxXX', kick: '....x.x.' },
  { snare: '....X.xx', tomLow: '.....x..' },
  { snare: '....xoXo', rim: '......x.' },
];

/** Verses of sixteen bars, eight eighths to the bar; 'b3' is the note a picker bends out of. */
const VERSES = [
  '5 - 6 5 3 - 5 - | 8 - - - 6 - 5 - | 6 - 8 6 4 - 6 - | 5 - - - . . b3 3 | 5 - 5 6 5 - 3 - | 2 - 3 4 6 - 4 - | 5 - - - - - 4 3 | 2 - . . . . b3 3 | 5 - 6 5 3 - 5 - | 8 - - - b7 - 5 - | 6 - 8 6 4 - 6 - | 6 - - - 8 - 6 - | 5 - - - 3 - 5 - | 4 - 2 - 0 - 2 - | 1 - - - - - . . | . . . . . . . .',
  '1 - 3 - 5 - 5 6 | 5 - 3 - 1 - - - | 4 - 6 - 8 - 8 9 | 8 - 6 - 5 - - - | 5 - 5 b3 3 - 5 - | 6 - - - 4 - 2 - | 5 - - - 7 - 6 - | 5 - - - - - . . | 1 - 3 - 5 - 5 6 | 5 - b7 - 8 - - - | 8 - 6 - 4 - 6 - | 8 - - - 6 - - - | 5 - 8 - 5 - b3 3 | 2 - 4 - 2 - 0 - | 1 - - - - - . . | . . . . . . . .',
  '. . 5 6 8 - 8 - | 8 - 6 - 5 - 3 - | 4 - - - 6 - 4 - | 3 - - - - - . . | . . 5 6 8 - 8 - | 9 - 8 - 6 - 4 - | 5 - - - 4 - 2 - | 5 - - - - - . . | . . 5 6 8 - 8 - | 10 - 8 - b7 - 5 - | 6 - - - 4 - 6 - | 8 - - - 6 - - - | 5 - 3 - 5 - 8 - | 7 - 6 - 5 - 2 - | 1 - - - - - . . | . . . . . . . .',
];
/** The chorus is the steel's. */
const CHORUSES = [
  '8 - - 6 | 4 - 6 - | 5 - - 3 | 5 - - - | 6 - - 8 | 9 - 8 6 | 7 - 9 7 | 5 - - -',
  '6 - 8 - | 8 - 6 - | 5 - - 3 | 5 - 8 - | 9 - - 8 | 6 - 4 - | 5 - 7 - | 9 - - -',
];

/** A solid body, the pickup by the bridge, a small loud amplifier. */
const twang = () =>
  with_(
    sampled(27, { ring: 2.4, release: 0.06, tone: [3000, 18_000] }),
    eq('highpass', 170),
    eq('peak', 2500, 0.8, 4),
    drive({ amount: 1.5 }),
  );
/** The bar and the pedal: every note is pushed up into its place, then sings. */
const pedalSteel = () =>
  with_(
    sustained({
      soft: (_, n) => [0, 1, 0.5, 0.26, 0.16, 0.1, 0.07, 0.05, 0.03][n] ?? 0,
      loud: (hz, n) => (0.3 + Math.abs(Math.sin(n * 0.42))) / n ** 0.9 / (1 + (hz / 3600) ** 2),
      amp: [0.03, 2.2, 0.35, 0.3],
      bloom: [0.01, 0.9, 0.2, 0.2],
      vibrato: 13,
      vibratoRate: 5.9,
      vibratoDelay: 0.3,
      scoop: 170,
      glide: 0.2,
      noise: { level: 0.012, at: 3200, chiff: 3 },
    }),
    drive({ amount: 1.3 }),
    eq('highshelf', 3600, 0.7, 2),
  );
/** Sawdust on the floor: bass on one and three, everyone else on two and four, and a train under the brushes. */
export const country: World = {
  name: 'country',
  genre: 'country-americana:honky-tonk',
  tempo: [166, 186],
  keys: ['G major', 'A major', 'D major', 'E major', 'C major'],
  beatsPerBar: 4,
  swing: { share: 0.54, unit: 0.5 },
  chords: {
    a: [
      'I | I | IV | I | I | II7 | V7 | V7 | I | I7 | IV | #IVo7 | I/5 | V7 | I | V7',
      'I | I | IV | I | vi | II7 | V7 | V7 | I | I7 | IV | iv6 | I/5 | V7 | I | IV V7',
    ],
    b: ['IV | IV | I | I | II7 | II7 | V7 | V7', 'IV | iv6 | I | VI7 | II7 | II7 | V7 | V7'],
    solo: ['I | I | IV | I | I VI7 | II7 | V7 | I V7'],
    intro: ['IV | iv6 | I VI7 | II7 V7', 'IV | #IVo7 | I/5 VI7 | II7 V7'],
    end: 'IV | #IVo7 | I/5 VI7 | II7 V7 | I | IV | V7 | I',
  },
  themes: {},
  feel: 'train',
  leads: ['fiddle', 'clean guitar', 'melodica'],
  form: [
    ['intro', 4, 'intro', 0.8, 'drums:light strum bass fiddle:intro'],
    ['A', 16, 'a', 0.84, 'drums strum bass tele steel:answer@9-16'],
    ['B', 8, 'b', 0.95, 'drums:full strum bass steel fiddle:under roll'],
    ['break', 4, 'intro', 0.6, 'drums:light bass:walk roll'],
    ['solo', 8, 'solo', 0.92, 'drums:full strum bass fiddle tele:chop'],
    ["A''", 8, 'a', 1, 'drums:full strum bass tele:high steel:answer fiddle:under roll'],
    ['end', 8, 'end', 0.85, 'drums strum bass tele:end steel:end fiddle:end@5-8'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const verse = random.pick(VERSES);
    const chorus = random.pick(CHORUSES);
    const tag =
      '6 - 8 - 6 - 4 - | 6 - - - 8 - 6 - | 5 - 8 - 7 - 5 - | 4 - 6 - 5 - 4 - | 3 - 5 - 8 - - - | 6 - 8 - 6 - 4 - | 5 - 4 - 2 - 0 - | 1 - - - - - - -';
    return {
      drums: {
        role: 'drums',
        kit: kitBrushes,
        mix: { level: -23.5, reverb: 0.28, late: 0, loose: 4 },
        play: (s) => {
          const train = ['xoXoxoXo', 'xoXoxoXx', 'xoXxxoXo'];
          const groove = { snare: train, kick: ['X...x...', 'X...x...', 'X...x..o'], pedal: '..x...x.' };
          if (s.variant === 'light')
            return drumming(
              s,
              { snare: ['o.x.o.x.', 'o.xoo.x.'], kick: 'x...x...', pedal: '..x...x.' },
              {
                fills: FILLS,
                velocity: 0.68,
              },
            );
          const full = s.variant === 'full';
          return drumming(s, full ? { ...groove, rim: '..x...x.', ride: 'x.o.x.o.' } : groove, {
            fills: FILLS,
            every: 8,
            velocity: full ? 0.86 : 0.76,
            keep: ['kick', 'pedal'],
            ghost: { piece: 'snare', chance: 0.05, grid: 0.25 },
            ...(full ? { crash: 'crash' } : {}),
          });
        },
      },
      bass: {
        role: 'bass',
        voice: () => with_(uprightBass(), eq('lowshelf', 120, 0.7, 2)),
        mix: { level: -20, reverb: 0.06, duck: 0, late: -2, loose: 4 },
        play: (s) =>
          s.variant === 'walk'
            ? bassLine(s, 'R35a|R53a|R35a|R-pa', { center: 39, velocity: 0.84 })
            : bassLine(
                s,
                ['R-5-|R-5-|R-5-|R-pa|R-5-|R-5-|R-5-|Rp3a', 'R-5-|R-5-|R-5-|R-3a|R-5-|R-pa|R-5-|R-5a'],
                { center: 38, velocity: 0.82, gate: 0.84 },
              ),
      },
      strum: {
        role: 'chords',
        voice: () => with_(steelGuitar(), eq('highshelf', 5000, 0.7, 3)),
        mix: { level: -22.5, pan: -0.36, reverb: 0.2, highpass: 95, late: 2, loose: 4, duck: 0 },
        play: (s) =>
          comp(s, ['B.X.B.Xo', 'B.X.B.xo|B.X.BoXo', 'B.X.B.X.|B.XoB.Xo'], {
            center: 60,
            size: 4,
            split: true,
            strum: 0.02,
            velocity: 0.62,
            short: 0.42,
          }),
      },
      roll: {
        role: 'arp',
        voice: banjo,
        mix: { level: -26, pan: 0.45, reverb: 0.22, echo: 0, loose: 4 },
        play: (s) =>
          arpeggio(s, [0, 1, 3, 0, 1, 3, 0, 2], {
            rate: 0.5,
            center: 67,
            size: 4,
            velocity: 0.62,
            gate: 1.6,
          }),
      },
      tele: {
        role: 'lead',
        voice: twang,
        mix: { level: -20.5, pan: 0.1, reverb: 0.22, echo: 0.16, late: 4, loose: 6 },
        play: (s) => {
          if (s.variant === 'chop')
            return comp(s, '..x...x.|..x...xo', { center: 67, size: 2, short: 0.2, velocity: 0.5 });
          if (s.variant === 'end') return sing(s, tag, { center: 68, velocity: 0.74, gate: 0.9 });
          return sing(s, s.variant === 'high' ? verse.split('|').slice(8).join('|') : verse, {
            center: s.variant === 'high' ? 72 : 68,
            velocity: 0.78,
            vary: s.variant === 'high' ? 0.25 : 0.08,
            gate: 0.9,
            ...(s.variant === 'high' ? { second: 6 as const } : {}),
          });
        },
      },
      steel: {
        role: 'lead',
        voice: pedalSteel,
        mix: { level: -21, pan: 0.28, reverb: 0.42, echo: 0.18, late: 14, loose: 8 },
        play: (s) => {
          if (s.variant === '')
            return sing(s, chorus, { center: 71, velocity: 0.76, second: 3, gate: 1, vary: 0.1 });
          // Two voices that lean in where the singer would breathe.
          const voiced = voicings(s, { center: 69, size: 3 });
          return s.chords.flatMap(({ beat, beats, chord }, i) =>
            i % 2 === (s.variant === 'end' ? 0 : 1)
              ? voiced
                  .get(chord)!
                  .slice(1)
                  .map((pitch) => ({
                    beat: beat + 1,
                    length: beats - 0.9,
                    pitch,
                    velocity: 0.58 * s.random.between(0.9, 1.08),
                  }))
              : [],
          );
        },
      },
      fiddle: {
        role: 'lead',
        voice: VOICES.fiddle.make,
        mix: { level: -21.5, pan: -0.2, reverb: 0.34, echo: 0.08, late: 6, loose: 7 },
        play: (s) => {
          if (s.variant === 'intro')
            return sing(s, '6 - 8 6 4 - 6 8 | 8 - - 9 8 - . . | 5 - 8 5 6 - 8 6 | 9 - 8 6 5 - . .', {
              center: 74,
              velocity: 0.72,
              second: 6,
            });
          if (s.variant === 'under' || s.variant === 'end') {
            const voiced = voicings(s, { center: 76, size: 2 });
            return s.chords.flatMap(({ beat, beats, chord }) =>
              voiced.get(chord)!.map((pitch) => ({
                beat,
                length: beats * 0.97,
                pitch,
                velocity: 0.42 * s.random.between(0.9, 1.1),
              })),
            );
          }
          return improvise(s, { center: 76, density: 0.94, spice: 0.12, velocity: 0.78 });
        },
      },
    };
  },
  sound: {
    body: 3,
    roomSeconds: 1.1,
    roomDamping: 0.5,
    roomLevel: 0.55,
    echoBeats: 0.5,
    echoFeedback: 0.15,
    echoLevel: 0.45,
    range: 5,
  },
  ritard: { beats: 3, amount: 0.2 },
  titles: [
    'Gravel and Perfume',
    'Two Lanes, No Shoulder',
    'She Kept the Dog',
    'Amarillo by Degrees',
    'Hat on the Bed',
    'Last Dance at the Feed Store',
    'Buttermilk Sky Motel',
    'Sorry Don’t Start the Truck',
  ],
  artists: ['Earl Tuttle & the Fence Posts', 'Loretta Quinn', 'The Cimarron Drifters', 'Wade Holloway'],
};
