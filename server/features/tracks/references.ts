import type { Context } from '../../context.ts';
import { selectByNames, selectLiveIds } from './queries.ts';
import { searchText } from './search-text.ts';

/** How a file from elsewhere refers to a track: by its id, or by names it may have, the likeliest first. */
export interface TrackReference {
  track_id?: string | undefined;
  names: { title: string; display_artist: string }[];
}

/** References resolved in one query. */
const BATCH = 500;

/** @returns the ids of the live tracks that are referred to, in the same order; undefined where there is none. */
export async function resolveReferences(
  c: Context,
  references: TrackReference[],
): Promise<(string | undefined)[]> {
  const now = c.clock();
  const ids = new Set<string>();
  for (const batch of batches(references.flatMap(({ track_id }) => track_id ?? [])))
    for (const id of await selectLiveIds(c.db, now, batch)) ids.add(id);

  const unknown = references.filter(({ track_id }) => track_id === undefined || !ids.has(track_id));
  const idByName = new Map<string, string>();
  for (const batch of batches(unknown.flatMap(({ names }) => names.map(searchText)))) {
    for (const { id, search_text } of await selectByNames(c.db, now, batch)) {
      if (!idByName.has(search_text)) idByName.set(search_text, id);
    }
  }
  return references.map(({ track_id, names }) => {
    if (track_id !== undefined && ids.has(track_id)) return track_id;
    return names.map((name) => idByName.get(searchText(name))).find((id) => id !== undefined);
  });
}

function batches<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) =>
    all.slice(i * BATCH, (i + 1) * BATCH),
  );
}
