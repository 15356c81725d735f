import { expect, it } from 'vitest';
import { VOTE_GOAL } from '../features/song-requests-constants.ts';
import { genres } from '../genres.ts';
import { piecesOf } from './faces.ts';

const id = '0193c1a4-0000-7000-8000-000000000001';

it('has a piece for each lamp, no two in one place', () => {
  const places = piecesOf(id, 'jazz').map(({ transform }) => transform);
  expect(places).toHaveLength(VOTE_GOAL);
  expect(new Set(places).size).toBe(VOTE_GOAL);
});

it('is the same for the same request and differs between requests', () => {
  expect(piecesOf(id, 'jazz')).toEqual(piecesOf(id, 'jazz'));
  const looks = new Set(
    Array.from({ length: 50 }, (_, n) => JSON.stringify(piecesOf(`${id.slice(0, -2)}${n}`, 'jazz'))),
  );
  expect(looks.size).toBeGreaterThan(35);
});

it('takes its colors from the genre’s family', () => {
  const hues = (genre: string) => piecesOf(id, genre).map(({ hue }) => hue);
  expect(hues('jazz:swing')).toEqual(hues('jazz'));
  for (const { value } of genres) expect(hues(value).every(Number.isFinite)).toBe(true);
  expect(hues('jazz')).not.toEqual(hues('techno'));
});
