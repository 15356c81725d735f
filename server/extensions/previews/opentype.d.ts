/** Types for our use of opentype.js, which has none of its own. */
declare module 'opentype.js/dist/opentype.mjs' {
  /** A command of an SVG path with its numbers, as far as it has them. */
  export interface PathCommand {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    x?: number;
    y?: number;
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
  }
  export interface Glyph {
    /** In units of the font. */
    advanceWidth: number;
    /** The glyph at a size; `y` is the baseline, px. */
    getPath: (x: number, y: number, size: number) => { commands: PathCommand[] };
  }
  export interface Font {
    unitsPerEm: number;
    /** 0 for a character that the font lacks. */
    charToGlyphIndex: (character: string) => number;
    charToGlyph: (character: string) => Glyph;
    /** In units of the font. */
    getKerningValue: (left: Glyph, right: Glyph) => number;
  }
  /** Reads OpenType, TrueType and WOFF. */
  export function parse(file: ArrayBuffer): Font;
}
