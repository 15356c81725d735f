import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

describe('folding', () => {
  it.each([
    ['Café del Mar', 'cafe del mar', 'accents'],
    ['Cafe\u0301', 'cafe', 'combining accents'],
    ['MÖTLEY CRÜE', 'motley crue', 'capitals'],
    ['Øresund Łódź Đà Nẵng', 'oresund lodz da nang', 'strokes'],
    ['ŒUVRE Æther', 'oeuvre aether', 'ligatures'],
    ['Straße', 'strasse', 'sharp s'],
    ['STRASSE ẞ', 'strasse ss', 'capital sharp s'],
    ['İstanbul ILIK ılık', 'istanbul ilik ilik', 'both Turkish i'],
    ['ﬁlm', 'film', 'compatibility forms'],
    ['Ｆｕｌｌ', 'full', 'full width'],
    ['x²', 'x2', 'superscripts'],
    ['  a \t\n  b ', 'a b', 'white space'],
    ['a\u00a0b', 'a b', 'non-breaking space'],
    ['ΟΔΟΣ', 'οδος', 'Greek'],
    ['Ёлка', 'елка', 'Cyrillic'],
    ['Salt&Pepper ＆ Vinegar', 'salt and pepper and vinegar', 'ampersands'],
    ['さくら サクラ ｻｸﾗ', 'サクラ サクラ サクラ', 'hiragana'],
    ['A – B — C', 'a - b - c', 'dashes'],
    ['Don’t', "don't", 'apostrophes'],
    ['', '', 'nothing'],
    ['\u0301', '', 'a lone mark'],
    ['100% _x_', '100% _x_', 'symbols stay'],
    ['🎵 Song', '🎵 song', 'emoji stay'],
  ])('%j becomes %j (%s)', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is idempotent and leaves neither marks nor repeated spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(folded).not.toMatch(/\p{M}|\s\s|^\s|\s$|\n/u);
      }),
    );
  });

  it('is the same for every Unicode normalization form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    );
  });
});
