import { fold, wordsOf } from 'contract/text/fold.ts';

/** A name in which the words that matched a search are marked, unless that is all of it. */
export function Highlight({ text, matched }: { text: string; matched: readonly string[] }) {
  const words = wordsOf(fold(text));
  if (words.every((word) => matched.includes(word))) return text;
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, i) => {
    const length = i % 2 === 1 ? markedLetters(part, matched) : 0;
    if (length === 0) return part;
    return (
      <span key={`${i} ${part}`}>
        <mark>{part.slice(0, length)}</mark>
        {part.slice(length)}
      </span>
    );
  });
}

/** Number of characters that match at the start of a word; the whole word if the match is inside it. */
function markedLetters(word: string, matched: readonly string[]): number {
  const folded = fold(word);
  if (matched.includes(folded)) return word.length;
  const start = matched.filter((one) => folded.startsWith(one)).sort((a, b) => b.length - a.length)[0];
  if (start === undefined)
    return matched.some((one) => one.length > 2 && folded.includes(one)) ? word.length : 0;
  let length = 0;
  // A letter may fold to two, and an accent to none.
  while (length < word.length && fold(word.slice(0, length)).length < start.length) length++;
  return length;
}
