import { drive } from '../sound/drive.ts';
import { type Kit, kit909, kitAcoustic, kitBrushes, kitEighties } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import * as band from '../sound/instruments.ts';
import type { Voice } from '../sound/voice.ts';
import { VOICES as INSTRUMENTS } from '../sound/voices.ts';
import type { Chair } from './instruments.ts';

type Maker = () => Voice;
const as =
  (name: string, make: Maker): Maker =>
  () => ({ ...make(), name });
const basses = as('double basses', () =>
  band.with_(band.stringSection({ attack: 0.1 }), eq('lowpass', 1200)),
);
const fuzz = () => band.overdrivenGuitar({ gain: 9, tone: 4000 });
const low = (name: string) => as(name, () => band.with_(band.brassSection(), eq('lowpass', 2400)));

/** How each instrument that words can name sounds: everywhere, or otherwise in some chairs. Drums have kits instead. */
export const VOICES: Readonly<Record<string, { any: Maker } & Partial<Record<Chair, Maker>>>> = {
  strings: {
    any: band.stringSection,
    chords: () => band.stringSection({ attack: 0.045 }),
    arp: band.pizzicato,
    lead: INSTRUMENTS.violin.make,
    bass: basses,
  },
  orchestra: {
    any: band.stringSection,
    chords: () => band.stringSection({ attack: 0.045 }),
    pad: band.brassSection,
    arp: band.harp,
    lead: INSTRUMENTS.violin.make,
    bass: basses,
  },
  violin: { any: INSTRUMENTS.violin.make, chords: band.stringSection, pad: band.stringSection },
  fiddle: { any: INSTRUMENTS.fiddle.make },
  cello: {
    any: as('cello', () => band.with_(band.soloString(), eq('peak', 240, 0.8, 3), eq('lowpass', 5200))),
  },
  'double bass': { any: band.uprightBass },
  pizzicato: { any: band.pizzicato },
  harp: { any: band.harp },
  keys: { any: band.grandPiano, pad: INSTRUMENTS.organ.make },
  piano: { any: band.grandPiano },
  'electric piano': { any: band.electricPiano },
  organ: { any: INSTRUMENTS.organ.make },
  harpsichord: { any: INSTRUMENTS.harpsichord.make },
  clavinet: { any: band.clavinet },
  accordion: { any: band.accordion },
  harmonica: { any: band.freeReed },
  bells: { any: band.bells },
  'music box': { any: band.musicBox },
  vibraphone: { any: band.vibraphone },
  marimba: { any: band.marimba },
  steelpan: { any: INSTRUMENTS.steelpan.make },
  guitar: { any: band.cleanGuitar, lead: INSTRUMENTS['electric guitar'].make },
  'acoustic guitar': { any: band.steelGuitar },
  'nylon guitar': { any: band.nylonGuitar },
  'electric guitar': { any: band.cleanGuitar, lead: INSTRUMENTS['electric guitar'].make },
  'distorted guitar': { any: fuzz },
  'steel guitar': { any: as('pedal steel', band.steelGuitar) },
  banjo: { any: band.banjo },
  oud: { any: INSTRUMENTS.oud.make },
  sitar: { any: INSTRUMENTS.sitar.make },
  kora: { any: band.kora },
  bass: { any: band.fingerBass },
  'bass guitar': { any: band.fingerBass },
  'slap bass': { any: band.slapBass },
  'synth bass': { any: () => band.with_(band.subBass(), drive({ amount: 2 })) },
  brass: { any: band.brassSection, lead: INSTRUMENTS.brass.make, bass: low('tuba') },
  trumpet: { any: INSTRUMENTS.trumpet.make, pad: band.brassSection, chords: band.brassSection },
  'muted trumpet': { any: INSTRUMENTS['muted trumpet'].make },
  trombone: { any: low('trombones') },
  'french horn': { any: low('horns') },
  tuba: { any: low('tuba') },
  woodwinds: { any: band.clarinet, lead: band.flute },
  saxophone: { any: band.saxophone },
  clarinet: { any: band.clarinet },
  flute: { any: band.flute },
  whistle: { any: INSTRUMENTS.whistle.make },
  oboe: { any: band.clarinet },
  bagpipes: { any: band.freeReed },
  synth: {
    any: band.polySynth,
    lead: INSTRUMENTS['synth lead'].make,
    pad: band.analogPad,
    arp: INSTRUMENTS['pluck synth'].make,
    bass: band.analogBass,
  },
  'synth lead': { any: INSTRUMENTS['synth lead'].make },
  'synth pad': { any: band.analogPad },
  'pluck synth': { any: INSTRUMENTS['pluck synth'].make },
  'square lead': { any: band.squareLead },
  choir: { any: () => band.choir('ah') },
};

