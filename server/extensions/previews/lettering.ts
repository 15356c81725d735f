import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LanguageCode } from 'contract/languages.ts';
import type { Message } from 'contract/text/messages.ts';
import { type Font, type Glyph, type PathCommand, parse } from 'opentype.js/dist/opentype.mjs';
import { say } from '../../platform/text/say.ts';

/**
 * Text as outlines of our own fonts, because the system's fonts differ from server to server. Sizes and positions are
 * in px.
 */
interface Lettering {
  /** The text without signs that the font lacks; undefined if it lacks a letter. */
  writable: (text: string) => string | undefined;
  widthOf: (text: string, size: number) => number;
  /** SVG path data; `y` is the baseline. */
  outline: (text: string, x: number, y: number, size: number) => string;
}

const packages = createRequire(import.meta.url);

/**
 * Loads fonts when they are first used. A word is set in the first font that has all of its letters.
 * @param fonts each as its files within the packages, of which every one has some of its characters.
 */
export function openLettering(...fonts: string[][]): () => Lettering {
  let lettering: Lettering | undefined;
  return () => (lettering ??= letteringOf(fonts.map((files) => files.map(readFont))));
}

const readFont = (file: string) => parse(new Uint8Array(readFileSync(packages.resolve(file))).buffer);

function letteringOf(families: Font[][]): Lettering {
  const all = families.flat();
  const fontOf = (character: string, fonts = all) =>
    fonts.find((font) => font.charToGlyphIndex(character) > 0);
  const familyFor = (characters: string[]) =>
    families.find((fonts) => characters.every((character) => fontOf(character, fonts))) ?? all;

  /** Places the glyphs one after another, with their kerning. The font's further features are not needed. */
  function place(text: string, size: number, draw: (glyph: Glyph, x: number) => void): number {
    let x = 0;
    let last: { font: Font; glyph: Glyph } | undefined;
    for (const word of text.split(/(?<= )/)) {
      const characters = [...word];
      const family = familyFor(characters);
      for (const character of characters) {
        const font = fontOf(character, family);
        if (!font) continue;
        const scale = size / font.unitsPerEm;
        const glyph = font.charToGlyph(character);
        if (last?.font === font) x += font.getKerningValue(last.glyph, glyph) * scale;
        draw(glyph, x);
        x += glyph.advanceWidth * scale;
        last = { font, glyph };
      }
    }
    return x;
  }

  return {
    widthOf: (text, size) => place(text, size, () => {}),
    outline(text, x, y, size) {
      let path = '';
      place(text, size, (glyph, at) => {
        path += glyph
          .getPath(x + at, y, size)
          .commands.map(toPathData)
          .join('');
      });
      return path;
    },
    writable(text) {
      const characters = [...text.normalize('NFC')];
      if (characters.some((one) => !fontOf(one) && /[\p{L}\p{N}]/u.test(one))) return undefined;
      return (
        characters
          .filter((one) => fontOf(one))
          .join('')
          .replace(/\s+/g, ' ')
          .trim() || undefined
      );
    },
  };
}

/** The library's own writer makes NaN of coordinates next to 0. */
const toPathData = ({ type, x1, y1, x2, y2, x, y }: PathCommand) =>
  type +
  [x1, y1, x2, y2, x, y]
    .filter((number) => number !== undefined)
    .map((number) => number.toFixed(1))
    .join(' ');

const fontFiles = (font: string, weight: number, sets: string[]) =>
  sets.map((set) => `@fontsource/${font}/files/${font}-${set}-${weight}-normal.woff`);

const LATIN = ['latin', 'latin-ext'];
/** Manrope stands in for words in scripts that our fonts lack. */
const MORE = [...LATIN, 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'];

export const headings = openLettering(
  fontFiles('bricolage-grotesque', 700, [...LATIN, 'vietnamese']),
  fontFiles('manrope', 700, MORE),
);
export const text = openLettering(fontFiles('instrument-sans', 500, LATIN), fontFiles('manrope', 500, MORE));

/** Says a message in a language; in English if the fonts cannot write that language, such as Japanese and Arabic. */
export function sayIn({ writable }: Lettering, language: LanguageCode, text: string | Message): string {
  const said = say(language, text);
  return writable(said) ? said : say('en', text);
}

/** The site's name, and words beside it; a name that the fonts cannot write is left out. */
export function signature(name: string, words: string, x: number, baseline: number): string {
  const own = headings().writable(name) ?? '';
  const after = own ? headings().widthOf(own, 30) + 16 : 0;
  return `<path d="${headings().outline(own, x, baseline, 30)}" fill="#f5f1ec"/>
    <path d="${text().outline(words, x + after, baseline - 1, 22)}" fill="#b9aca1"/>`;
}

interface Box {
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
