// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Person, publishTrack, signUp } from '../../../server/testing/server.ts';
import { session } from '../../lib/storage/session-token.ts';
import { connect, pageServer } from '../../testing/page.tsx';
import type { Wire } from '../../testing/wire.ts';
import type { Song } from '../song.ts';
import { backfillPlay, sendBackfilledPlays } from './backfilled-plays.ts';
import { playReports } from './listens.ts';

const s = pageServer();
const KEY = 'ovation.late-plays';
let wire: Wire;
let anna: Person;

beforeEach(async () => {
  s.time.now = Date.now();
  wire = connect(s);
  anna = await signUp(s, { tier: 'premium' });
  session.begin(anna.token);
});
afterEach(() => {
  wire.failing = undefined;
  session.end();
});

const publish = (title: string) =>
  publishTrack(s.c, { title, duration_seconds: 100, release_date: '2020-01-01T00:00:00.000Z' });
const waiting = (): { track_id: string; played_at: number }[] =>
  JSON.parse(localStorage.getItem(KEY) ?? '[]');
const counted = async () =>
  (await s.c.db.selectFrom('play_event').select(['track_id', 'created_at']).execute())
    .map(({ track_id, created_at }) => ({ track_id, played_at: Number(created_at) }))
    .sort((a, b) => a.played_at - b.played_at);

/** Hears a song while the server cannot be reached. */
async function hearOffline(id: string, expected: number): Promise<void> {
  wire.failing = /./;
  playReports().onStarted({ id } as Song);
  playReports().onListened({ id } as Song, 60_000);
  await vi.waitFor(() => expect(waiting()).toHaveLength(expected));
  wire.failing = undefined;
}

it('a play that was heard without a connection counts once, at its own time, when the connection is back', async () => {
  const id = await publish('One');
  await hearOffline(id, 1);
  const { played_at } = waiting()[0]!;
  s.time.now += 3_600_000;
  await Promise.all([sendBackfilledPlays(), sendBackfilledPlays()]);
  expect(await counted()).toEqual([{ track_id: id, played_at }]);
  expect(waiting()).toEqual([]);
});

it('plays wait while the server fails, and one that it refuses does not hold up the others', async () => {
  const [gone, id] = [await publish('Gone'), await publish('Here')];
  await hearOffline(gone, 1);
  await hearOffline(id, 2);
  await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', gone).execute();
  wire.failing = /./;
  await sendBackfilledPlays();
  expect(waiting()).toHaveLength(2);
  wire.failing = undefined;
  await sendBackfilledPlays();
  expect((await counted()).map(({ track_id }) => track_id)).toEqual([id]);
  expect(waiting()).toEqual([]);
});

it('at most 200 plays wait, none of visitors, and none after logging out', async () => {
  const id = await publish('One');
  const play = { track_id: id, played_ms: 60_000, played_at: s.time.now };
  localStorage.setItem(KEY, JSON.stringify(Array(200).fill(play)));
  await hearOffline(id, 200);
  session.end();
  expect(waiting()).toEqual([]);
  backfillPlay(id, 60_000);
  expect(waiting()).toEqual([]);
});

it.each(['{', '{"a":1}', '[null, 1, {"track_id": 1}]'])(
  'a damaged list (%s) is an empty one',
  async (stored) => {
    localStorage.setItem(KEY, stored);
    await sendBackfilledPlays();
    await hearOffline(await publish('One'), 1);
  },
);
