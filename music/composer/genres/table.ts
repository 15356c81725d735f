import { BEATS } from './beats.ts';
import { ROOTS } from './roots.ts';
import type { Genre, Row } from './row.ts';
import { SONGS } from './songs.ts';
import { WORLDWIDE } from './worldwide.ts';

/** Every genre by its stored value, 'parent' or 'parent:sub'. */
export const GENRES: ReadonlyMap<string, Genre> = new Map(
  [SONGS, BEATS, ROOTS, WORLDWIDE].flatMap((parents) =>
    Object.entries(parents).flatMap(([parent, rows]) =>
      Object.entries(rows).map(([sub, row]): [string, Genre] => [
        sub ? `${parent}:${sub}` : parent,
        read(row),
      ]),
    ),
  ),
);

function read([world, slow, fast, feel, mode, closeness, leads]: Row): Genre {
  const genre: Genre = { world, tempo: [slow, fast], feel, mode, closeness };
  return leads ? { ...genre, leads } : genre;
}
