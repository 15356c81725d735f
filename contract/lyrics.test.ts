import { expect, it } from 'vitest';
import { backwardLine, tidyLyrics, tidyTimedLyrics } from './lyrics.ts';

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

it.each([
  ['[ti:Train]\n[00:12.40]Night\r\n[00:14.00]<00:14.20>train', '[00:12.40]Night\n[00:14.00]<00:14.20>train'],
  ['[Chorus]\nNight', '[Chorus]\nNight'],
  ['[00:01.00]\n[00:02.00] ', null],
])('with its times, %j becomes %j', (text, tidy) => {
  expect(tidyTimedLyrics(text)).toBe(tidy);
});

it.each([
  ['[00:10.00]one\n[Chorus]\n[00:12:50]two\n[01:02]three', null],
  ['[00:10.00][00:50.00]one\n[00:20.00]two', null],
  ['[00:10.00]one\n[00:20.00]two\n[00:19.99]three', 3],
  ['no times', null],
])('of %j, the line whose time runs backwards is %j', (lyrics, line) => {
  expect(backwardLine(lyrics)).toBe(line);
});
