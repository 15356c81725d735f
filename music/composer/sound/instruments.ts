import { type AnalogSettings, analog } from './analog.ts';
import { amplifier, drive } from './drive.ts';
import { fm } from './fm.ts';
import { chain, chorus, eq, type Insert, phaser, rotary, tremolo, wah } from './inserts.ts';
import { piano } from './piano.ts';
import { pluck } from './pluck.ts';
import { formants, sustained } from './sustained.ts';
import type { Voice } from './voice.ts';

/** The band's instruments by name. Each call makes a fresh one; `with_` adds effects behind any of them. */

export function with_(voice: Voice, ...inserts: Insert[]): Voice {
  return { ...voice, inserts: [...(voice.inserts ?? []), ...inserts] };
}

/** Gives an instrument the name by which the account of a song calls it; effects behind it keep the name. */
function named(name: string, voice: Voice): Voice {
  return { ...voice, name };
}

// Keys
export const grandPiano = () => named('grand piano', piano({ bright: 0.62 }));
export const electricPiano = () =>
  named(
    'electric piano',
    with_(
      fm(
        [
          {
            ratio: 1,
            level: 0.5,
            decay: 3.6,
            pan: -0.25,
            modulator: { ratio: 1, index: 1.5, decay: 1.6, floor: 0.15 },
          },
          {
            ratio: 1,
            level: 0.22,
            decay: 2.8,
            detune: 4,
            pan: 0.3,
            modulator: { ratio: 14, index: 0.85, decay: 0.35 },
          },
          { ratio: 2, level: 0.1, decay: 1.8, pan: 0.2 },
        ],
        { ring: 4, release: 0.18, knock: 0.1 },
      ),
      drive({ amount: 1.3, bias: 0.2 }),
      tremolo({ rate: 4.6, depth: 0.22, pan: 1 }),
      chorus({ rate: 0.5, depth: 1.6, mix: 0.25 }),
    ),
  );
export const clavinet = () =>
  named(
    'clavinet',
    with_(
      fm(
        [
          { ratio: 1, level: 0.5, decay: 1.1, modulator: { ratio: 3, index: 2.2, decay: 0.5, floor: 0.4 } },
          { ratio: 2, level: 0.3, decay: 0.8, modulator: { ratio: 5, index: 1.4, decay: 0.25, floor: 0.2 } },
        ],
        { ring: 1.6, release: 0.035, knock: 0.35 },
      ),
      wah(),
      drive({ amount: 1.6 }),
    ),
  );
/** Registration from 16' to 1', each 0..8 as on the drawbars. */
export const organ = (drawbars = '888400004', { fast = false, click = 0.06, grit = 1.5 } = {}) => {
  const feet = [0.5, 1.5, 1, 2, 3, 4, 5, 6, 8];
  const levels = new Map(feet.map((f, i) => [f * 2, Number(drawbars[i] ?? 0) / 8]));
  // The table's period is the 16' stop, so harmonics are counted from an octave below.
  const spectrum = (_: number, n: number) => (levels.get(n) ?? 0) ** 1.4;
  const voice = sustained({
    soft: spectrum,
    amp: [0.006, 0.1, 1, 0.03],
    noise: { level: click, at: 2600, chiff: 6, q: 0.8 },
  });
  const lowered: Voice = {
    ...voice,
    sound: (tone, canvas) => voice.sound({ ...tone, velocity: 0.8, frequency: tone.frequency / 2 }, canvas),
  };
  return named('organ', with_(lowered, drive({ amount: grit }), rotary({ fast })));
};
export const accordion = () =>
  named(
    'accordion',
    sustained({
      soft: formants(5, [
        [500, 300, 2],
        [1500, 600, 2],
      ]),
      loud: formants(3, [
        [600, 300, 3],
        [2200, 900, 3],
      ]),
      players: 2,
      detune: 14,
      amp: [0.04, 0.2, 0.9, 0.08],
      noise: { level: 0.02, at: 3000 },
    }),
  );
