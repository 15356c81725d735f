import { expect, it } from 'vitest';
import { EMPTY_FIELDS, formatLocalTime, parseDuration, parseLocalTime, toInput, validate } from './fields.ts';

it.each([
  ['0:05', 5],
  ['3:42', 222],
  [' 03:42 ', 222],
  ['61:00', 3660],
  ['342', null],
  ['3:4', null],
  ['3:60', null],
  ['3:042', null],
  ['-3:42', null],
  ['1:02:03', null],
  ['', null],
])('%j is %j seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

it('shows the texts of §5 for an empty form', () => {
  expect(validate(EMPTY_FIELDS)).toEqual({
    title: 'Title is required',
    display_artist: 'Artist is required',
    duration_seconds: 'Duration must be in MM:SS format',
    genre: 'Genre is required',
  });
});

const whole = { ...EMPTY_FIELDS, title: ' A ', display_artist: 'B', duration_seconds: '1:05', genre: 'pop' };

it('submits entered values, and null for empty ones', () => {
  expect(validate(whole)).toEqual({});
  expect(toInput({ ...whole, seed: '-7', bpm: '92.5', provider: ' ' })).toEqual({
    title: 'A',
    display_artist: 'B',
    duration_seconds: 65,
    genre: 'pop',
    bpm: 92.5,
    musical_key: null,
    provider: null,
    prompt_text: null,
    seed: -7,
    rights_status: null,
    lyrics: null,
  });
});

it.each([
  ['bpm', '0'],
  ['bpm', 'fast'],
  ['bpm', '1001'],
  ['seed', '1.5'],
  ['seed', '99999999999999999'],
] as const)('refuses a %s of %j', (field, text) =>
  expect(Object.keys(validate({ ...whole, [field]: text }))).toEqual([field]),
);

it('requires a release date in the future for new tracks, and keeps its minute', () => {
  const now = Date.UTC(2026, 5, 1, 12, 30);
  expect(parseLocalTime(formatLocalTime(now))).toBe(now);
  const dated = { ...whole, release_date: formatLocalTime(now) };
  expect(validate(dated)).toEqual({});
  expect(Object.keys(validate(dated, now))).toEqual(['release_date']);
  expect(validate(dated, now - 1)).toEqual({});
});
