import type { Note } from '../score.ts';
import { drive } from '../sound/drive.ts';
import { kitAcoustic } from '../sound/drums.ts';
import { chorus, eq, type Insert } from '../sound/inserts.ts';
import { cleanGuitar, mutedGuitar, overdrivenGuitar, pickBass, with_ } from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp } from '../writing/chords.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { chordAt, readRhythm, type Section } from '../writing/section.ts';
import { nearest } from '../writing/theory.ts';
import { sing } from './tune.ts';

const FILLS: readonly Groove[] = [
  { snare: '........x.x.XxXX', kick: '........x...x...' },
  {
    snare: '........xx......',
    tomHigh: '..........xx....',
    tom: '............xx..',
    tomLow: '..............XX',
  },
  { snare: '........X..X..X.', kick: '..........x..x..' },
  { tomLow: '........X.X.X.X.', snare: '...........x..xX' },
];

/** A darker, fuller loudspeaker than the amplifier's own: weight below, the bite at 2.7 kHz tamed. */
const CABINET: readonly Insert[] = [
  eq('peak', 180, 0.5, 10),
  eq('peak', 850, 0.6, -5),
  eq('peak', 2700, 0.7, -6),
];

/** Root, fifth and octave on the low strings; 'o' is damped with the palm. Distortion wants no thirds down there. */
function power(section: Section, pattern: string | readonly string[], center: number): Note[] {
  const text = typeof pattern === 'string' ? pattern : section.random.pick(pattern);
  return readRhythm(text, section.beatsPerBar, section.beats).flatMap((step) => {
    const chord = chordAt(section, step.beat);
    let root = nearest(chord.bass, center);
    if (root < 40) root += 12;
    const muted = step.mark === 'o';
    const fifth = chord.bass === chord.root ? 7 : 5;
    return [0, fifth, 12].slice(0, muted ? 2 : 3).map((interval, i) => ({
      beat: step.beat + i * 0.008,
      length: muted ? 0.16 : step.length * 0.97,
      pitch: root + interval,
      velocity: (muted ? 0.5 : 0.55 + 0.35 * step.velocity) * section.random.between(0.92, 1.05),
    }));
  });
}

/** The verse’s tune, in degrees of the key; one is drawn per song. */
const TUNES: readonly string[] = [
  '3 - 5 - 5 3 - 2 | 1 - - - . . . . | 3 - 5 - 6 5 - 3 | 2 - - - . . . .',
  '. 5 5 6 5 - 3 - | . 5 5 6 8 - 5 - | . 5 5 6 5 - 3 - | 2 - 3 - - - . .',
  '8 - 7 5 - 3 5 - | - - . . . . . . | 8 - 7 5 - 3 6 - | - 5 - - . . . .',
];

/** The chorus’s, for singing along with the arms up. */
const CHORUSES: readonly string[] = [
  '8 - 8 - 9 - 10 - | - - 8 - - - . . | 6 - 6 - 8 - 9 - | - - 8 - - - . .',
  '5 - - 8 - - 7 8 | 9 - - - 5 - - - | 5 - - 8 - - 9 10 | 9 - 8 - - - . .',
  '10 10 - 9 8 - 9 - | 5 - - - - - . . | 10 10 - 9 8 - 11 - | 10 - - - 9 - - -',
];

