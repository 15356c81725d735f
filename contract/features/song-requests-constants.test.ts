import { afterEach, expect, it, vi } from 'vitest';
import { characters } from './song-requests-constants.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('counts characters as a person sees them', () => {
  expect(characters('Café')).toBe(4);
  expect(characters('Cafe\u0301')).toBe(4);
  expect(characters('👩‍🚀')).toBe(1);
});

it('loads and counts in browsers without Intl.Segmenter', async () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  vi.resetModules();
  const older = await import('./song-requests-constants.ts');
  expect(older.characters('Café 🎺')).toBe(6);
});