/** Melodica or harmonica-like free reed. */
export const freeReed = () =>
  named(
    'melodica',
    sustained({
      soft: formants(4, [
        [700, 300, 3],
        [1900, 500, 2],
      ]),
      loud: formants(2.5, [
        [800, 300, 3],
        [2600, 800, 4],
      ]),
      vibrato: 12,
      shimmer: 0.16,
      amp: [0.03, 0.2, 0.9, 0.08],
      scoop: 30,
      noise: { level: 0.05, at: 2500, chiff: 0.6 },
    }),
  );
export const bells = () =>
  named(
    'bells',
    fm(
      [
        { ratio: 1, level: 0.4, decay: 4.5, pan: -0.2, modulator: { ratio: 3.51, index: 1.5, decay: 1.6 } },
        {
          ratio: 2.003,
          level: 0.16,
          decay: 3,
          pan: 0.35,
          modulator: { ratio: 5.19, index: 0.8, decay: 0.8 },
        },
        { ratio: 0.5, level: 0.1, decay: 5 },
      ],
      { ring: 6, release: 2.5 },
    ),
  );
export const musicBox = () =>
  named(
    'music box',
    fm(
      [
        { ratio: 1, level: 0.45, decay: 2.2, modulator: { ratio: 7.1, index: 0.6, decay: 0.25 } },
        { ratio: 4.02, level: 0.12, decay: 0.8, pan: 0.3 },
      ],
      { ring: 3, release: 1, knock: 0.15 },
    ),
  );
export const vibraphone = () =>
  named(
    'vibraphone',
    with_(
      fm(
        [
          { ratio: 1, level: 0.5, decay: 4, modulator: { ratio: 4, index: 0.35, decay: 0.5 } },
          { ratio: 3.98, level: 0.12, decay: 1.1, pan: 0.2 },
        ],
        { ring: 4.5, release: 0.5, knock: 0.1 },
      ),
      tremolo({ rate: 5.4, depth: 0.35, pan: 0.3 }),
    ),
  );
export const marimba = () =>
  named(
    'marimba',
    fm(
      [
        { ratio: 1, level: 0.6, decay: 0.9 },
        { ratio: 3.93, level: 0.2, decay: 0.3 },
        { ratio: 9.2, level: 0.06, decay: 0.1 },
      ],
      {
        ring: 1.4,
        release: 0.3,
        knock: 0.3,
      },
    ),
  );

// Strings that are plucked
export const nylonGuitar = () =>
  named(
    'nylon guitar',
    pluck({
      decay: 2.6,
      brightness: 0.42,
      position: 0.24,
      noise: 0.2,
      body: [
        [104, 6, 0.9],
        [205, 7, 0.7],
        [390, 5, 0.5],
        [900, 2, 0.5],
        [2800, 1.2, 0.35],
      ],
      inserts: [eq('highshelf', 5000, 0.7, 4)],
    }),
  );
export const steelGuitar = () =>
  named(
    'steel guitar',
    pluck({
      decay: 3.6,
      brightness: 0.82,
      position: 0.14,
      noise: 0.35,
      body: [
        [108, 5, 0.7],
        [212, 6, 0.6],
        [420, 4, 0.45],
        [1800, 1.2, 0.3],
        [4600, 1, 0.4],
      ],
    }),
  );
export const cleanGuitar = () =>
  named(
    'clean guitar',
    pluck({
      decay: 3,
      brightness: 0.7,
      position: 0.1,
      noise: 0.2,
      inserts: [eq('peak', 2400, 0.9, 5), drive({ amount: 1.6 }), chorus({ rate: 0.7, depth: 2, mix: 0.4 })],
    }),
  );
/** Damped with the palm: funk scratches, reggae skanks, muted indie eighths. */
export const mutedGuitar = () =>
  named(
    'muted guitar',
    pluck({
      decay: 0.35,
      brightness: 0.75,
      position: 0.12,
      noise: 0.5,
      ring: 0.6,
      inserts: [eq('peak', 2200, 0.9, 5), drive({ amount: 1.8 })],
    }),
  );
export const overdrivenGuitar = ({ gain = 9, tone = 4300 } = {}) =>
  named(
    'overdriven guitar',
    pluck({
      decay: 5,
      brightness: 0.78,
      position: 0.11,
      noise: 0.3,
      ring: 5,
      inserts: [amplifier({ gain, tone })],
    }),
  );
