import { randomUUID } from 'node:crypto';
import type { Chart } from 'contract/extensions/charts.ts';
import { CompiledQuery } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { serverPerTest } from '../../testing/hooks.ts';
import { insertRows } from '../../testing/rows.ts';
import { publishTrack } from '../../testing/server.ts';
import { updateCharts } from './charts.ts';
import { weekOf } from './ranking.ts';

const DAY = 86_400_000;

const s = serverPerTest();

const get = async (url: string) => {
  const answer = await s.app.inject({ url });
  return { status: answer.statusCode, body: answer.json() as Chart };
};
const places = async (url: string) =>
  (await get(url)).body.entries.map(({ position, track, plays }) => [position, track.title, plays]);

/** Counted listens of a track, each by another person, some days ago. */
async function listen(track_id: string, people: number, daysAgo = 1): Promise<void> {
  for (let i = 0; i < people; i++)
    await insertRows(s.c, 'play_event', {
      id: randomUUID(),
      track_id,
      user_id: null,
      listener: `person ${i}`,
      played_ms: 40_000,
      created_at: s.time.now - daysAgo * DAY - i,
    });
  await s.c.db
    .updateTable('track')
    .set((eb) => ({ plays: eb('plays', '+', people), popularity: eb('popularity', '+', people) }))
    .where('id', '=', track_id)
    .execute();
}

describe('charts', () => {
  it('rank tracks by counted listens of their time, and count them', async () => {
    const old = await publishTrack(s.c, { title: 'Old', genre: 'jazz:bebop' });
    const fresh = await publishTrack(s.c, { title: 'Fresh', genre: 'rock' });
    await publishTrack(s.c, { title: 'Unheard' });
    await listen(old, 4, 20);
    await listen(old, 1, 10);
    await listen(old, 1, 2);
    await listen(fresh, 3);
    await updateCharts(s.c);
    expect(await places('/chart/week')).toEqual([
      [1, 'Fresh', 3],
      [2, 'Old', 1],
    ]);
    expect(await places('/chart/month')).toEqual([
      [1, 'Old', 6],
      [2, 'Fresh', 3],
    ]);
    expect(await places('/chart/all')).toEqual([
      [1, 'Old', 6],
      [2, 'Fresh', 3],
    ]);
    // One person's listen is no rise.
    expect(await places('/chart/rising')).toEqual([[1, 'Fresh', 3]]);
    expect(await places('/chart/week?genre=jazz')).toEqual([[1, 'Old', 1]]);
    expect((await get('/chart/week?genre=jazz')).body).toMatchObject({
      genre: 'jazz',
      updated_at: s.time.now,
    });
  });

  it('count what was reported, once each', async () => {
    const id = await publishTrack(s.c, { title: 'Heard', duration_seconds: 40 });
    const report = (played_ms: number) =>
      s.app.inject({ method: 'POST', url: '/plays', payload: { track_id: id, played_ms } });
    await report(30_000);
    await report(30_000);
    await report(1000);
    await updateCharts(s.c);
    expect(await places('/chart/week')).toEqual([[1, 'Heard', 1]]);
  });

  it('keep history: places, changes and weeks follow from the chart of the week before', async () => {
    const a = await publishTrack(s.c, { title: 'A' });
    const b = await publishTrack(s.c, { title: 'B' });
    await listen(a, 3);
    await listen(b, 2);
    await updateCharts(s.c);
    s.time.now += 7 * DAY;
    await listen(a, 1);
    await listen(b, 4);
    // Twice: within a week a chart is replaced.
    await updateCharts(s.c);
    await updateCharts(s.c);
    const { entries } = (await get('/chart/week')).body;
    expect(entries).toMatchObject([
      { position: 1, previous: 2, weeks: 2 },
      { position: 2, previous: 1, weeks: 2 },
    ]);
    const rows = await s.c.db
      .selectFrom('chart_entry')
      .where('chart', '=', 'week')
      .where('genre', '=', '')
      .select(['week', 'position', 'track_id'])
      .orderBy('week')
      .orderBy('position')
      .execute();
    expect(rows.map(({ position, track_id }) => [position, track_id])).toEqual([
      [1, a],
      [2, b],
      [1, b],
      [2, a],
    ]);
    // A week without listens: no chart from long ago, and then it is back.
    s.time.now += 14 * DAY;
    await updateCharts(s.c);
    expect((await get('/chart/week')).body).toMatchObject({ entries: [], updated_at: null });
    await listen(a, 1);
    await updateCharts(s.c);
    expect(await places('/chart/week')).toEqual([[1, 'A', 1]]);
  });

  it('show the last week until the new one is computed, and never what nobody may hear', async () => {
    const a = await publishTrack(s.c, { title: 'A' });
    await listen(a, 3);
    await listen(await publishTrack(s.c, { title: 'Gone' }), 9);
    await updateCharts(s.c);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('title', '=', 'Gone').execute();
    expect(await places('/chart/week')).toEqual([[2, 'A', 3]]);
    // 2026-06-01 is a Monday.
    s.time.now += 7 * DAY;
    expect((await get('/chart/week')).body.entries).toHaveLength(1);
    s.time.now += DAY;
    expect((await get('/chart/week')).body.entries).toEqual([]);
    await updateCharts(s.c);
    expect((await get('/chart/all')).body.entries).toHaveLength(1);
  });

  it('have at most fifty places', async () => {
    for (let i = 0; i < 52; i++) await listen(await publishTrack(s.c), 1);
    await updateCharts(s.c);
    expect((await get('/chart/week')).body.entries).toHaveLength(50);
  });

  it('refuse what they do not know', async () => {
    for (const url of [
      '/chart/day',
      '/chart/week?genre=nothing',
      '/chart/week?genre=jazz:bebop',
      '/chart/%00',
    ])
      expect((await get(url)).status).toBe(400);
    expect((await get('/chart/rising')).body).toEqual({
      chart: 'rising',
      genre: null,
      updated_at: null,
      wish: null,
      entries: [],
    });
  });

  // Another engine has other plans.
  if (!process.env.TEST_DATABASE_URL)
    it('are read and computed from indexes alone, on SQLite', async () => {
      await listen(await publishTrack(s.c), 1);
      const execute = vi.spyOn(s.c.db.getExecutor(), 'executeQuery');
      await updateCharts(s.c);
      await get('/chart/week');
      const queries = new Map(execute.mock.calls.map(([query]) => [query.sql, query]));
      execute.mockRestore();
      const plans: string[] = [];
      for (const { sql, parameters } of [...queries.values()].filter(({ sql }) => /^select/.test(sql))) {
        const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await s.c.db.executeQuery<{ detail: string }>(explained);
        plans.push(...rows.map(({ detail }) => detail));
      }
      expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
      for (const index of [
        'track_by_popularity',
        'track_by_genre_parent_and_popularity',
        'track_by_plays',
        'track_by_genre_parent_and_plays',
        'play_event_by_track_and_age',
        'chart_entry_by_track',
      ])
        expect(plans.join('\n')).toContain(` ${index} `);
    });
});

it('weeks begin on Monday, UTC', () => {
  expect(weekOf(Date.UTC(2026, 10, 22, 23, 59))).toBe('2026-11-16');
  expect(weekOf(Date.UTC(2026, 10, 23))).toBe('2026-11-23');
  expect(weekOf(Date.UTC(2027, 0, 1))).toBe('2026-12-28');
});
