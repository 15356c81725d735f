import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REQUEST_COST, VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../cli/credits.ts';
import { grant } from '../../features/credits/credits.ts';
import { folderOfFile } from '../../testing/folders.ts';
import { type RealServer, realServer } from '../../testing/real-server.ts';
import { findRows, updateRows } from '../../testing/rows.ts';

// Every kill is followed by a start, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let s: RealServer;
const submissions = path.join(folderOfFile(), 'submissions');
let admin_id: string;
const CREDITS = 20_000;
/** Cost of a request and its goal. */
const SONG_COST = REQUEST_COST + VOTE_GOAL * VOTE_COST;
beforeAll(async () => {
  s = await realServer({ TEST_SUBMISSIONS: submissions, STUDIO: 'auto', STUDIO_TAKES: '2' });
  const { db, engine } = s.database;
  const admin = db.selectFrom('account_status').where('plan_tier', '=', 'admin').select('user_id');
  admin_id = (await admin.executeTakeFirstOrThrow()).user_id;
  const given = {
    user_id: admin_id,
    kind: 'grant' as const,
    amount: CREDITS,
    subject: null,
    now: Date.now(),
  };
  await db.transaction().execute((tx) => grant(tx, engine, { ...given, key: 'crash', reference: 'crash' }));
});
afterAll(() => s.close());

