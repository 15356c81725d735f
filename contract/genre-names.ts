import { genreOf, genres, isGenre } from './genres.ts';
import { fold } from './text/fold.ts';

/** One of our genres, by its stored value or its name in any spelling. */
export function knownGenre(name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  if (isGenre(name)) return genreOf(name)!.value;
  return byName.get(plain(name));
}

const plain = (name: string) =>
  fold(name)
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
/** Parents last, because some of their names are those of a sub-genre too. */
const byName = new Map(
  [...genres.flatMap(({ subs }) => subs), ...genres].map(({ label, value }) => [plain(label), value]),
);