/** Octaves by which instruments play below or above the part that they take over. */
export const OCTAVES: Readonly<Record<string, Partial<Record<Chair, number>>>> = {
  cello: { lead: -1, arp: -1 },
  trombone: { lead: -1 },
  'french horn': { lead: -1 },
  'distorted guitar': { pad: -1, chords: -1 },
  choir: { lead: -1 },
};

/** What a wish calls the instrument of a voice, by the voice's name; how the voice is made does not matter here. */
const NAMES: Readonly<Record<string, string>> = {
  'grand piano': 'piano',
  melodica: 'harmonica',
  'steel guitar': 'acoustic guitar',
  'pedal steel': 'steel guitar',
  'clean guitar': 'electric guitar',
  'muted guitar': 'electric guitar',
  'overdriven guitar': 'distorted guitar',
  'upright bass': 'double bass',
  'finger bass': 'bass guitar',
  'pick bass': 'bass guitar',
  'analog bass': 'synth bass',
  'sub bass': 'synth bass',
  'reese bass': 'synth bass',
  'FM bass': 'synth bass',
  'analog pad': 'synth pad',
  'breath pad': 'synth pad',
  'air pad': 'synth pad',
  supersaw: 'synth lead',
  'poly synth': 'synth',
  'lead synth': 'synth lead',
  'string section': 'strings',
  'double basses': 'strings',
  'solo strings': 'violin',
  'tanpura strings': 'sitar',
  'brass section': 'brass',
  trombones: 'trombone',
  horns: 'french horn',
  'chopped vowels': 'choir',
  riser: 'synth pad',
  'reversed cymbal': 'cymbals',
};

/** The instrument, as words name it, of a voice. */
export function instrumentOf(voice: string): string {
  return NAMES[voice] ?? (voice in VOICES ? voice : 'synth');
}

/** Kits by what was asked of the drums. */
export const KITS: Readonly<Record<'brushed' | 'electronic' | 'acoustic' | 'eighties', Kit>> = {
  brushed: kitBrushes,
  electronic: kit909,
  acoustic: kitAcoustic,
  eighties: kitEighties,
};

/** Who plays in each chair where nobody is named, by the kind of band; the first that nothing forbids. */
export const CHAIRS: Readonly<
  Record<'acoustic' | 'electric' | 'electronic' | 'orchestral', Partial<Record<Chair, readonly string[]>>>
> = {
  acoustic: {
    lead: ['violin', 'flute', 'nylon guitar', 'accordion', 'trumpet'],
    chords: ['acoustic guitar', 'piano', 'accordion', 'harp', 'strings'],
    pad: ['strings', 'choir', 'accordion', 'brass'],
    arp: ['harp', 'piano', 'nylon guitar', 'marimba'],
    bass: ['double bass', 'tuba', 'bass guitar', 'piano'],
  },
  electric: {
    lead: ['electric guitar', 'organ', 'electric piano', 'synth lead'],
    chords: ['electric guitar', 'electric piano', 'organ', 'synth', 'piano'],
    pad: ['organ', 'distorted guitar', 'synth pad', 'strings'],
    arp: ['electric piano', 'electric guitar', 'pluck synth', 'marimba'],
    bass: ['bass guitar', 'synth bass', 'double bass'],
  },
  electronic: {
    lead: ['synth lead', 'square lead', 'electric piano', 'bells', 'flute'],
    chords: ['synth', 'electric piano', 'organ', 'piano'],
    pad: ['synth pad', 'choir', 'strings'],
    arp: ['pluck synth', 'square lead', 'bells', 'marimba', 'harp'],
    bass: ['synth bass', 'bass guitar', 'double bass'],
  },
  orchestral: {
    lead: ['violin', 'flute', 'french horn', 'clarinet', 'piano'],
    chords: ['strings', 'harp', 'piano', 'brass'],
    pad: ['brass', 'strings', 'choir', 'woodwinds'],
    arp: ['harp', 'pizzicato', 'bells', 'piano', 'marimba'],
    bass: ['strings', 'double bass', 'tuba', 'piano'],
  },
};
