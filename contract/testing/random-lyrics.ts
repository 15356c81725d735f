import fc from 'fast-check';

/** Pieces of LRC files and of what breaks their readers: whole and torn times and facts, line ends, marks, controls. */
const pieces = fc.constantFrom(
  ...['[00:01]', '[00:02.5]', '[03:00]', '<00:01.20>', '[00:', '<00:', '01.00]', '01>', '[', ']', '<', '>'],
  ...[
    '[ar:x]',
    '[ti:',
    '[Chorus]',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\u2028',
    ' ',
    '\t',
    '\u00a0',
    '\0',
    '\u0001',
  ],
  ...['\ufeff', '\u0301', '\u0301'.repeat(40), 'e', 'Night', 'train', '夜', '🎵', '\ud800'],
);

/** Lyrics as nobody would write them. */
export const randomLyrics = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''));
