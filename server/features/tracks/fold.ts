/** Letters that Unicode does not take apart, but that people type without their stroke or ligature. */
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
 * Text as the search compares it: no case, no accents, compatibility forms unified (NFKD), runs of white
 * space as one space.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[øłđðħıßæœþ]/g, (letter) => plain[letter]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A track's searchable text: folded title and folded artist, a line each. */
export function searchText(track: { title: string; display_artist: string }): string {
  return `${fold(track.title)}\n${fold(track.display_artist)}`;
}
