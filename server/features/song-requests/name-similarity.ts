/** Both search indexes find parts of this many characters or more. */
const PART = 3;

/** The words that the index can find, at most eight. */
export function wordsOf(folded: string): string[] {
  return [...new Set(folded.split(' '))].filter((word) => [...word].length >= PART).slice(0, 8);
}

/** Both halves of a word: one wrong letter leaves the other half intact. */
export function halvesOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 2 * PART) return [word];
  const middle = Math.floor(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

/**
 * Compares search texts with a name: similarity of the titles, and with less weight of the artists, 0 to 1. A partly
 * typed title counts as a prefix.
 */
export function similarityTo(wanted: { title: string; artist: string }): (search_text: string) => number {
  const titleLikeness = likenessTo(wanted.title);
  const artistLikeness = likenessTo(wanted.artist);
  return (search_text) => {
    const [title = '', artist = ''] = search_text.split('\n');
    const whole = titleLikeness(title);
    const part = title.startsWith(wanted.title) ? 0.8 : title.includes(wanted.title) ? 0.6 : 0;
    const sofar = Math.max(whole, part);
    return wanted.artist === '' ? sofar : 0.8 * sofar + 0.2 * artistLikeness(artist);
  };
}

/** The Sørensen–Dice coefficient of letter pairs, of this text and others. */
function likenessTo(text: string): (other: string) => number {
  const wanted = pairsOf(text);
  return (other) => {
    if (other === text) return 1;
    const found = pairsOf(other);
    let common = 0;
    for (const [pair, count] of found.counts) common += Math.min(count, wanted.counts.get(pair) ?? 0);
    return (2 * common) / Math.max(1, found.total + wanted.total);
  };
}

function pairsOf(text: string): { counts: Map<string, number>; total: number } {
  const letters = [...` ${text} `];
  const counts = new Map<string, number>();
  for (let i = 1; i < letters.length; i++) {
    const pair = letters[i - 1]! + letters[i]!;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, total: letters.length - 1 };
}
