import { createHash } from 'node:crypto';
import { fold } from '../../platform/text/fold.ts';

export interface SongName {
  title: string;
  artist: string;
}

/**
 * What two spellings of one song have in common: compatibility forms, case (of every script, with ß as ss and ς
 * as σ), runs of space and characters that cannot be seen make no difference. Accents do. A hash, since PostgreSQL
 * indexes no text of any length.
 */
export function nameKey({ title, artist }: SongName): string {
  return createHash('sha256')
    .update(`${unified(title)}\n${unified(artist)}`)
    .digest('base64url');
}

function unified(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
      // Up, then down: JavaScript has no case folding of its own, and this comes to the same.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** What the search for similar requests reads: folded title and artist, a line each. */
export function searchText({ title, artist }: SongName): string {
  return `${fold(title)}\n${fold(artist)}`;
}
