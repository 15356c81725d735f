/** Constants of comments, without zod, so that the page can import them without the schemas. */

/** The longest comment, in characters as a person counts them. */
export const COMMENT_MAX = 1000;

/** Comments of a page. */
export const COMMENTS_PAGE = 20;

/** Answers that come along with a comment; the others are fetched when somebody asks for them. */
export const ANSWERS_SHOWN = 5;

/** Comments of a conversation, and answers to a comment, that are counted; there may be more. */
export const COMMENTS_COUNTED = 1000;
export const ANSWERS_COUNTED = 100;

/** Time in which the words of a comment can be changed, ms. */
export const EDIT_MS = 600_000;

/** The mentions of one comment that count. */
export const MENTIONS_MAX = 10;

/** Usernames in a text, each after an @. */
const MENTION = /(?<![\w.@-])@([a-z0-9_.-]{2,29}[a-z0-9_])/gi;

/** The usernames that a text mentions, in lower case and each once; the first `MENTIONS_MAX` count. */
export const mentionsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase()))].slice(0, MENTIONS_MAX);

const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi;

/** A part of a comment as a page shows it. */
export interface Piece {
  kind: 'text' | 'mention' | 'link';
  text: string;
}

/** The pieces of a comment. @param hasLinks whether addresses are links. */
export function piecesOf(text: string, hasLinks: boolean): Piece[] {
  const found = [
    ...[...text.matchAll(MENTION)].map(({ 0: text, index }) => ({ kind: 'mention' as const, text, index })),
    ...(hasLinks ? [...text.matchAll(ADDRESS)] : []).map(({ 0: text, index }) => ({
      kind: 'link' as const,
      text,
      index,
    })),
  ].sort((a, b) => a.index - b.index);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, ...piece } of found) {
    // An address may contain what looks like a mention.
    if (index < at) continue;
    if (index > at) pieces.push({ kind: 'text', text: text.slice(at, index) });
    pieces.push(piece);
    at = index + piece.text.length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}
