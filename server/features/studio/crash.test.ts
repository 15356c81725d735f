import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../cli/ledger.ts';
import { type RealServer, realServer } from '../../testing/real-server.ts';
import { grant } from '../credits/credits.ts';

// Every kill is followed by a start, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let s: RealServer;
let folder: string;
let submissions: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-studio-'));
  submissions = path.join(folder, 'submissions');
  s = await realServer({ TEST_SUBMISSIONS: submissions, STUDIO: 'auto', STUDIO_TAKES: '2' });
});
afterAll(async () => {
  await s.close();
  await rm(folder, { recursive: true, force: true });
});

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
  for (let i = 0; i < VOTE_GOAL; i++) await post(`/requests/${id}/votes`);
  return id;
}

/** Starts a new server after the dead one's leases have expired. */
async function restart(): Promise<void> {
  const { db } = s.database;
  await db.updateTable('take').set({ lease_until: 0 }).where('lease', 'is not', null).execute();
  await db.updateTable('upload').set({ lease_until: 0 }).where('state', '=', 'processing').execute();
  await s.start();
}

it('after kill -9 in every state each take was submitted once at most, and no credit is lost', async () => {
  const [admin] = await s.database.db
    .selectFrom('account_status')
    .where('plan_tier', '=', 'admin')
    .select('user_id')
    .execute();
  await s.database.db.transaction().execute((tx) =>
    grant(tx, s.database.engine, {
      ...{ user_id: admin!.user_id, kind: 'grant', amount: 10_000, key: 'grant:crash', reference: 'crash' },
      ...{ subject: null, now: Date.now() },
    }),
  );
  const killed = new Set<string>();
  const requests: string[] = [];
  for (const state of ['queued', 'submitting', 'running', 'fetching', 'checking']) {
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
    expect(['ready', 'lost']).toContain(take.state);
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