/** Four people in a room: two clean guitars pick against each other, and the chorus steps on the pedal. */
export const indieRock: World = {
  name: 'indie-rock',
  genre: 'rock:indie-rock',
  tempo: [136, 148],
  keys: ['E major', 'A major', 'D major', 'G major', 'B major', 'C major'],
  beatsPerBar: 4,
  chords: {
    verse: [
      'Iadd9 | % | IVmaj7 | % | vi7 | % | IVmaj7 | Vsus4',
      'I | iii7 | vi7 | IVadd9',
      'vi7 | IVmaj7 | Iadd9 | Vsus4',
      'Iadd9 | IVadd9 | Iadd9 | iv6',
    ],
    chorus: ['IV | I | V | vi', 'I | V | vi | IV', 'vi | IV | I | bVII', 'IV | V | vi | iii'],
    bridge: ['ii7 | IV | bVII | V', 'bVI | bVII | I | V'],
    end: 'IV | iv6 | Iadd9 | I',
  },
  themes: {},
  feel: 'rock',
  leads: ['clean guitar', 'organ', 'bells'],
  form: [
    ['intro', 4, 'verse', 0.6, 'picked drums:hats@3 bass@3'],
    ['A', 8, 'verse', 0.8, 'picked muted bass drums:verse lead'],
    ['B', 8, 'chorus', 0.97, 'left right bass:drive drums:chorus hook jangle'],
    ["A'", 4, 'verse', 0.82, 'picked muted jangle bass:melodic drums:verse lead:vary'],
    ['break', 4, 'bridge', 0.62, 'picked drums:toms left:hold'],
    ["B''", 8, 'chorus', 1, 'left right bass:drive drums:ride hook:high jangle muted'],
    ['end', 4, 'end', 0.74, 'picked left:hold bass drums:half lead:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const tune = random.pick(TUNES);
    const refrain = random.pick(CHORUSES);
    return {
      drums: {
        role: 'drums',
        kit: kitAcoustic,
        mix: { level: -18.5, reverb: 0.38, late: 0, loose: 4 },
        play: (s) => {
          switch (s.variant) {
            case 'hats':
              return drumming(
                s,
                { hat: 'x.x.x.x.x.x.x.x.', kick: 'X.......X.......' },
                { velocity: 0.68, fills: [FILLS[0]!] },
              );
            case 'toms':
              return [
                ...drumming(
                  s,
                  {
                    tomLow: ['X.x.x.X.x.x.X.x.', 'X.x.X.x.x.X.x.X.'],
                    kick: 'X...x...X...x...',
                    tom: ['................', '......x.......x.'],
                  },
                  { velocity: 0.74 },
                ),
                ...build(s, 'snare', { bars: 1, grid: 0.25, from: 0.25, to: 0.95 }),
              ];
            case 'half':
              return drumming(
                s,
                { kick: 'X.........x.....', snare: '........X.......', ride: 'X...x...X...x...' },
                { velocity: 0.78, crash: 'crash' },
              );
            case 'verse':
              return drumming(
                s,
                {
                  kick: ['X.....x.X.......', 'X.....x.X.x.....', 'X...x...X.x.....'],
                  snare: ['....X.......X...', '....X.......X..o', '....X..o....X...'],
                  hat: ['X.x.X.x.X.x.X.x.', 'X.x.X.x.X.x.X.xx'],
                },
                { fills: FILLS, velocity: 0.8, crash: 'crash' },
              );
            default:
              return drumming(
                s,
                {
                  kick: ['X.....x.X.x.....', 'X..x..x.X.x.....', 'X.x...x.X.x...x.'],
                  snare: ['....X.......X...', '....X..o....X..o'],
                  ...(s.variant === 'ride'
                    ? { ride: 'X.x.X.x.X.x.X.x.', tambourine: 'x.X.x.X.x.X.x.X.' }
                    : { open: 'x...x...x...x...', hat: '..x...x...x...x.' }),
                },
                { fills: FILLS, velocity: 0.93, crash: 'crash' },
              );
          }
        },
      },
      bass: {
        role: 'bass',
        voice: pickBass,
        mix: { level: -18, duck: 1.5, late: 2 },
        inserts: [eq('lowshelf', 180, 0.7, 2), eq('lowpass', 480, 0.6), drive({ amount: 1.6, bias: 0.2 })],
        play: (s) => {
          if (s.variant === 'drive')
            return bassLine(s, ['R-r-R-r-R-r-R-a-', 'R-r-R-r-R-5-8-a-', 'R-r-R-r-5-r-R-a-'], {
              center: 36,
              gate: 0.9,
            });
          if (s.variant === 'melodic')
            return bassLine(s, ['R---8-5-..3-5-a-', 'R-..R-5-8---5-a-'], { center: 38 });
          return bassLine(s, ['R-----r-R---5-a-', 'R---..r-R-r-..a-'], { center: 36, gate: 0.86 });
        },
      },
      picked: {
        role: 'chords',
        voice: cleanGuitar,
        mix: { level: -22.5, pan: -0.35, highpass: 110, reverb: 0.35, echo: 0.18, late: 2 },
        inserts: [eq('peak', 200, 0.5, 3), eq('peak', 2500, 0.7, -3)],
        play: (s) =>
          arpeggio(s, s.name === 'break' ? [0, 2, 3, 2, 4, 3, 2, 1] : [0, 2, 1, 3, 2, 4, 3, 1], {
            rate: 0.5,
            center: 60,
            gate: 2.2,
            velocity: 0.68,
          }),
      },
      muted: {
        role: 'arp',
        voice: mutedGuitar,
        mix: { level: -27.5, pan: 0.45, reverb: 0.25, echo: 0.2 },
        inserts: [eq('peak', 2600, 0.8, -4)],
        play: (s) =>
          comp(s, ['x.x.x.xxx.x.x.x.', 'x.xxx.x.x.xxx.x.'], {
            center: 64,
            size: 2,
            short: 0.2,
            velocity: 0.66,
          }),
      },
      jangle: {
        role: 'chords',
        voice: () => with_(cleanGuitar(), eq('peak', 2500, 0.8, -6)),
        mix: { level: -26, pan: 0.4, highpass: 260, reverb: 0.35, late: 3 },
        play: (s) =>
          comp(s, ['x-x-xox-xox-x-xo', 'x--ox-x-.ox-x-xo'], {
            center: 68,
            size: 3,
            strum: 0.012,
            velocity: 0.66,
          }),
      },
      left: {
        role: 'chords',
        voice: () => overdrivenGuitar({ gain: 8, tone: 4300 }),
        mix: { level: -22.5, pan: -0.7, highpass: 85, reverb: 0.2, duck: 0, late: 3, loose: 6 },
        inserts: CABINET,
        play: (s) =>
          s.variant === 'hold'
            ? power(s, 'X---------------', 45)
            : power(s, ['X-x-x-x-X-x-x-x-', 'X---x-x-X-x-x-x-', 'X-xoxoX-x-xoX-x-'], 45),
      },
      right: {
        role: 'chords',
        voice: () => overdrivenGuitar({ gain: 6, tone: 4900 }),
        mix: { level: -22.5, pan: 0.7, highpass: 95, reverb: 0.2, duck: 0, late: 5, loose: 6 },
        inserts: CABINET,
        play: (s) => power(s, ['X-x-x-x-X-x-x-x-', 'X-----x-X---x-x-'], 50),
      },
      lead: {
        role: 'lead',
        voice: () =>
          with_(
            overdrivenGuitar({ gain: 2.6, tone: 5600 }),
            eq('peak', 2600, 0.7, -6),
            chorus({ rate: 0.5, depth: 1.4, mix: 0.25 }),
          ),
        mix: { level: -21.5, pan: 0.08, reverb: 0.4, echo: 0.3, late: 6 },
        play: (s) =>
          sing(s, tune, {
            center: 71,
            gate: 1,
            vary: s.variant === 'vary' ? 0.45 : 0.1,
            thin: s.variant === 'end',
            ...(s.variant === 'vary' ? { lift: 2 } : {}),
          }),
      },
      hook: {
        role: 'lead',
        voice: () => overdrivenGuitar({ gain: 7, tone: 4600 }),
        mix: { level: -21.5, reverb: 0.4, echo: 0.35, late: 5 },
        inserts: [eq('peak', 330, 0.6, 6), eq('peak', 2600, 0.7, -6)],
        play: (s) => {
          const played = sing(s, refrain, {
            center: s.variant === 'high' ? 76 : 73,
            gate: 1,
            vary: s.variant === 'high' ? 0.25 : 0.08,
          });
          // Octaves on the way out, as loud guitars do.
          return s.variant === 'high'
            ? [...played, ...played.map((n) => ({ ...n, pitch: n.pitch - 12, velocity: n.velocity * 0.8 }))]
            : played;
        },
      },
    };
  },
  sound: {
    roomSeconds: 1.4,
    roomDamping: 0.4,
    roomLevel: 0.55,
    echoBeats: 0.75,
    echoFeedback: 0.3,
    echoLevel: 0.4,
    warmth: 1.4,
  },
  ritard: { beats: 4, amount: 0.15 },
  titles: [
    'Borrowed Bicycle',
    'Good Luck, Stranger',
    'Northern Summer',
    'Your Band Was Better',
    'Postcards from the Ring Road',
    'Paint the Garage Blue',
    'Nobody’s Coming to the Reunion',
    'Overpass',
  ],
  artists: ['Tall Fences', 'The Weekday Saints', 'Magpie Season', 'Hollis & the Harbour', 'Cardigan Riot'],
};
