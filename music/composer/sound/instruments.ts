import { type AnalogSettings, analog } from './analog.ts';
import { drive } from './drive.ts';
import { fm } from './fm.ts';
import { chain, chorus, eq, type Insert, phaser, rotary, tremolo, wah } from './inserts.ts';
import { sampled } from './samples/sampled.ts';
import { sustained } from './sustained.ts';
import type { Voice } from './voice.ts';

/** The band's instruments by name. Each call makes a fresh one; `with_` adds effects behind any of them. */

export function with_(voice: Voice, ...inserts: Insert[]): Voice {
  return { ...voice, inserts: [...(voice.inserts ?? []), ...inserts] };
}

/** Gives an instrument the name by which the account of a song calls it; effects behind it keep the name. */
export function named(name: string, voice: Voice): Voice {
  return { ...voice, name };
}

// Keys
export const grandPiano = () =>
  named('grand piano', sampled(0, { ring: 7, release: 0.25, tone: [1800, 16_000], neighbors: 1 }));
export const electricPiano = () =>
  named(
    'electric piano',
    with_(
      sampled(4, { ring: 5, release: 0.15, tone: [1100, 9000] }),
      drive({ amount: 1.3, bias: 0.2 }),
      tremolo({ rate: 4.6, depth: 0.22, pan: 1 }),
      chorus({ rate: 0.5, depth: 1.6, mix: 0.25 }),
    ),
  );
export const clavinet = () =>
  named('clavinet', with_(sampled(7, { ring: 2.5, release: 0.04 }), wah(), drive({ amount: 1.6 })));
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
export const accordion = () => named('accordion', sampled(21, { attack: 0.03 }));
/** Melodica or harmonica-like free reed. */
export const freeReed = () => named('melodica', sampled(22, { attack: 0.02, vibrato: 6 }));
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
export const musicBox = () => named('music box', sampled(10, { ring: 3, release: 1 }));
export const vibraphone = () =>
  named(
    'vibraphone',
    with_(
      sampled(11, { ring: 4.5, release: 0.5, tone: [1600, 14_000] }),
      tremolo({ rate: 5.4, depth: 0.3, pan: 0.3 }),
    ),
  );
export const marimba = () => named('marimba', sampled(12, { ring: 1.6, release: 0.3, tone: [1400, 14_000] }));

// Strings that are plucked
export const nylonGuitar = () =>
  named('nylon guitar', sampled(24, { ring: 4.5, release: 0.1, tone: [1800, 14_000] }));
export const steelGuitar = () =>
  named('steel guitar', sampled(25, { ring: 5, release: 0.1, tone: [2400, 18_000] }));
export const cleanGuitar = () =>
  named(
    'clean guitar',
    with_(sampled(27, { ring: 5, release: 0.09 }), chorus({ rate: 0.7, depth: 2, mix: 0.3 })),
  );
/** Damped with the palm: funk scratches, reggae skanks, muted indie eighths. */
export const mutedGuitar = () => named('muted guitar', sampled(28, { ring: 0.8, release: 0.06 }));
/** Through an amplifier; a gain of 8 and more is a stack of them, played twice, left and right. */
export const overdrivenGuitar = ({ gain = 9, tone = 4300 } = {}) =>
  named(
    gain < 8 ? 'overdriven guitar' : 'distorted guitar',
    with_(
      sampled(gain < 8 ? 29 : 30, {
        ring: 6,
        release: 0.08,
        tone: [3000, 12_000],
        doubled: gain >= 8,
        loose: 9,
      }),
      eq('highpass', 110),
      eq('lowpass', 1.6 * tone, 0.8),
    ),
  );
export const banjo = () => named('banjo', sampled(105, { ring: 2, release: 0.08 }));
export const harp = () => named('harp', sampled(46, { ring: 4.5, release: 1.2, tone: [2200, 16_000] }));
/** A harp with a body of gourd and hide. */
export const kora = () =>
  named(
    'kora',
    with_(sampled(46, { ring: 2.4, release: 0.5, loose: 10 }), eq('peak', 240, 2, 4), eq('peak', 1900, 1, 5)),
  );

// Basses
export const uprightBass = () =>
  named('upright bass', sampled(32, { ring: 3, release: 0.08, tone: [1300, 9000] }));
export const fingerBass = () =>
  named(
    'finger bass',
    with_(sampled(33, { ring: 4, release: 0.06, tone: [900, 7000] }), drive({ amount: 1.2 })),
  );
export const pickBass = () =>
  named('pick bass', with_(sampled(34, { ring: 4, release: 0.06 }), drive({ amount: 1.4 })));
export const slapBass = () =>
  named('slap bass', sampled(36, { ring: 3, release: 0.05, tone: [1800, 16_000] }));
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
  named('string section', sampled(attack < 0.12 ? 48 : 49, { attack, tone: [2600, 16_000] }));
export const soloString = () =>
  named('solo strings', sampled(40, { attack: 0.05, tone: [3000, 16_000], vibrato: 7, vibratoRate: 5.6 }));
export const cello = () =>
  named('cello', sampled(42, { attack: 0.05, tone: [2200, 14_000], vibrato: 8, vibratoRate: 5 }));
/** Short bowed or plucked-by-finger strings. */
export const pizzicato = () =>
  named('pizzicato', sampled(45, { ring: 1.6, release: 0.3, tone: [1600, 14_000] }));
export const brassSection = () =>
  named('brass section', sampled(61, { attack: 0.02, tone: [1500, 15_000], bloom: 0.08 }));
export const trumpet = () =>
  named('trumpet', sampled(56, { attack: 0.02, tone: [1800, 14_000], bloom: 0.07, vibrato: 10 }));
export const mutedTrumpet = () => named('muted trumpet', sampled(59, { attack: 0.02, vibrato: 8 }));
export const saxophone = () =>
  named('saxophone', sampled(66, { attack: 0.025, tone: [1500, 14_000], bloom: 0.05, vibrato: 11 }));
export const clarinet = () =>
  named('clarinet', sampled(71, { attack: 0.03, tone: [1600, 12_000], vibrato: 3 }));
export const flute = () => named('flute', sampled(73, { attack: 0.05, tone: [2500, 16_000] }));
/** Wordless voices: 'ah' or 'oo'. */
export const choir = (vowel: 'ah' | 'oo' = 'ah') =>
  named('choir', sampled(vowel === 'ah' ? 52 : 53, { attack: 0.2, tone: [2800, 16_000] }));
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
