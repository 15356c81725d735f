import { eq } from './inserts.ts';
import * as band from './instruments.ts';
import { type SampledSettings, sampled } from './samples/sampled.ts';
import type { Voice } from './voice.ts';

type Family = 'keys' | 'mallets' | 'guitars' | 'basses' | 'strings' | 'voices' | 'brass' | 'winds' | 'synths';

/** An instrument by name: how to make it, where it belongs, and its lowest and highest MIDI pitch. */
export type Instrument = { make: () => Voice; family: Family; range: readonly [number, number] };

const { named, with_ } = band;

function family<Name extends string>(
  name: Family,
  members: Readonly<Record<Name, readonly [low: number, high: number, make: () => Voice]>>,
): Readonly<Record<Name, Instrument>> {
  const entries = Object.entries<readonly [number, number, () => Voice]>(members);
  return Object.fromEntries(
    entries.map(([instrument, [low, high, make]]) => [
      instrument,
      { make: () => named(instrument, make()), family: name, range: [low, high] as const },
    ]),
  ) as Record<Name, Instrument>;
}

/** A preset that needs little besides its number. */
const plays = (program: number, settings?: SampledSettings) => () => sampled(program, settings);
const struck = (program: number, ring: number, release = 0.1, settings?: SampledSettings) =>
  plays(program, { ring, release, ...settings });
/** Bowed strings with the vibrato of the left hand. */
const bowed = (program: number, settings?: SampledSettings) =>
  plays(program, { attack: 0.05, vibrato: 7, tone: [2200, 15_000], ...settings });
/** Reeds and brass that open up with their attack. */
const blown = (program: number, settings?: SampledSettings) =>
  plays(program, { attack: 0.025, bloom: 0.05, vibrato: 8, tone: [1500, 14_000], ...settings });

