import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomLyrics } from '../testing/random-lyrics.ts';
import { backwardLine, tidyLyrics, tidyTimedLyrics, timedLines } from './lyrics.ts';

it.each([
  ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['\n\nverse  \n\n\n\n  chorus\n\n', 'verse\n\n  chorus'],
  [
    '[ar: Ilse]\n[ti:Train]\n[00:12.40]Night [00:13]\n[00:14.00][01:02.10] train <00:15.2>home',
    'Night [00:13]\ntrain home',
  ],
  ['[Verse 1]\n夜の列車\u2028قطار الليل\u0000\u0007 🎶', '[Verse 1]\n夜の列車\nقطار الليل 🎶'],
  ['Cafe\u0301', 'Café'],
  ['[00:<00:01>01.00]Night', 'Night'],
  ['[00:01][ti: Train]\nNight', 'Night'],
  ['Cafe\u0001\u0301', 'Café'],
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

it('gives timed lines in the order in which they are sung, with their parts and words', () => {
  const lyrics = `[Verse]
[00:01.50]Night train
(all aboard)
[00:04]<00:04.20>slow <00:05>home

[Chorus]
[00:08.00][00:20:50]Rain
[00:06.00]comes back
[00:10.00]
[59:00.00]after the end`;
  const summary = timedLines(lyrics, 60).map(({ at, part, text }) => [at, part, text]);
  expect(summary).toEqual([
    [1.5, 'Verse', 'Night train\n(all aboard)'],
    [4, undefined, 'slow home'],
    [6, undefined, 'comes back'],
    [8, 'Chorus', 'Rain'],
    [20.5, 'Chorus', 'Rain'],
  ]);
  expect(timedLines(lyrics)[1]!.words).toEqual([
    { at: 4.2, text: 'slow ' },
    { at: 5, text: 'home' },
  ]);
});

it('gives the words below times without words to these times', () => {
  expect(timedLines('[00:01]\nHello\nagain\n[00:03] \n[00:04][00:02]Night\ntrain')).toEqual([
    {
      at: 1,
      part: undefined,
      text: 'Hello\nagain',
      words: [
        { at: 1, text: 'Hello' },
        { at: 1, text: '\nagain' },
      ],
    },
    {
      at: 2,
      part: undefined,
      text: 'Night\ntrain',
      words: [
        { at: 2, text: 'Night' },
        { at: 2, text: '\ntrain' },
      ],
    },
    {
      at: 4,
      part: undefined,
      text: 'Night\ntrain',
      words: [
        { at: 4, text: 'Night' },
        { at: 4, text: '\ntrain' },
      ],
    },
  ]);
});

it('cleans any lyrics in one go, and reads any that are stored', () => {
  fc.assert(
    fc.property(randomLyrics, (text) => {
      const [plain, timed] = [tidyLyrics(text), tidyTimedLyrics(text)];
      expect(tidyLyrics(plain ?? '')).toBe(plain);
      expect(tidyTimedLyrics(timed ?? '')).toBe(timed);
      expect(tidyLyrics(timed ?? '')).toBe(plain);
      expect(plain ?? '').not.toMatch(/<\d+:\d\d>|^\[\d+:\d\d\]|\p{Cc}(?<!\n)(?<!\t)/mu);
      // Lyrics may have been stored before these rules.
      for (const stored of [text, timed ?? '']) {
        const lines = timedLines(stored, 100);
        for (const { at, text, words } of lines) {
          expect(text.trim()).not.toBe('');
          expect(words.map((one) => one.text).join('')).toBe(text);
          expect(words.every((one) => one.at >= at)).toBe(true);
        }
        expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort((a, b) => a - b));
        backwardLine(stored);
      }
    }),
    { numRuns: 2000 },
  );
});

it('gives no timed lines of plain lyrics, and reads hostile ones quickly', () => {
  expect(timedLines('[Chorus]\nRain')).toEqual([]);
  expect(timedLines('[00:01.00]\n[00:02.00]')).toEqual([]);
  expect(timedLines('[00:01.00]Rain\n'.repeat(1000))).toHaveLength(1000);
  for (const part of ['[00:01.00]', '<00:01.00>', '[', '<', ' ', '<00:', '01>'])
    for (const read of [timedLines, tidyLyrics, tidyTimedLyrics, backwardLine]) read(part.repeat(10_000));
  const nested = (depth: number) => `${'<00:'.repeat(depth)}${'01>'.repeat(depth)}`;
  expect(tidyLyrics(`${nested(3)}Night`)).toBe('Night');
  expect(tidyLyrics(tidyLyrics(nested(1400)) ?? '')).toBe(tidyLyrics(nested(1400)));
});
