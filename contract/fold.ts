/** Letters that Unicode does not decompose but that people type without their stroke or ligature. */
const plain: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * At most thirty marks on each letter (Unicode's Stream-Safe Text Format, UAX 15), which no language exceeds: sorting
 * the marks of a text with more takes a time that grows with their square.
 */
export const streamSafe = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

/**
 * Normalizes text for searching and comparing: lower case, without accents, compatibility forms unified (NFKD),
 * runs of white space collapsed to one space.
 */
export function fold(text: string): string {
  return streamSafe(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[øłđðħıßæœþ]/g, (letter) => plain[letter]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a folded text, without punctuation and symbols. */
export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