/** Every instrument that a world, a genre or somebody's words can ask for. */
export const VOICES = {
  ...family('keys', {
    'grand piano': [21, 108, band.grandPiano],
    'honky-tonk piano': [28, 100, struck(3, 6, 0.2, { neighbors: 1 })],
    'electric piano': [28, 100, band.electricPiano],
    'FM piano': [28, 100, struck(5, 5, 0.2)],
    harpsichord: [36, 89, struck(6, 4, 0.08)],
    clavinet: [36, 88, band.clavinet],
    organ: [36, 96, () => band.organ('886400003', { grit: 1.8 })],
    'church organ': [36, 96, plays(19, { attack: 0.05, loose: 2 })],
    accordion: [53, 89, band.accordion],
    bandoneon: [48, 89, plays(23, { attack: 0.03 })],
    harmonica: [60, 96, plays(22, { attack: 0.02, vibrato: 10 })],
    melodica: [53, 89, band.freeReed],
  }),
  ...family('mallets', {
    celesta: [60, 108, struck(8, 3, 0.6)],
    glockenspiel: [72, 108, struck(9, 3.5, 1)],
    'music box': [60, 96, band.musicBox],
    vibraphone: [53, 89, band.vibraphone],
    marimba: [45, 96, band.marimba],
    xylophone: [65, 108, struck(13, 1, 0.3)],
    'tubular bells': [60, 77, struck(14, 6, 2)],
    dulcimer: [48, 88, struck(15, 3, 0.6)],
    kalimba: [48, 88, struck(108, 2, 0.4)],
    steelpan: [52, 88, struck(114, 2, 0.4)],
    bells: [48, 96, band.bells],
    timpani: [36, 57, struck(47, 3.5, 0.8, { loose: 8 })],
  }),
  ...family('guitars', {
    'nylon guitar': [40, 83, band.nylonGuitar],
    'steel guitar': [40, 86, band.steelGuitar],
    'twelve-string guitar': [40, 83, struck(25, 5, 0.1, { bank: 8 })],
    'jazz guitar': [40, 86, struck(26, 4, 0.09, { tone: [1400, 9000] })],
    'clean guitar': [40, 86, band.cleanGuitar],
    'muted guitar': [40, 83, band.mutedGuitar],
    'electric guitar': [40, 88, () => band.overdrivenGuitar({ gain: 6, tone: 4600 })],
    'distorted guitar': [40, 88, () => band.overdrivenGuitar()],
    ukulele: [55, 84, struck(24, 1.6, 0.1, { bank: 8 })],
    banjo: [48, 86, band.banjo],
    mandolin: [55, 93, struck(25, 2, 0.1, { bank: 16 })],
    oud: [
      45,
      77,
      () =>
        with_(
          sampled(24, { ring: 1.8, release: 0.1, loose: 10 }),
          eq('peak', 310, 2, 5),
          eq('peak', 1400, 1, 5),
        ),
    ],
    sitar: [48, 84, struck(104, 4, 0.4)],
    koto: [48, 88, struck(107, 3, 0.3)],
    shamisen: [48, 84, struck(106, 2, 0.1)],
    kora: [43, 86, band.kora],
  }),
  ...family('basses', {
    'upright bass': [28, 60, band.uprightBass],
    'finger bass': [28, 60, band.fingerBass],
    'pick bass': [28, 60, band.pickBass],
    'fretless bass': [28, 60, struck(35, 4, 0.08, { tone: [900, 7000] })],
    'slap bass': [28, 60, band.slapBass],
    'synth bass': [24, 60, () => band.analogBass()],
    'sub bass': [24, 55, band.subBass],
    'reese bass': [24, 55, band.reeseBass],
    'FM bass': [24, 60, band.fmBass],
  }),
  ...family('strings', {
    violin: [55, 100, band.soloString],
    fiddle: [55, 96, bowed(110, { attack: 0.03 })],
    viola: [48, 88, bowed(41)],
    cello: [36, 76, band.cello],
    'double bass': [28, 60, bowed(43, { tone: [1600, 12_000] })],
    strings: [36, 96, () => band.stringSection({ attack: 0.09 })],
    violins: [55, 96, plays(49, { bank: 20, attack: 0.12, tone: [2600, 16_000] })],
    violas: [48, 84, plays(49, { bank: 30, attack: 0.12, tone: [2600, 16_000] })],
    cellos: [36, 72, plays(49, { bank: 40, attack: 0.12, tone: [2200, 15_000] })],
    'tremolo strings': [36, 96, plays(44, { attack: 0.1, tone: [2600, 16_000] })],
    pizzicato: [36, 88, band.pizzicato],
    harp: [31, 100, band.harp],
  }),
  ...family('voices', {
    choir: [43, 84, () => band.choir('ah')],
    'choir oohs': [43, 84, () => band.choir('oo')],
  }),
  ...family('brass', {
    trumpet: [55, 86, band.trumpet],
    'muted trumpet': [55, 86, band.mutedTrumpet],
    trombone: [40, 74, blown(57, { bloom: 0.08 })],
    'french horn': [41, 77, blown(60, { tone: [900, 9000], bloom: 0.1, vibrato: 3 })],
    tuba: [28, 60, blown(58, { tone: [900, 9000], vibrato: 2 })],
    brass: [40, 86, band.brassSection],
  }),
  ...family('winds', {
    'soprano sax': [56, 88, blown(64)],
    'alto sax': [49, 82, blown(65)],
    'tenor sax': [44, 77, blown(66)],
    'baritone sax': [36, 69, blown(67)],
    saxophone: [44, 79, band.saxophone],
    oboe: [58, 91, blown(68, { bloom: 0, vibrato: 5 })],
    'english horn': [52, 81, blown(69, { bloom: 0, vibrato: 5 })],
    bassoon: [34, 74, blown(70, { bloom: 0, vibrato: 4 })],
    clarinet: [50, 91, band.clarinet],
    piccolo: [74, 108, blown(72, { bloom: 0, vibrato: 4 })],
    flute: [60, 96, band.flute],
    recorder: [60, 96, blown(74, { bloom: 0, vibrato: 4 })],
    'pan flute': [55, 96, blown(75, { bloom: 0, vibrato: 5 })],
    shakuhachi: [50, 86, blown(77, { bloom: 0, vibrato: 10 })],
    whistle: [67, 103, blown(78, { bloom: 0, vibrato: 5 })],
    ocarina: [60, 96, blown(79, { bloom: 0, vibrato: 5 })],
    bagpipe: [55, 84, plays(109, { attack: 0.03 })],
    shenai: [55, 84, blown(111, { bloom: 0, vibrato: 8 })],
  }),
  ...family('synths', {
    'synth lead': [40, 96, () => band.leadSynth()],
    'square lead': [40, 96, () => band.squareLead()],
    'pluck synth': [40, 96, () => band.pluckSynth({ cutoff: 900, sweep: 2.6 })],
    'poly synth': [36, 96, () => band.polySynth()],
    'analog pad': [36, 96, () => band.analogPad()],
    'air pad': [36, 96, band.airPad],
  }),
} as const satisfies Record<string, Instrument>;

