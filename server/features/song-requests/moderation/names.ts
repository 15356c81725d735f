import { createHash } from 'node:crypto';
import { fold } from 'contract/text/fold.ts';

export interface SongName {
  title: string;
  artist: string;
}

/**
 * The same key for every spelling of one song. Ignores compatibility forms, case (in every script, with ß as ss and
 * ς as σ), repeated spaces and invisible characters, but not accents. A hash, because PostgreSQL limits the length
 * of indexed text.
 */
export function nameKey({ title, artist }: SongName): string {
  return createHash('sha256')
    .update(`${normalized(title)}\n${normalized(artist)}`)
    .digest('base64url');
}

function normalized(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
      // JavaScript has no case folding; upper case, then lower case has the same effect.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** The text that the search for similar requests matches: folded title and artist, on one line each. */
export function searchText({ title, artist }: SongName): string {
  return `${fold(title)}\n${fold(artist)}`;
}
