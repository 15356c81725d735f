import { expect, it } from 'vitest';
import { tidyLyrics } from './lyrics.ts';

it.each([
  ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['\n\nverse  \n\n\n\n  chorus\n\n', 'verse\n\n  chorus'],
  [
    '[ar: Ilse]\n[ti:Train]\n[00:12.40]Night [00:13]\n[00:14.00][01:02.10] train <00:15.2>home',
    'Night [00:13]\ntrain home',
  ],
  ['[Verse 1]\n夜の列車\u2028قطار الليل\u0000\u0007 🎶', '[Verse 1]\n夜の列車\nقطار الليل 🎶'],
  ['Cafe\u0301', 'Café'],
  [' \n\t\n[00:01.00]', null],
  ['', null],
])('%j becomes %j', (text, tidy) => {
  expect(tidyLyrics(text)).toBe(tidy);
});