export const banjo = () =>
  named(
    'banjo',
    pluck({
      decay: 0.8,
      brightness: 0.95,
      position: 0.08,
      noise: 0.4,
      ring: 1.2,
      body: [
        [340, 3, 0.6],
        [780, 2, 0.9],
        [2400, 1.5, 0.7],
      ],
    }),
  );
export const harp = () =>
  named(
    'harp',
    pluck({
      decay: 4,
      brightness: 0.5,
      position: 0.42,
      noise: 0.05,
      release: 1.2,
      body: [
        [180, 3, 0.3],
        [420, 3, 0.3],
      ],
    }),
  );
export const kora = () =>
  named(
    'kora',
    pluck({
      decay: 1.8,
      brightness: 0.6,
      position: 0.2,
      noise: 0.2,
      release: 0.5,
      body: [
        [240, 4, 0.8],
        [520, 4, 0.5],
      ],
    }),
  );

// Basses
export const uprightBass = () =>
  named(
    'upright bass',
    pluck({
      decay: 1.5,
      brightness: 0.3,
      position: 0.3,
      noise: 0.5,
      ring: 2.5,
      release: 0.07,
      body: [
        [98, 2, 1.1],
        [180, 3, 0.5],
        [700, 1.2, 0.35],
      ],
      inserts: [eq('peak', 800, 0.8, 4), eq('lowpass', 4500)],
    }),
  );
export const fingerBass = () =>
  named(
    'finger bass',
    pluck({
      decay: 2,
      brightness: 0.45,
      position: 0.2,
      noise: 0.25,
      ring: 2.5,
      release: 0.05,
      inserts: [drive({ amount: 1.5 }), eq('peak', 750, 0.9, 3), eq('lowpass', 4200)],
    }),
  );
export const pickBass = () =>
  named(
    'pick bass',
    pluck({
      decay: 2.4,
      brightness: 0.75,
      position: 0.12,
      noise: 0.6,
      ring: 2.5,
      release: 0.05,
      inserts: [drive({ amount: 2 }), eq('lowpass', 5200)],
    }),
  );
export const slapBass = () =>
  named(
    'slap bass',
    pluck({
      decay: 1.8,
      brightness: 0.95,
      position: 0.09,
      noise: 0.9,
      ring: 2,
      release: 0.04,
      inserts: [drive({ amount: 1.8 }), eq('peak', 2500, 0.8, 5)],
    }),
  );
export const analogBass = (settings: AnalogSettings = {}) =>
  named(
    'analog bass',
    with_(
      analog({
        wave: 'saw',
        sub: 0.5,
        cutoff: 420,
        sweep: 2.4,
        resonance: 0.3,
        steep: true,
        amp: [0.004, 0.35, 0.65, 0.06],
        filterEnvelope: [0.003, 0.22, 0.15, 0.05],
        touch: 0.8,
        ...settings,
      }),
      drive({ amount: 1.4 }),
    ),
  );
export const subBass = () =>
  named(
    'sub bass',
    with_(
      analog({ wave: 'triangle', sub: 0.3, cutoff: 320, sweep: 0.6, amp: [0.008, 0.4, 0.85, 0.08] }),
      drive({ amount: 1.8, bias: 0.2 }),
    ),
  );
export const reeseBass = () =>
  named(
    'reese bass',
    with_(
      analog({
        unison: 3,
        detune: 26,
        sub: 0.5,
        cutoff: 420,
        sweep: 0.8,
        steep: true,
        drift: 0.7,
        amp: [0.01, 0.5, 0.9, 0.1],
      }),
      drive({ amount: 1.6 }),
    ),
  );
export const fmBass = () =>
  named(
    'FM bass',
    fm(
      [
        { ratio: 1, level: 0.8, decay: 2.2, modulator: { ratio: 1, index: 2.4, decay: 0.5, floor: 0.15 } },
        { ratio: 0.5, level: 0.25, decay: 2 },
      ],
      { ring: 2.5, release: 0.05, knock: 0.1 },
    ),
  );