const post = async (address: string, body: object = {}) => {
  const headers = { ...s.admin, 'content-type': 'application/json' };
  const answer = await fetch(s.origin() + address, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as { id: string };
};
const takes = () => s.database.db.selectFrom('take').selectAll().orderBy('created_at').execute();

/** Requests a song and lights every lamp. */
async function fund(title: string): Promise<string> {
  const { id } = await post('/requests', { title, artist: 'Ilse', genre: 'jazz', description: '' });
  await Promise.all(Array.from({ length: VOTE_GOAL }, () => post(`/requests/${id}/votes`)));
  return id;
}

/**
 * Starts a new server after the dead one's leases have expired. An upload that several kills interrupt is given up, as
 * it should be; on a slow machine the same one may be interrupted each time, so the attempts start again.
 */
async function restart(): Promise<void> {
  const { db } = s.database;
  await db.updateTable('job').set({ run_at: 0, attempts: 0 }).where('lease', 'is not', null).execute();
  await s.start();
}

it('after kill -9 in every state each take was submitted once at most, and no credit is lost', async () => {
  const killed = new Set<string>();
  const requests: string[] = [];
  for (const state of ['submitting', 'running', 'fetching', 'checking']) {
    const id = await fund(`Song ${requests.length}`);
    requests.push(id);
    // Kills as soon as a take is seen in the state; short ones are not hit every time.
    for (let looks = 0; looks < 2000; looks++) {
      const seen = (await takes())
        .filter((take) => take.request_id === id)
        .map((take) => take.state as string);
      if (seen.includes(state) || seen.includes('ready')) break;
      await sleep(2);
    }
    await s.kill();
    for (const take of await takes()) if (take.request_id === id) killed.add(take.state);
    await restart();
  }
  while ((await takes()).some(({ due_at }) => due_at !== null)) await sleep(100);
  const keys = existsSync(submissions) ? readFileSync(submissions, 'utf8').trim().split('\n') : [];
  expect(new Set(keys).size).toBe(keys.length);
  const all = await takes();
  expect(all).toHaveLength(2 * requests.length);
  for (const take of all) {
    expect(['ready', 'lost'], `failed: ${take.failure}`).toContain(take.state);
    if (take.state === 'ready') expect(keys).toContain(take.id);
  }
  for (const id of requests) {
    const isAnyReady = all.some((take) => take.request_id === id && take.state === 'ready');
    const request = await (await fetch(`${s.origin()}/requests/${id}`)).json();
    expect(request).toMatchObject({ status: isAnyReady ? 'choosing' : 'in_studio', votes: VOTE_GOAL });
  }
  const uploads = await s.database.db
    .selectFrom('upload')
    .where('take_id', 'is not', null)
    .select('take_id')
    .execute();
  expect(new Set(uploads.map(({ take_id }) => take_id)).size).toBe(uploads.length);
  expect((await checkLedger(s.database.db)).findings).toEqual([]);
  expect(killed.size).toBeGreaterThanOrEqual(2);
});

const statusOf = async (id: string) => (await (await fetch(`${s.origin()}/requests/${id}`)).json()).status;
const untilStatus = async (id: string, status: string) => {
  while ((await statusOf(id)) !== status) await sleep(50);
};
const balance = async () =>
  (await s.database.db.selectFrom('credits').where('user_id', '=', admin_id).select('credits').execute())[0]!
    .credits;
/** Number of events of this kind in a request's timeline. */
const countEvents = async (request_id: string, kind: 'released' | 'returned') => {
  const { db } = s.database;
  const events = db.selectFrom('request_event').where('request_id', '=', request_id).where('kind', '=', kind);
  return (await events.selectAll().execute()).length;
};

it('a release that kill -9 interrupts is made once, by the next server', async () => {
  const before = await balance();
  const released: string[] = [];
  // From before its files are written to after it is done, whatever the machine's speed makes of it.
  for (const wait of [0, 100]) {
    const id = await fund(`Release ${wait}`);
    await untilStatus(id, 'choosing');
    await updateRows(s.database, 'song_request', { id }, { choosing_ends_at: Date.now() });
    const closing = post(`/requests/${id}/choice/close`).catch(() => {});
    await sleep(wait);
    await s.kill();
    await closing;
    const { db } = s.database;
    const [row] = await db.selectFrom('song_request').where('id', '=', id).select('released').execute();
    const made = await db.selectFrom('provenance').where('request_id', '=', id).selectAll().execute();
    expect(made).toHaveLength(row!.released);
    await restart();
    await untilStatus(id, 'released');
    released.push(id);
  }
  await sleep(100);
  for (const id of released) {
    const made = await findRows(s.database, 'provenance', { request_id: id });
    expect(made).toHaveLength(1);
    expect(await countEvents(id, 'released')).toBe(1);
    const { track_id } = await (await fetch(`${s.origin()}/requests/${id}`)).json();
    expect(track_id).toBe(made[0]!.track_id);
    const { audio_url } = await (await fetch(`${s.origin()}/track/${track_id}`)).json();
    expect((await fetch(audio_url)).status).toBe(200);
  }
  expect(await balance()).toBe(before - released.length * SONG_COST);
  expect((await checkLedger(s.database.db)).findings).toEqual([]);
});

it('a return that kill -9 interrupts gives every credit back once', async () => {
  const before = await balance();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await fund(`Return ${n}`));
  await s.kill();
  const { db } = s.database;
  // Overdue without a song.
  await db
    .updateTable('song_request')
    .set({ stage: 'in_studio', choosing_ends_at: null, progress: null, queued_at: 1 })
    .where('id', 'in', ids)
    .execute();
  const unreturned = async () =>
    (await db.selectFrom('song_request').where('id', 'in', ids).select('refunded_at').execute()).filter(
      ({ refunded_at }) => refunded_at === null,
    ).length;
  while (true) {
    await restart();
    const left = await unreturned();
    if (left === 0) break;
    // Killed as soon as another one was returned, perhaps while the next one is.
    while ((await unreturned()) === left) await sleep(1);
    await s.kill();
    expect(await balance()).toBe(before - (await unreturned()) * SONG_COST);
  }
  for (const id of ids) {
    expect(await statusOf(id)).toBe('returned');
    expect(await countEvents(id, 'returned')).toBe(1);
  }
  expect(await balance()).toBe(before);
  expect((await checkLedger(db)).findings).toEqual([]);
});
