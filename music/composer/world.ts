import type { Random } from './random.ts';
import type { Ending, Hit, Mix, Note, Role, Sound } from './score.ts';
import type { Kit } from './sound/drums.ts';
import type { Insert } from './sound/inserts.ts';
import type { Voice } from './sound/voice.ts';
import type { VoiceName } from './sound/voices.ts';
import type { Feel } from './writing/grooves.ts';
import type { Section } from './writing/section.ts';

/** Writes a part's notes for one section, in beats from its start. */
export type PartPlan = {
  role: Role;
  /** Differences from its role's place in the mix (`ROLES` in compose.ts). */
  mix?: Partial<Mix>;
  inserts?: readonly Insert[];
} & ({ voice: () => Voice; play(section: Section): Note[] } | { kit: Kit; play(section: Section): Hit[] });

/**
 * A section of the form: name, bars, key into `chords`, energy 0..1, and the parts that play, each written
 * 'name', 'name:variant', 'name@3' (enters in its third bar) or 'name:variant@3-6'.
 */
export type FormSection = readonly [
  name: string,
  bars: number,
  chords: string,
  energy: number,
  parts: string,
  /** Name that a listener would use, where it is another. */
  label?: string,
];

export type World = {
  name: string;
  /** Parent and sub-genre slugs, 'jazz:jazz-trio'. */
  genre: string;
  /** Beats per minute, slowest to fastest. */
  tempo: readonly [number, number];
  keys: readonly string[];
  beatsPerBar: 3 | 4 | 5;
  swing?: { share: number; unit: 0.5 | 0.25 };
  /** Progressions in Roman numerals ('i9 | VImaj7 | ii9 V13'); one of several is drawn per song. 'end' is the ending's. */
  chords: Readonly<Record<string, string | readonly string[]>>;
  /** Plays AABA, then solos over the same bars. */
  standard?: boolean;
  /** Rhythms of the tunes (one or two bars), or tunes in degrees; each is made once per song. */
  themes: Readonly<Record<string, readonly string[]>>;
  form: readonly FormSection[];
  /** The rhythm section's pool of grooves. */
  feel: Feel;
  /** The drums wait outside unless a genre has a feel of its own. */
  drumless?: boolean;
  /** Voices that can carry the tune, the most typical first. */
  leads: readonly [VoiceName, VoiceName, VoiceName];
  /** Parts in writing order: a part may answer those above it. */
  parts: Readonly<Record<string, PartPlan>> | ((random: Random) => Readonly<Record<string, PartPlan>>);
  /** Cents off equal temperament of the twelve degrees above the tonic. */
  tuning?: readonly number[] | undefined;
  sound: Partial<Sound>;
  /** Slowing down before the last chord: over how many beats, by how much. Only for songs that end so. */
  ritard?: { beats: number; amount: number };
  /** 'ritard' unless it is said. */
  ending?: Ending;
  /** Semitones by which the last hook and what follows lie higher. */
  lift?: number;
  titles: readonly string[];
  artists: readonly string[];
};
