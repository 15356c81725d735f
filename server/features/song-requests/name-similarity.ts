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

/** Similarity of the titles, and with less weight of the artists, 0 to 1. A partly typed title counts as a prefix. */
export function similarity(wanted: { title: string; artist: string }, search_text: string): number {
  const [title = '', artist = ''] = search_text.split('\n');
  const whole = dice(wanted.title, title);
  const part = title.startsWith(wanted.title) ? 0.8 : title.includes(wanted.title) ? 0.6 : 0;
  const sofar = Math.max(whole, part);
  return wanted.artist === '' ? sofar : 0.8 * sofar + 0.2 * dice(wanted.artist, artist);
}

/** The Sørensen–Dice coefficient of letter pairs. */
function dice(a: string, b: string): number {
  if (a === b) return 1;
  const [pairs, others] = [pairsOf(a), pairsOf(b)];
  let common = 0;
  for (const [pair, count] of pairs) common += Math.min(count, others.get(pair) ?? 0);
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, n) => total + n, 0);
  return (2 * common) / Math.max(1, sum(pairs) + sum(others));
}

function pairsOf(text: string): Map<string, number> {
  const letters = [...` ${text} `];
  const pairs = new Map<string, number>();
  for (let i = 1; i < letters.length; i++) {
    const pair = letters[i - 1]! + letters[i]!;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