// Synthesizers
export const analogPad = (settings: AnalogSettings = {}) =>
  named(
    'analog pad',
    analog({
      unison: 4,
      detune: 18,
      cutoff: 900,
      sweep: 0.9,
      resonance: 0.1,
      amp: [0.7, 1.5, 0.85, 1.1],
      drift: 0.35,
      touch: 0.6,
      ...settings,
    }),
  );
export const polySynth = (settings: AnalogSettings = {}) =>
  named(
    'poly synth',
    with_(
      analog({
        unison: 3,
        detune: 14,
        cutoff: 1500,
        sweep: 1.8,
        resonance: 0.22,
        amp: [0.006, 0.5, 0.55, 0.25],
        ...settings,
      }),
      chorus({ rate: 0.55, depth: 2.4, mix: 0.45 }),
    ),
  );
export const leadSynth = (settings: AnalogSettings = {}) =>
  named(
    'lead synth',
    analog({
      unison: 3,
      detune: 12,
      cutoff: 2600,
      sweep: 1,
      resonance: 0.25,
      amp: [0.02, 0.4, 0.8, 0.22],
      vibrato: 16,
      glide: 0.09,
      ...settings,
    }),
  );
export const pluckSynth = (settings: AnalogSettings = {}) =>
  named(
    'pluck synth',
    analog({
      wave: 'saw',
      unison: 2,
      detune: 9,
      cutoff: 520,
      sweep: 3,
      resonance: 0.35,
      amp: [0.003, 0.28, 0.05, 0.2],
      filterEnvelope: [0.002, 0.16, 0.05, 0.1],
      ...settings,
    }),
  );
export const squareLead = (settings: AnalogSettings = {}) =>
  named(
    'square lead',
    analog({
      wave: 'square',
      cutoff: 2400,
      sweep: 0.7,
      amp: [0.01, 0.3, 0.75, 0.15],
      vibrato: 18,
      ...settings,
    }),
  );
// Wind, bow and voice
export const stringSection = ({ attack = 0.14 } = {}) =>
  named(
    'string section',
    sustained({
      soft: formants(8, [
        [290, 90, 1.2],
        [480, 140, 1],
        [1100, 400, 0.8],
        [2500, 700, 0.8],
      ]),
      loud: formants(5, [
        [290, 90, 1],
        [480, 140, 0.8],
        [1100, 400, 1],
        [2600, 800, 1.6],
      ]),
      players: 4,
      detune: 15,
      vibrato: 15,
      vibratoRate: 5.6,
      amp: [attack, 0.6, 0.86, 0.35],
      noise: { level: 0.012, at: 4200, q: 0.7, chiff: 0.8 },
    }),
  );
export const soloString = () =>
  named(
    'solo strings',
    sustained({
      soft: formants(6.5, [
        [280, 70, 1.4],
        [460, 120, 1.2],
        [1000, 300, 0.7],
        [2600, 600, 1],
      ]),
      loud: formants(4.5, [
        [280, 70, 1.2],
        [460, 120, 1],
        [1000, 300, 1],
        [2700, 700, 2],
      ]),
      vibrato: 26,
      vibratoDelay: 0.25,
      amp: [0.08, 0.5, 0.88, 0.2],
      noise: { level: 0.014, at: 4000, q: 0.7 },
      glide: 0.1,
    }),
  );
/** Short bowed or plucked-by-finger strings. */
export const pizzicato = () =>
  named(
    'pizzicato',
    pluck({
      decay: 0.55,
      brightness: 0.4,
      position: 0.3,
      noise: 0.3,
      ring: 0.9,
      release: 0.2,
      body: [
        [280, 4, 0.9],
        [460, 4, 0.8],
        [1100, 2, 0.5],
      ],
    }),
  );
export const brassSection = () =>
  named(
    'brass section',
    sustained({
      soft: formants(9, [[550, 250, 1.5]]),
      loud: formants(3.4, [
        [700, 350, 2],
        [1500, 700, 2],
        [2700, 900, 1.2],
      ]),
      players: 3,
      detune: 12,
      amp: [0.035, 0.3, 0.82, 0.1],
      bloom: [0.07, 0.35, 0.75, 0.08],
      vibrato: 8,
      vibratoDelay: 0.5,
      scoop: 45,
      noise: { level: 0.03, at: 2400, chiff: 1.5 },
    }),
  );
