import { drive } from '../sound/drive.ts';
import { type Kit, kit909, kitAcoustic, kitBrushes, kitEighties } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import * as band from '../sound/instruments.ts';
import type { Voice } from '../sound/voice.ts';
import { VOICES as RECORDED, type VoiceName } from '../sound/voices.ts';
import { type Chair, INSTRUMENTS } from './instruments.ts';
import { meaningOf } from './reading/lexicon.ts';

type Maker = () => Voice;
const as =
  (name: string, make: Maker): Maker =>
  () => ({ ...make(), name });
const basses = as('double basses', () =>
  band.with_(band.stringSection({ attack: 0.1 }), eq('lowpass', 1200)),
);
const fuzz = () => band.overdrivenGuitar({ gain: 9, tone: 4000 });
const low = (name: string) => as(name, () => band.with_(band.brassSection(), eq('lowpass', 2400)));

type Makers = { any: Maker } & Partial<Record<Chair, Maker>>;

/** Voices of instruments that have none of their name, or others in some chairs. */
const VOICES: Readonly<Record<string, Makers>> = {
  strings: {
    any: band.stringSection,
    chords: () => band.stringSection({ attack: 0.045 }),
    arp: band.pizzicato,
    lead: RECORDED.violin.make,
    bass: basses,
  },
  orchestra: {
    any: band.stringSection,
    chords: () => band.stringSection({ attack: 0.045 }),
    pad: band.brassSection,
    arp: band.harp,
    lead: RECORDED.violin.make,
    bass: basses,
  },
  violin: { any: RECORDED.violin.make, chords: band.stringSection, pad: band.stringSection },
  cello: {
    any: as('cello', () => band.with_(band.soloString(), eq('peak', 240, 0.8, 3), eq('lowpass', 5200))),
  },
  'double bass': { any: band.uprightBass },
  keys: { any: band.grandPiano, pad: RECORDED.organ.make },
  piano: { any: band.grandPiano },
  guitar: { any: band.cleanGuitar, lead: RECORDED['electric guitar'].make },
  'acoustic guitar': { any: band.steelGuitar },
  'electric guitar': { any: band.cleanGuitar, lead: RECORDED['electric guitar'].make },
  'distorted guitar': { any: fuzz },
  'steel guitar': { any: as('pedal steel', band.steelGuitar) },
  bass: { any: band.fingerBass },
  'bass guitar': { any: band.fingerBass },
  'synth bass': { any: () => band.with_(band.subBass(), drive({ amount: 2 })) },
  brass: { any: band.brassSection, lead: RECORDED.brass.make, bass: low('tuba') },
  trumpet: { any: RECORDED.trumpet.make, pad: band.brassSection, chords: band.brassSection },
  woodwinds: { any: band.clarinet, lead: band.flute },
  bagpipes: { any: RECORDED.bagpipe.make },
  handpan: { any: RECORDED.steelpan.make },
  theremin: { any: RECORDED['synth lead'].make },
  synth: {
    any: band.polySynth,
    lead: RECORDED['synth lead'].make,
    pad: band.analogPad,
    arp: RECORDED['pluck synth'].make,
    bass: band.analogBass,
  },
  'synth pad': { any: band.analogPad },
  choir: { any: () => band.choir('ah') },
};

/** Voices of an instrument that words can name: everywhere, or others in some chairs. Drums have kits instead. */
export const makersOf = (instrument: string): Makers =>
  VOICES[instrument] ?? { any: RECORDED[instrument as VoiceName].make };

/** Octaves by which instruments play below or above the part that they take over. */
export const OCTAVES: Readonly<Record<string, Partial<Record<Chair, number>>>> = {
  cello: { lead: -1, arp: -1 },
  trombone: { lead: -1 },
  'french horn': { lead: -1 },
  'distorted guitar': { pad: -1, chords: -1 },
  choir: { lead: -1 },
};

/** Names of instruments in wishes, by the voice's name; how the voice is made does not matter here. */
const NAMES: Readonly<Record<string, string>> = {
  'FM piano': 'electric piano',
  'twelve-string guitar': 'acoustic guitar',
  'jazz guitar': 'electric guitar',
  'fretless bass': 'bass guitar',
  'tremolo strings': 'strings',
  'choir oohs': 'choir',
  shenai: 'oboe',
  'steel guitar': 'acoustic guitar',
  'muted guitar': 'electric guitar',
  'pick bass': 'bass guitar',
  'analog bass': 'synth bass',
  'FM bass': 'synth bass',
  'analog pad': 'synth pad',
  'breath pad': 'synth pad',
  'air pad': 'synth pad',
  'poly synth': 'synth',
  'double basses': 'strings',
  'solo strings': 'violin',
  'tanpura strings': 'sitar',
  horns: 'french horn',
  'chopped vowels': 'choir',
  riser: 'synth pad',
  'reversed cymbal': 'cymbals',
};

/** The instrument, as words name it, of a voice. */
export function instrumentOf(voice: string): string {
  if (NAMES[voice] || INSTRUMENTS.has(voice)) return NAMES[voice] ?? voice;
  const entry = meaningOf(voice.toLowerCase())?.entry;
  return entry?.is === 'instrument' ? entry.name : 'synth';
}

/** Kits by what was asked of the drums. */
export const KITS: Readonly<Record<'brushed' | 'electronic' | 'acoustic' | 'eighties', Kit>> = {
  brushed: kitBrushes,
  electronic: kit909,
  acoustic: kitAcoustic,
  eighties: kitEighties,
};

/** Instruments of each chair where none is named, by the kind of band; the first that nothing forbids. */
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
