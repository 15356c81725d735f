import type { SearchResults } from 'contract/extensions/search.ts';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack } from '../../testing/server.ts';
import { searches, songs } from './testing/relevance.ts';

const s = serverOfFile();
beforeAll(async () => {
  for (const [title, display_artist, popularity = 0] of songs)
    await publishTrack(s.c, { title, display_artist, popularity });
});

it('the table has at least 150 searches, each once', () => {
  const all = searches.flatMap(([, ofKind]) => ofKind.map(([q]) => q));
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all).size).toBe(all.length);
});

it.each(searches)('%s: the expected track comes first', async (_, ofKind) => {
  const found = [];
  for (const [q] of ofKind) {
    const { body } = await call(s, `GET /search?q=${encodeURIComponent(q)}`);
    found.push([q, (body as SearchResults).tracks[0]?.title]);
  }
  expect(found).toEqual(ofKind);
});
