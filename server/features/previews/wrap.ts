import type { Lettering } from './lettering.ts';

export interface Box {
  size: number;
  width: number;
  lines: number;
}

/** Breaks a text into lines that fit, and shortens the last one if there is more. */
export function wrap({ widthOf }: Lettering, text: string, { size, width, lines }: Box): string[] {
  const wrapped: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${wrapped.at(-1)} ${word}`;
    if (wrapped.length > 0 && widthOf(longer, size) <= width) wrapped[wrapped.length - 1] = longer;
    else wrapped.push(word);
  }
  return wrapped
    .slice(0, lines)
    .map((line, i) =>
      widthOf(line, size) > width || (i === lines - 1 && wrapped.length > lines) ? shorten(line) : line,
    );

  function shorten(line: string): string {
    const letters = [...line];
    const shortened = () => `${letters.join('').trimEnd()}…`;
    while (letters.length > 1 && widthOf(shortened(), size) > width) letters.pop();
    return shortened();
  }
}
