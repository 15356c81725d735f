import { languageCodes } from 'contract/languages.ts';
import { expect, it, vi } from 'vitest';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatTimeAgo,
  formatTotalDuration,
} from './format.ts';

it.each([
  [0, '0:00'],
  [5, '0:05'],
  [59.4, '0:59'],
  [59.99, '1:00'],
  [60, '1:00'],
  [125, '2:05'],
  [3599, '59:59'],
  [3600, '60:00'],
  [-3, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('%s s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
it.each([
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [-5 * MINUTE, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [23.9 * 60 * MINUTE, '23 hours ago'],
  [DAY, 'yesterday'],
  [3.5 * DAY, '3 days ago'],
  [31 * DAY, 'last month'],
  [200 * DAY, '6 months ago'],
  [366 * DAY, 'last year'],
  [800 * DAY, '2 years ago'],
])('%s ms ago is "%s"', (passed, text) => expect(formatTimeAgo(1e12 - passed, 1e12)).toBe(text));

it.each([
  [40, '40 s'],
  [48 * 60, '48 min'],
  [72 * 60, '1 h 12 min'],
  [2 * 3600 - 10, '2 h 0 min'],
])('%s s in words is %s', (seconds, text) => expect(formatTotalDuration(seconds)).toBe(text));

it('formats counts, and dates of pages that the server draws', () => {
  expect(formatCount(12_345)).toBe('12,345');
  const time = Date.UTC(2026, 10, 22, 18, 30);
  expect(formatDate(time)).toBe('November 22, 2026');
  expect(formatDateTime(time)).toMatch(/^November 22, 2026 at 6:30\sPM$/);
});

it.each([
  ['en-US', /^November 22, 2026 at 6:30\sPM$/],
  ['en-GB', /^22 November 2026 at 18:30$/],
  ['de', /^22 November 2026 at 18:30$/],
  ['no_language@posix', /^November 22, 2026 at 6:30\sPM$/],
])('the page writes dates as the region of %s does, in its zone', async (language, text) => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { language });
  vi.resetModules();
  const format = await import('./format.ts');
  expect(format.formatDateTime(new Date(2026, 10, 22, 18, 30).getTime())).toMatch(text);
  vi.unstubAllGlobals();
});

it.each([...languageCodes.map((code) => [code, 'en-US']), ['ar', 'ar-EG']])(
  'writes dates in %s for a reader of %s',
  async (code, reader) => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { language: reader });
    vi.resetModules();
    (await import('./i18n.ts')).setLanguage(code!, {});
    const format = await import('./format.ts');
    expect(format.formatDate(new Date(2026, 10, 22).getTime())).toContain('2026');
    vi.unstubAllGlobals();
  },
);
