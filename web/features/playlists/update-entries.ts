import type { QueryClient } from '@tanstack/react-query';
import type { PlaylistEntry } from 'contract/playlist-tracks.ts';
import { playlistQuery } from './queries.ts';

/**
 * Changes the cached entries optimistically.
 * @returns the entries before the change, to put back those that the server keeps.
 */
export async function updateEntries(
  client: QueryClient,
  id: string,
  update: (entries: PlaylistEntry[]) => PlaylistEntry[],
): Promise<PlaylistEntry[]> {
  const { queryKey } = playlistQuery(id);
  // A refetch that started earlier would overwrite the change.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey)?.entries ?? [];
  client.setQueryData(queryKey, (page) => page && { ...page, entries: update(page.entries) });
  return before;
}

/** Sorts the entries by a list of ids; entries that are not in it go to the end. */
export function sortByIds(entries: PlaylistEntry[], ids: string[]): PlaylistEntry[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: PlaylistEntry) => places.get(id) ?? ids.length;
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b));
}
