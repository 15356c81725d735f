import { createRandom } from '../../random.ts';
import type { Section } from '../section.ts';
import { parseKey, readChords } from '../theory.ts';

/** A section of these chords in 4/4, as a part gets it. */
export function sectionOf(chords: string, { key = 'F major', bars = 8, seed = 1 } = {}): Section {
  const spans = readChords(chords, parseKey(key), bars, 4);
  return {
    name: 'solo',
    bars,
    beatsPerBar: 4,
    beats: 4 * bars,
    visit: 0,
    energy: 1,
    key: parseKey(key),
    chords: spans,
    next: spans[0]!.chord,
    variant: '',
    label: 'bridge',
    following: '',
    first: false,
    seed: 1,
    random: createRandom(seed),
    theme: () => ({ beats: 4, notes: [] }),
    heard: () => [],
    memory: new Map(),
  };
}
