import { describe, expect, it } from 'vitest';
import { serverPerTest } from '../../testing/hooks.ts';
import { plansOf } from '../../testing/rows.ts';
import { selectHeard, selectWishes } from '../song-requests/board/heard.ts';
import { selectPage, type TrackPage } from './list-queries.ts';

const s = serverPerTest();

const page: TrackPage = {
  sort: 'popular',
  genre: undefined,
  matches: undefined,
  limit: 20,
  after: undefined,
};
const lists: [string, Partial<TrackPage>, index: string][] = [
  ['most popular', {}, 'track_by_popularity'],
  ['newest', { sort: 'newest' }, 'track_by_age'],
  ['most popular of a genre', { genre: 'pop' }, 'track_by_genre_parent_and_popularity'],
  ['newest of a sub-genre', { genre: 'pop:k-pop', sort: 'newest' }, 'track_by_genre_and_age'],
];

describe('SQLite reads a page in the order of an index', () => {
  it('songs that were requested', async () => {
    for (const after of [undefined, [1, 'a'] as [number, string]]) {
      const plan = await plansOf(s.c.db, () => selectHeard(s.c.db, s.time.now, { after, limit: 20 }));
      expect(plan[0]).toContain('USING INDEX song_request_heard');
      expect(plan.join()).not.toContain('USE TEMP B-TREE');
    }
  });

  it('songs by the words of their requests', async () => {
    const plan = (await plansOf(s.c.db, () => selectWishes(s.c, [['rain']]))).join('\n');
    expect(plan).toContain('SEARCH wish_word');
    expect(plan).not.toMatch(/SCAN (wish_word|song_request|track)/);
  });

  it.each(lists)('%s', async (_, part, index) => {
    for (const after of [undefined, [2, 1, 1, 'a'] as TrackPage['after']]) {
      const plan = await plansOf(s.c.db, () =>
        selectPage(s.c.db, s.c.engine, s.time.now, { ...page, ...part, after }),
      );
      expect(plan[0]).toContain(`USING INDEX ${index} `);
      expect(plan.join()).not.toContain('USE TEMP B-TREE');
    }
  });
});
