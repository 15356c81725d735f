import { permanent } from '../../lib/storage/storage.ts';
import { readStored } from '../../lib/storage/stored.ts';
import { createStore } from '../../lib/store.ts';

/** The song that was released while somebody watches, until its premiere is over here. */
export const nextPremiere = createStore<{ track_id: string } | null>(null);

const KEY = 'ovation.premieres';
/** As many premieres are remembered. */
const MOST = 100;

const seen = () => readStored<string[]>(permanent, KEY, 'array') ?? [];

/** True if the premiere of a track was seen on this device. */
export const hasSeen = (track_id: string): boolean => seen().includes(track_id);

export function noteSeen(track_id: string): void {
  if (!hasSeen(track_id)) permanent.set(KEY, JSON.stringify([track_id, ...seen()].slice(0, MOST)));
}
