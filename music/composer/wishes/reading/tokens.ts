/** A word or number of a description. */
export type Token = {
  /** In lower case; a misspelt word as it was meant. */
  word: string;
  /** As written. */
  text: string;
  /** Separator before it: nothing, a comma, or the end of a sentence. */
  gap: '' | ',' | '.';
  /** True if it stands alone between quotation marks: a name, or a word that is not to be guessed. */
  isQuoted: boolean;
};

/** Characters of a description that are read. */
export const READ = 2000;

const WORD =
  /\p{Extended_Pictographic}|\d+(?:[.,:/]\d+)?(?:\p{L}+)?[#♯♭]?|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*(?:[#♯♭](?:m(?!\p{L})|(?![\p{L}\p{N}])))?/gu;

/** Splits a description into words. Markup is left out; a hyphen within a word parts it in two. */
export function tokenize(text: string): Token[] {
  const plain = text.slice(0, READ).replace(/<[^<>]{0,200}>|&[a-z]{2,6};/gi, (tag) => ' '.repeat(tag.length));
  const tokens: Token[] = [];
  let end = 0;
  for (const match of plain.matchAll(WORD)) {
    const between = plain.slice(end, match.index);
    const gap =
      tokens.length === 0 || /[.;!?\n()[\]{}。！？、،…]|\s[–—-]\s|—/u.test(between)
        ? '.'
        : /[,:/"“”„«»|]/.test(between)
          ? ','
          : '';
    end = match.index + match[0].length;
    const isQuoted = /["“„«]$/.test(between) && /^["”“»]/.test(plain.slice(end, end + 1));
    const word = match[0].normalize('NFKC').toLowerCase().replaceAll('’', "'");
    tokens.push({ word, text: match[0], gap, isQuoted });
  }
  return tokens;
}