export type VoiceName = keyof typeof VOICES;

/** Stand-ins for an instrument that carries a tune: three of its family or its place in a band. */
const RELATIVES: Partial<Readonly<Record<VoiceName, readonly [VoiceName, VoiceName, VoiceName]>>> = {
  accordion: ['melodica', 'clarinet', 'fiddle'],
  banjo: ['steel guitar', 'nylon guitar', 'fiddle'],
  bells: ['music box', 'vibraphone', 'marimba'],
  brass: ['trumpet', 'saxophone', 'strings'],
  choir: ['strings', 'organ', 'flute'],
  clarinet: ['saxophone', 'flute', 'violin'],
  'clean guitar': ['electric guitar', 'electric piano', 'vibraphone'],
  'electric guitar': ['clean guitar', 'saxophone', 'synth lead'],
  'electric piano': ['vibraphone', 'clean guitar', 'grand piano'],
  fiddle: ['violin', 'whistle', 'accordion'],
  flute: ['whistle', 'clarinet', 'violin'],
  'grand piano': ['electric piano', 'vibraphone', 'harp'],
  harp: ['nylon guitar', 'kora', 'grand piano'],
  harpsichord: ['grand piano', 'harp', 'pizzicato'],
  kora: ['harp', 'nylon guitar', 'marimba'],
  marimba: ['vibraphone', 'kora', 'steelpan'],
  melodica: ['accordion', 'saxophone', 'trumpet'],
  'music box': ['bells', 'harp', 'vibraphone'],
  'muted trumpet': ['trumpet', 'saxophone', 'flute'],
  'nylon guitar': ['steel guitar', 'harp', 'flute'],
  organ: ['melodica', 'electric piano', 'choir'],
  oud: ['nylon guitar', 'kora', 'violin'],
  pizzicato: ['harp', 'harpsichord', 'violin'],
  'pluck synth': ['square lead', 'synth lead', 'vibraphone'],
  saxophone: ['clarinet', 'trumpet', 'muted trumpet'],
  sitar: ['oud', 'violin', 'flute'],
  'square lead': ['pluck synth', 'synth lead', 'melodica'],
  'steel guitar': ['nylon guitar', 'clean guitar', 'fiddle'],
  steelpan: ['marimba', 'vibraphone', 'trumpet'],
  strings: ['violin', 'choir', 'brass'],
  'synth lead': ['square lead', 'pluck synth', 'strings'],
  trumpet: ['muted trumpet', 'saxophone', 'clarinet'],
  vibraphone: ['electric piano', 'marimba', 'bells'],
  violin: ['fiddle', 'flute', 'strings'],
  whistle: ['flute', 'fiddle', 'accordion'],
};

/** Its relatives, or else others of its family. */
export function relativesOf(lead: VoiceName): readonly VoiceName[] {
  const family = (Object.keys(VOICES) as VoiceName[]).filter(
    (name) => name !== lead && VOICES[name].family === VOICES[lead].family,
  );
  return RELATIVES[lead] ?? family.slice(0, 3);
}
