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
  /** The rhythm section's pool of grooves; 'own' is the world's. */
  feel: Feel | 'own';
  /** 'own' keeps the world's keys and progressions. */
  mode: Mode | 'own';
  closeness: Closeness;
  /** Who carries the tune, the most typical first, where the genre wants others than the world. */
  leads?: readonly [VoiceName, VoiceName, VoiceName];
};
