import { expect, it } from 'vitest';
import { promptOf } from './for-generators.ts';
import { readWishes } from './reading/read.ts';

it('writes wishes as caption, tags, what to avoid, and numbers', () => {
  const text = 'slow and sad, 70 bpm in D minor, no drums or vocals, heavy guitars, two minutes, for Ilse';
  expect(promptOf(readWishes(text))).toEqual({
    caption: ['slow', 'sad', '70 bpm', 'in D minor', 'guitar, heavy', '2:00 long'],
    tags: ['slow', 'sad', 'heavy guitar'],
    negative: ['drums', 'vocals'],
    tempo: 70,
    key: 'D minor',
    seconds: 120,
    instrumental: true,
  });
});

it('leaves out what was taken back, and says nothing of what was not asked', () => {
  expect(promptOf(readWishes('fast slow song'))).toEqual({
    caption: ['fast'],
    tags: ['fast'],
    negative: [],
    tempo: undefined,
    key: undefined,
    seconds: undefined,
    instrumental: undefined,
  });
});
