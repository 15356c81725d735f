import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { listSimilar } from './similar.ts';

let s: TestServer;
beforeAll(async () => {
  s = await testServer();
});
afterAll(() => s.close());

describe('what resembles a track, on SQLite', () => {
  it('reads only rows of indexes, in their order', async () => {
    const id = await publishTrack(s.c, { genre: 'jazz:bebop', bpm: 120 });
    const person = await signUp(s);
    const payload = { track_id: id };
    await s.app.inject({ method: 'POST', url: '/saved_track', headers: person.headers, payload });

    const execute = vi.spyOn(s.c.db.getExecutor(), 'executeQuery');
    await listSimilar(s.c, id, 8, '');
    const queries = execute.mock.calls.map(([query]) => query);
    execute.mockRestore();
    const plans: string[] = [];
    for (const { sql, parameters } of queries) {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await s.c.db.executeQuery<{ detail: string }>(explained);
      plans.push(...rows.map(({ detail }) => detail));
    }
    const searched = plans.filter(
      (step) => /^(SCAN|SEARCH) /.test(step) && !/\(subquery|SCAN (track|saved)$/.test(step),
    );
    expect(plans.join('\n')).not.toContain('TEMP B-TREE');
    expect(searched.filter((step) => !/USING (COVERING )?INDEX/.test(step))).toEqual([]);
    for (const index of [
      'track_by_genre_and_popularity',
      'track_by_genre_parent_and_popularity',
      'track_by_genre_parent_and_tempo',
      'saved_track_by_track',
      'saved_track_by_user',
    ])
      expect(searched.join()).toContain(` ${index} `);
  });
});
