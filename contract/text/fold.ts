/**
 * Letters that Unicode does not decompose but that people type without their stroke or ligature, and signs that they
 * type as others.
 */
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
  '&': ' and ',
  ...Object.fromEntries([...'‐‒–—―−'].map((dash) => [dash, '-'])),
  ...Object.fromEntries([...'‘’ʼ'].map((quote) => [quote, "'"])),
};
const UNUSUAL = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** Hiragana, which the katakana of the same sounds follow in the same order. */
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
const KATAKANA_OFFSET = 0x60;

/**
 * At most thirty marks on each letter (Unicode's Stream-Safe Text Format, UAX 15), which no language exceeds: sorting
 * the marks of a text with more takes a time that grows with their square.
 */
export const streamSafe = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

/**
 * Normalizes text for searching and comparing: lower case, without accents, compatibility forms unified (NFKD), `&` as
 * "and", hiragana as katakana, runs of white space collapsed to one space. Stored texts are folded, too: a change needs
 * a migration that folds them again.
 */
export function fold(text: string): string {
  return streamSafe(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(UNUSUAL, (sign) => plain[sign]!)
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_OFFSET))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a folded text, without punctuation and symbols. */
export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