export const trumpet = () =>
  named(
    'trumpet',
    sustained({
      soft: formants(7, [[1000, 400, 2]]),
      loud: formants(3, [
        [1200, 500, 2.4],
        [2600, 900, 1.8],
      ]),
      amp: [0.03, 0.3, 0.85, 0.1],
      bloom: [0.06, 0.3, 0.8, 0.08],
      vibrato: 16,
      vibratoDelay: 0.35,
      scoop: 40,
      noise: { level: 0.03, at: 3000, chiff: 1.2 },
    }),
  );
export const mutedTrumpet = () =>
  named(
    'muted trumpet',
    with_(trumpet(), eq('highpass', 500), eq('peak', 1800, 1.5, 8), eq('peak', 3600, 2, 5)),
  );
export const saxophone = () =>
  named(
    'saxophone',
    sustained({
      soft: formants(6.5, [
        [520, 180, 2.2],
        [1350, 350, 1.2],
      ]),
      loud: formants(4, [
        [560, 200, 2.4],
        [1450, 400, 2.4],
        [2800, 800, 1.4],
      ]),
      amp: [0.035, 0.25, 0.85, 0.12],
      bloom: [0.06, 0.3, 0.7, 0.1],
      vibrato: 20,
      shimmer: 0.06,
      scoop: 60,
      noise: { level: 0.06, at: 3200, q: 0.8, chiff: 1.2 },
    }),
  );
export const clarinet = () =>
  named(
    'clarinet',
    sustained({
      soft: (hz, n) => (n % 2 ? 1 : 0.08) / (1 + (hz / 1100) ** 1.7),
      loud: (hz, n) => (n % 2 ? 1 : 0.2) / (1 + (hz / 1900) ** 1.7),
      amp: [0.04, 0.2, 0.9, 0.09],
      vibrato: 6,
      noise: { level: 0.01, at: 2600 },
    }),
  );
export const flute = () =>
  named(
    'flute',
    sustained({
      soft: (_, n) => [0, 1, 0.32, 0.1, 0.04, 0.015][n] ?? 0,
      loud: (_, n) => [0, 1, 0.6, 0.3, 0.12, 0.06, 0.03][n] ?? 0,
      amp: [0.06, 0.2, 0.88, 0.12],
      vibrato: 12,
      shimmer: 0.12,
      scoop: 25,
      noise: { level: 0.16, at: 2, q: 3, chiff: 1.6 },
    }),
  );
/** Wordless voices: 'ah' or 'oo'. */
export const choir = (vowel: 'ah' | 'oo' = 'ah') =>
  named(
    'choir',
    sustained({
      soft:
        vowel === 'ah'
          ? formants(7, [
              [730, 110, 4],
              [1150, 130, 3],
              [2700, 250, 1.6],
            ])
          : formants(11, [
              [330, 70, 4],
              [800, 120, 2],
              [2400, 250, 0.6],
            ]),
      players: 4,
      detune: 22,
      vibrato: 22,
      vibratoRate: 5.1,
      amp: [0.35, 0.8, 0.9, 0.7],
      noise: { level: 0.05, at: 4200, q: 0.6, chiff: 0.2 },
    }),
  );
/** Air through the note: a breath with the pitch inside it. */
export const breathPad = () =>
  named(
    'breath pad',
    sustained({
      soft: (_, n) => [0, 0.8, 0.3, 0.12][n] ?? 0,
      loud: (hz, n) => 1 / n ** 1.5 / (1 + (hz / 2500) ** 2),
      players: 2,
      detune: 16,
      vibrato: 7,
      amp: [1.1, 1.5, 0.9, 1.8],
      noise: { level: 0.3, at: 3, q: 5, chiff: 0 },
    }),
  );
export const airPad = () =>
  named('air pad', with_(breathPad(), chain(phaser({ rate: 0.08, mix: 0.4, low: 500, high: 5000 }))));
