import { t } from '@lingui/core/macro';
import { type Genre, genreLabel, genreOf, genres } from 'contract/genres.ts';
import { fold, wordsOf } from 'contract/text/fold.ts';
import { mistakesBetween } from 'contract/text/mistakes.ts';

/** A row of the genre picker. */
export interface GenreRow {
  key: string;
  label: string;
  /** The genre that the row chooses; undefined for a parent, which opens and closes instead. */
  value?: string;
  /** Only for a parent. */
  slug?: string;
  expanded?: boolean;
  level: 1 | 2;
  /** The label of a search result's parent. */
  within?: string | undefined;
}

/** All parents, with the sub-genres of the open one. */
export function browseGenres(open: string | null): GenreRow[] {
  return genres.flatMap(({ slug, label, subs }): GenreRow[] => {
    const expanded = slug === open;
    const parent: GenreRow = { key: slug, slug, label, expanded, level: 1 };
    if (!expanded) return [parent];
    return [
      parent,
      { key: `any ${slug}`, label: t`Any ${label}`, value: slug, level: 2 },
      ...subs.map((sub): GenreRow => ({ key: sub.value, label: sub.label, value: sub.value, level: 2 })),
    ];
  });
}

/** The genres that match a search, those with it at the start of a word first; without any, what was probably meant. */
export function searchGenres(query: string): GenreRow[] {
  const needle = normalize(query);
  const rows = genres.flatMap((parent) => [
    rowOf(parent),
    ...parent.subs.map((sub) => rowOf(sub, parent.label)),
  ]);
  const rank = ({ label }: GenreRow) => {
    const text = normalize(label);
    if (text.startsWith(needle)) return 0;
    if (text.includes(` ${needle}`)) return 1;
    return text.includes(needle) ? 2 : 3;
  };
  const found = rows.filter((row) => rank(row) < 3).sort((a, b) => rank(a) - rank(b));
  return found.length > 0 ? found : misspelled(needle, rows);
}

/** The genres with a word for each typed one, the fewest mistakes first. */
function misspelled(needle: string, rows: GenreRow[]): GenreRow[] {
  const typed = needle.split(' ');
  const fewest = (label: string) =>
    typed.map((word) => {
      const all = normalize(label).split(' ');
      return Math.min(
        ...all.map((one) => (one.startsWith(word) ? 0 : (mistakesBetween(word, one) ?? Infinity))),
      );
    });
  return rows
    .map((row) => ({ row, mistakes: fewest(row.label).reduce((sum, one) => sum + one, 0) }))
    .filter(({ mistakes }) => mistakes < Infinity)
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ row }) => row);
}

const rowOf = ({ value, label }: Genre, within?: string): GenreRow => ({
  key: value,
  label,
  value,
  level: 1,
  within,
});

/** Removes case, accents and punctuation, so that "hip hop" finds "Hip-Hop". */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The index of the next row, starting at `from` and wrapping around, whose label starts with the letters; -1 if none. */
export function findByPrefix(rows: GenreRow[], letters: string, from: number): number {
  const needle = normalize(letters);
  for (let step = 0; step < rows.length; step++) {
    const index = (from + step) % rows.length;
    if (normalize(rows[index]!.label).startsWith(needle)) return index;
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

/** Words for a sound, and the genres where it is at home, the likeliest first. */
const sounds: [words: string, genres: string][] = [
  ['lo fi', 'hip-hop-rap:lo-fi-hip-hop house:lo-fi-house'],
  ['waltz', 'folk:chamber-folk classical-orchestral:romantic'],
  ['accordion', 'folk:chamber-folk world-traditional:polka'],
  ['lisbon', 'world-traditional:fado'],
  ['lullaby', 'other:children new-age-wellness:sleep'],
  ['string quartet', 'classical-orchestral:chamber-music'],
  ['orchestra', 'classical-orchestral:symphonic'],
  ['choir', 'opera-choral:choral'],
  ['saxophone', 'jazz:cool-jazz'],
  ['banjo', 'country-americana:bluegrass'],
  ['synthesizer', 'electronic-dance:synthwave'],
  ['rap', 'hip-hop-rap:boom-bap'],
  ['ballad', 'r-and-b-soul:soul-ballad'],
  ['ska', 'reggae-dub-ska:ska'],
  ['rave', 'techno:hard-techno'],
  ['chill', 'breaks-downtempo-ambient:chillout'],
];

/** The folded words of a text, so that ` words ` is in it only as whole words. */
const spaced = (text: string) => ` ${wordsOf(fold(text)).join(' ')} `;

/** Genres by the words that stand for them: their own names before words for a sound, longer names before shorter ones. */
const named = [
  ...genres
    .flatMap((parent) => [
      ...parent.subs,
      ...parent.label.split(' / ').map((label) => ({ ...parent, label })),
    ])
    .map(({ label, value }) => ({ words: spaced(label), values: [value] }))
    .sort((a, b) => b.words.length - a.words.length),
  ...sounds.map(([words, values]) => ({ words: spaced(words), values: values.split(' ') })),
];

/** At most two genres that the words of a text stand for. */
export function proposeGenres(text: string): Genre[] {
  const within = spaced(text);
  const values = named.filter(({ words }) => within.includes(words)).flatMap((one) => one.values);
  return [...new Set(values)].flatMap((value) => genreOf(value) ?? []).slice(0, 2);
}
