import type { VoiceName } from '../sound/voices.ts';
import type { Feel } from '../writing/grooves.ts';
import type { Mode } from '../writing/progressions.ts';

/** How near the band comes to a genre: written for it, of its family, or a stand-in. */
export type Closeness = 'exact' | 'close' | 'distant';

/** How the band plays one genre. */
export type Genre = {
  world: string;
  /** Beats per minute, slowest to fastest. */
  tempo: readonly [number, number];
  /** The rhythm section's pool; 'own' keeps the world's written drums for the first take. */
  feel: Feel | 'own';
  /** 'own' keeps the world's keys and progressions. */
  mode: Mode | 'own';
  closeness: Closeness;
  /** Who carries the tune in takes A, B and C, where the genre wants others than the world. */
  leads?: readonly [VoiceName, VoiceName, VoiceName];
};

export type Row = readonly [
  world: string,
  slow: number,
  fast: number,
  feel: Feel | 'own',
  mode: Mode | 'own',
  closeness: Closeness,
  leads?: readonly [VoiceName, VoiceName, VoiceName],
];

export type Rows = Readonly<Record<string, Row>>;
