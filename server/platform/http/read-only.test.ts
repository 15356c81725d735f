import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { findRows } from '../../testing/rows.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let member: Person;
let admin: Person;
let track_id: string;
beforeAll(async () => {
  member = await signUp(s, { tier: 'platinum' });
  admin = await signUp(s, { tier: 'admin' });
  track_id = await publishTrack(s.c);
  for (const { token } of [member, admin]) await call(s, 'GET /credits', { token });
  // A monthly grant is due, and the sessions were used long ago: in the normal mode, both are written by reads.
  s.time.now += 32 * 86_400_000;
  await s.c.db
    .updateTable('session')
    .set({ last_used_at: s.time.now - 7_200_000 })
    .execute();
  s.c.isReadOnly = () => true;
});

const all = endpoints as readonly Endpoint[];
const urlOf = ({ path }: Endpoint) => path.replace(/:(\w+)/g, track_id);

it('refuses every call that could change something, from everyone, and says why', async () => {
  const writes = all.filter(({ method }) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(50);
  for (const endpoint of writes)
    for (const token of [undefined, admin.token]) {
      const answer = await call(s, `${endpoint.method} ${urlOf(endpoint)}` as 'GET /', {
        ...(token && { token }),
      });
      expect([endpoint.route, answer.status]).toEqual([endpoint.route, 503]);
      expect(answer.body).toMatchObject({
        code: 'read_only',
        message: expect.stringContaining('you can’t change anything right now'),
      });
      expect(answer.headers['retry-after']).toBe('60');
    }
});

it('answers every read without writing anything', async () => {
  if (s.c.engine.kind === 'sqlite') await sql`pragma query_only = on`.execute(s.c.db);
  const reads = all.filter(({ method, events }) => method === 'GET' && !events);
  const before = await s.c.db.selectFrom('credits').selectAll().orderBy('id').execute();
  const failed: string[] = [];
  for (const endpoint of reads)
    for (const { token } of [member, admin]) {
      const { status } = await call(s, `GET ${urlOf(endpoint)}` as 'GET /', { token });
      if (status >= 500 && status !== 501) failed.push(`${endpoint.route}: ${status}`);
    }
  expect(failed).toEqual([]);
  expect(await s.c.db.selectFrom('credits').selectAll().orderBy('id').execute()).toEqual(before);
  if (s.c.engine.kind === 'sqlite') await sql`pragma query_only = off`.execute(s.c.db);
});

it('goes on where it was', async () => {
  s.c.isReadOnly = () => false;
  const { body } = await call(s, 'GET /credits', { token: member.token });
  const before = await findRows(s.c, 'credit_entry', { user_id: member.id });
  expect(body[0].credits).toBe(before.reduce((sum, { amount }) => sum + amount, 0));
  expect(before.length).toBeGreaterThan(0);
});
