import { setImmediate } from 'node:timers/promises';
import { TRACK_NAME_MAX } from 'contract/features/publishing-constants.ts';
import { fold } from 'contract/text/fold.ts';
import type { Context } from '../../platform/context.ts';
import { selectByNames, selectLiveIds } from './queries.ts';

/** Reference to a track in a file from elsewhere: its id, or names it may have, the likeliest first. */
export interface TrackReference {
  track_id?: string | undefined;
  names: { title: string; display_artist: string }[];
}

/** Ids, and references by name, that are resolved in one query. */
const BATCH = 500;
const NAMED_BATCH = 100;

/** @returns the ids of the live tracks that are referred to, in the same order; undefined where there is none. */
export async function resolveReferences(
  c: Context,
  references: TrackReference[],
): Promise<(string | undefined)[]> {
  const now = c.clock();
  const ids = new Set<string>();
  for (const batch of batches(
    references.flatMap(({ track_id }) => track_id ?? []),
    BATCH,
  ))
    for (const id of await selectLiveIds(c.db, now, batch)) ids.add(id);

  const found = new Map<TrackReference, string>();
  for (const reference of references)
    if (reference.track_id !== undefined && ids.has(reference.track_id))
      found.set(reference, reference.track_id);
  for (const batch of batches(
    references.filter((reference) => !found.has(reference)),
    NAMED_BATCH,
  )) {
    for (const [reference, id] of await findByNames(c, now, batch)) found.set(reference, id);
    // Folding names takes time of its own: others get their turn in between.
    await setImmediate();
  }
  return references.map((reference) => found.get(reference));
}

/** @returns the track of each reference whose names are those of a live one. */
async function findByNames(
  c: Context,
  now: number,
  references: TrackReference[],
): Promise<[TrackReference, string][]> {
  const folded = references.map(({ names }) => names.filter(isPossible).map(searchText));
  const names = folded.flat();
  if (names.length === 0) return [];
  const idByName = new Map<string, string>();
  for (const { id, search_text } of await selectByNames(c.db, c.engine, now, names))
    if (!idByName.has(search_text)) idByName.set(search_text, id);
  return references.flatMap((reference, i) => {
    const id = folded[i]!.map((name) => idByName.get(name)).find((id) => id !== undefined);
    return id === undefined ? [] : [[reference, id]];
  });
}

const isPossible = ({ title, display_artist }: { title: string; display_artist: string }) =>
  title.length <= TRACK_NAME_MAX && display_artist.length <= TRACK_NAME_MAX;

function batches<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

/** A track's searchable text: its folded title and folded artist, one line each. */
export function searchText(track: { title: string; display_artist: string }): string {
  return `${fold(track.title)}\n${fold(track.display_artist)}`;
}
