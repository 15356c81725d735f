import { VOICES, type VoiceName } from './voices.ts';

/** Who may sit in for an instrument that carries a tune: three of its family or its place in a band. */
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
