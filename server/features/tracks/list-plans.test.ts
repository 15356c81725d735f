import { CompiledQuery, type PluginTransformQueryArgs } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { selectHeard } from '../song-requests/board/heard.ts';
import { selectPage, type TrackPage } from './list-queries.ts';

const s = serverPerTest();

/** SQLite's plan of the first query that a function runs; one line for each step. */
async function planOf(run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const transformQuery = ({ node, queryId }: PluginTransformQueryArgs) => {
    queries.push(s.c.db.getExecutor().compileQuery(node, queryId));
    return node;
  };
  await run(s.c.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result }));
  const [{ sql, parameters }] = queries as [CompiledQuery];
  const { rows } = await s.c.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail);
}

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
      const plan = await planOf((db) => selectHeard(db, s.time.now, { after, limit: 20 }));
      expect(plan[0]).toContain('USING INDEX song_request_heard');
      expect(plan.join()).not.toContain('USE TEMP B-TREE');
    }
  });

  it.each(lists)('%s', async (_, part, index) => {
    for (const after of [undefined, [2, 1, 1, 'a'] as TrackPage['after']]) {
      const plan = await planOf((db) => selectPage(db, s.c.engine, s.time.now, { ...page, ...part, after }));
      expect(plan[0]).toContain(`USING INDEX ${index} `);
      expect(plan.join()).not.toContain('USE TEMP B-TREE');
    }
  });
});
