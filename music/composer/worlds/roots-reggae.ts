import type { Hit, Note } from '../score.ts';
import { drive } from '../sound/drive.ts';
import { drum, type Kit, kick, kitAcoustic, percussion } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import {
  brassSection,
  fingerBass,
  freeReed,
  grandPiano,
  mutedGuitar,
  organ,
  with_,
} from '../sound/instruments.ts';
import type { PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { comp, pad } from '../writing/chords.ts';
import { drumming, type Groove } from '../writing/drumming.ts';
import { answer, melody } from '../writing/melody.ts';
import type { Section } from '../writing/section.ts';
import { sing } from './tune.ts';

const KIT: Kit = {
  ...kitAcoustic,
  kick: {
    strike: kick({ from: 110, to: 50, bend: 0.03, decay: 0.3, click: 0.6, drive: 1.7, noise: 0.2 }),
    level: 1,
    pan: 0,
    wet: 0.1,
  },
  timbale: {
    strike: drum({ hz: 340, bend: 0.04, decay: 0.24, slap: 0.5, slapHz: 3200 }),
    level: 0.55,
    pan: -0.1,
    wet: 0.4,
  },
};

const FILLS: readonly Groove[] = [
  { timbale: '.........x.xx.X.', kick: '............x...' },
  { snare: '........xxx.x...', tomLow: '............x.X.' },
  { tomHigh: '........x.x.....', tom: '..........x.x...', tomLow: '.............x.X' },
  { timbale: '..........xxX.xX' },
];

/** The pick-up that calls the band in. */
const CALL: Groove = { timbale: 'X..xx.X.........', snare: '........x.xxX.x.', tomLow: '............X.X.' };

/** The organ's bubble: left hand between the beats, right hand with the skank. */
function bubble(section: Section): Note[] {
  return [
    ...comp(section, '.o.x.o.x.o.x.o.x', { center: 55, size: 2, velocity: 0.62, short: 0.15 }),
    ...comp(section, '..x...x...x...x.', { center: 64, size: 3, velocity: 0.68, short: 0.2 }),
  ];
}

/** One hit thrown into the echo now and then: the engineer plays too. */
function throws(section: Section): Hit[] {
  const hits: Hit[] = [];
  for (let bar = 0; bar < section.bars; bar++) {
    if (!section.random.chance(section.name === 'dub' ? 0.85 : 0.35)) continue;
    const beat = bar * section.beatsPerBar + section.random.pick([1, 3, 3, 3.5]);
    hits.push({ beat, piece: section.random.pick(['rim', 'rim', 'timbale']), velocity: 0.8 });
  }
  return hits;
}

/** The melodica’s tune, in degrees of the key; one is drawn per song. */
const TUNES: readonly string[] = [
  '5 5 - 4 3 - 1 - | . . . . 1 3 4 3 | 5 5 - 4 3 - 4 - | 5 - - - . . . .',
  '. 1 3 4 5 - 4 3 | 4 - 3 1 - - . . | . 1 3 4 5 - 7 5 | 4 - - - . . . .',
  '8 - 7 5 - 4 5 - | - - . . . . . . | 8 - 7 5 - 4 3 - | 1 - - - . . . .',
  '5 - 4 - 3 4 5 - | . . 7 5 - - . . | 5 - 4 - 3 4 1 - | . . 0 1 - - . .',
];

/** What it plays when the chords move on. */
const BRIDGES: readonly string[] = [
  '. 8 8 7 5 - - - | . 7 7 5 4 - - - | . 5 5 4 3 - 4 - | 5 - - - . . . .',
  '3 - 4 5 - - 8 - | 7 - 5 - - - . . | 3 - 4 5 - - 4 - | 5 - - - - - . .',
];

/** One drop: the first beat is left out, kick and rim fall together on two and four, the bass has the tune. */
export const rootsReggae: World = {
  name: 'roots-reggae',
  genre: 'reggae-dub-ska:roots-reggae',
  tempo: [71, 78],
  keys: ['A minor', 'E minor', 'G minor', 'D minor', 'B minor', 'F# minor'],
  beatsPerBar: 4,
  swing: { share: 0.57, unit: 0.25 },
  chords: {
    a: ['i | iv | i | v7', 'i7 | VII | VI | VII', 'i | % | iv7 | v7', 'i | III | VII | iv7'],
    b: ['VI | VII | III | bII V', 'iv | i | bII | V7', 'III | VII | iv7 | V'],
    intro: 'i | VII',
    dub: 'i | % | iv7 | %',
    end: 'VI VII | i',
  },
  themes: {
    horns: ['x-x-........x-x-|x---............', '..x---x-x-......|..x---x---......'],
  },
  feel: 'onedrop',
  leads: ['melodica', 'organ', 'trumpet'],
  form: [
    ['intro', 2, 'intro', 0.64, 'drums:call bass@2 skank@2'],
    ['A', 4, 'a', 0.84, 'drums bass skank piano bubble reed throws'],
    ['B', 4, 'b', 0.95, 'drums:rockers bass:walk skank bubble sustain horns reed:vary perc'],
    ["A'", 4, 'a', 0.9, 'drums bass skank piano bubble reed:answer horns:reply perc throws'],
    ['dub', 2, 'dub', 0.6, 'drums:dub bass:dub chop throws'],
    ["A''", 4, 'a', 1, 'drums:rockers bass:walk skank piano bubble sustain reed:home horns:reply perc'],
    ['end', 2, 'end', 0.72, 'drums bass skank bubble reed:end'],
  ],
  parts: (random): Readonly<Record<string, PartPlan>> => {
    const tune = random.pick(TUNES);
    const bridge = random.pick(BRIDGES);
    return {
      drums: {
        role: 'drums',
        kit: KIT,
        mix: { level: -20, reverb: 0.35, echo: 0.04, late: 4, loose: 5 },
        play: (s) => {
          if (s.variant === 'call') {
            const first = drumming({ ...s, bars: 1, beats: s.beatsPerBar }, CALL, { velocity: 0.85 });
            const groove = drumming(s, {
              kick: '....X.......X...',
              rim: '....X.......X...',
              hat: 'x.x.X.x.x.x.X.xo',
            });
            return [...first, ...groove.filter((hit) => hit.beat >= s.beatsPerBar)];
          }
          if (s.variant === 'dub')
            return drumming(
              s,
              {
                kick: '....X.......X...',
                rim: ['....X...........', '....X.......X...'],
                pedal: '..x...x...x...x.',
              },
              { velocity: 0.75 },
            );
          const rockers = s.variant === 'rockers';
          return drumming(
            s,
            {
              kick: rockers ? ['x...X...x...X...', 'x...X...x...X.o.'] : '....X.......X...',
              rim: ['....X.......X...', '....X..o....X...', '....X.......X..o', '....X.o.....X...'],
              hat: rockers
                ? ['X.xoX.xoX.xoX.xo', 'X.xoX.xxX.xoX.x.']
                : ['x.x.X.x.x.x.X.xo', 'xox.X.x.xox.X.x.', 'x.xoX.x.x.x.X.x.'],
              open: ['................|..............x.', '................'],
            },
            {
              fills: FILLS,
              crash: rockers ? 'crash' : 'open',
              keep: ['hat'],
              velocity: rockers ? 0.86 : 0.8,
            },
          );
        },
      },
      bass: {
        role: 'bass',
        voice: () => with_(fingerBass(), eq('lowshelf', 150, 0.7, 3)),
        mix: { level: -14, duck: 1, highpass: 30, late: 10, loose: 5 },
        inserts: [drive({ amount: 1.3, bias: 0.15 }), eq('lowpass', 420)],
        play: (s) => {
          const low = { center: 35, gate: 0.82, velocity: 0.85 } as const;
          if (s.variant === 'walk')
            return bassLine(
              s,
              ['R--R..3-5-..8.5.|R--R..3-5-..3.a.', 'R.R-..5-..3-R-..|R.R-..5-..8-5-a-'],
              low,
            );
          if (s.variant === 'dub') return bassLine(s, 'R--R..5-........|R--R..3-5---..a.', low);
          return bassLine(
            s,
            [
              '..R-R-3-....5-3-|..R-R-5-....3-a-',
              'R--..r5-..3-....|R--..r5-..8-..a-',
              '..R-..R-5-3-R-..|..R-..R-5-3-..a-',
            ],
            low,
          );
        },
      },
      skank: {
        role: 'chords',
        voice: mutedGuitar,
        mix: { level: -24, pan: -0.35, highpass: 380, reverb: 0.3, echo: 0.12, late: 2, loose: 4 },
        play: (s) =>
          comp(s, ['..x...x...x...x.', '..x...x...x...xo', '..xo..x...xo..x.'], {
            center: 67,
            size: 3,
            strum: 0.012,
            short: 0.17,
            velocity: 0.75,
          }),
      },
      piano: {
        role: 'chords',
        voice: () => with_(grandPiano(), eq('highshelf', 3000, 0.7, 3)),
        mix: { level: -26, pan: 0.3, highpass: 300, reverb: 0.3, late: 3, loose: 4 },
        play: (s) => comp(s, '..x...x...x...x.', { center: 63, size: 3, short: 0.2, velocity: 0.7 }),
      },
      bubble: {
        role: 'chords',
        voice: () => organ('888000000', { click: 0.12, grit: 1.5 }),
        mix: { level: -23.5, pan: 0.15, highpass: 160, reverb: 0.2, late: 5, loose: 4 },
        play: bubble,
      },
      sustain: {
        role: 'pad',
        voice: () => organ('886400003', { fast: true, click: 0.03 }),
        mix: { level: -27.5, pan: -0.12, reverb: 0.4 },
        play: (s) => pad(s, { center: 66, size: 3, velocity: 0.6 }),
      },
      perc: {
        role: 'drums',
        kit: percussion,
        mix: { level: -31, reverb: 0.4, echo: 0.12, late: 6, loose: 8, highpass: 140 },
        play: (s) =>
          drumming(
            s,
            {
              tumba: ['x.....x.........|x.....x.......x.', 'x.....x...x.....'],
              bongo: ['......o.x..x..o.', '....x..o..x...xx'],
              cabasa: ['..x...x...x...x.', '.ox..ox..ox..ox.'],
            },
            { velocity: 0.75 },
          ),
      },
      reed: {
        role: 'lead',
        voice: freeReed,
        mix: { level: -21.5, pan: 0.05, reverb: 0.4, echo: 0.3, late: 16, loose: 9 },
        play: (s) =>
          s.variant === 'vary'
            ? sing(s, bridge, { center: 75, vary: 0.25 })
            : sing(s, tune, {
                center: s.variant === 'home' ? 76 : 72,
                vary: s.variant === 'answer' ? 0.5 : 0.15,
                thin: s.variant === 'end',
                ...(s.variant === 'home' ? { second: 3 } : {}),
              }),
      },
      horns: {
        role: 'lead',
        voice: brassSection,
        mix: { level: -22.5, pan: -0.1, reverb: 0.4, echo: 0.15, late: 8, loose: 7 },
        play: (s) =>
          s.variant === 'reply'
            ? answer(s, 'reed', s.theme('horns'), { center: 67, harmony: true, velocity: 0.72 })
            : melody(s, s.theme('horns'), 'state answer', { center: 66, harmony: true, ornaments: 0 }),
      },
      chop: {
        role: 'texture',
        voice: mutedGuitar,
        mix: { level: -23, pan: 0.25, highpass: 350, reverb: 0.6, echo: 0.9 },
        play: (s) =>
          comp(s, '..x.............|......x.........', { center: 67, size: 3, short: 0.2, velocity: 0.8 }),
      },
      throws: {
        role: 'drums',
        kit: KIT,
        mix: { level: -28, reverb: 0.7, echo: 0.9, highpass: 250 },
        play: throws,
      },
    };
  },
  sound: {
    roomSeconds: 2.1,
    roomDamping: 0.6,
    roomLevel: 0.5,
    echoBeats: 0.75,
    echoFeedback: 0.58,
    echoLevel: 0.65,
    warmth: 1.4,
    hiss: 50,
  },
  ritard: { beats: 3, amount: 0.18 },
  titles: [
    'Hillside Burning Slow',
    'Sufferer’s Sunday',
    'River Come Down',
    'Babylon Timetable',
    'Breadfruit Shade',
    'Cane Road',
    'Lamp in the Yard',
    'Eastern Standard Dub',
  ],
  artists: ['Prophet Lowell & the Steady', 'Ijah Marlowe', 'The Cedar Valley Players', 'Sister Orla'],
};
