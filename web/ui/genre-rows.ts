import { type Genre, genreLabel, genres } from 'contract/genres.ts';

/** A line of the genre picker. */
export interface GenreRow {
  key: string;
  label: string;
  /** What choosing it sets; undefined for a parent, which opens and closes instead. */
  value?: string;
  /** Of a parent. */
  slug?: string;
  expanded?: boolean;
  level: 1 | 2;
  /** Of something found: the parent that it belongs to. */
  within?: string | undefined;
}

/** All parents, and below the open one its sub-genres. */
export function browsed(open: string | null): GenreRow[] {
  return genres.flatMap(({ slug, label, subs }): GenreRow[] => {
    const expanded = slug === open;
    const parent: GenreRow = { key: slug, slug, label, expanded, level: 1 };
    if (!expanded) return [parent];
    return [
      parent,
      { key: `any ${slug}`, label: `Any ${label}`, value: slug, level: 2 },
      ...subs.map((sub): GenreRow => ({ key: sub.value, label: sub.label, value: sub.value, level: 2 })),
    ];
  });
}

/** What a search finds, beginnings of words before what lies inside them. */
export function found(query: string): GenreRow[] {
  const wanted = folded(query);
  const rows = genres.flatMap((parent) => [
    rowOf(parent),
    ...parent.subs.map((sub) => rowOf(sub, parent.label)),
  ]);
  const rank = ({ label }: GenreRow) => {
    const text = folded(label);
    if (text.startsWith(wanted)) return 0;
    if (text.includes(` ${wanted}`)) return 1;
    return text.includes(wanted) ? 2 : 3;
  };
  return rows.filter((row) => rank(row) < 3).sort((a, b) => rank(a) - rank(b));
}

const rowOf = ({ value, label }: Genre, within?: string): GenreRow => ({
  key: value,
  label,
  value,
  level: 1,
  within,
});

/** Without case, accents and signs: "Hip-Hop" is found by "hip hop". */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Which row typed letters lead to, looking on from `from`; -1 for none. */
export function typedAhead(rows: GenreRow[], letters: string, from: number): number {
  const wanted = folded(letters);
  for (let step = 0; step < rows.length; step++) {
    const index = (from + step) % rows.length;
    if (folded(rows[index]!.label).startsWith(wanted)) return index;
  }
  return -1;
}

/** A stored genre with its parent's name: "Synthwave (Electronic / Dance)". */
export function genreWithParent(value: string): string {
  const [slug] = value.split(':', 1);
  const parent = genres.find((genre) => genre.slug === slug);
  const label = genreLabel(value);
  return parent && parent.value !== value ? `${label} (${parent.label})` : label;
}
