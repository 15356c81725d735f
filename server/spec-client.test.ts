import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from './testing/calls.ts';
import { serverOfFile } from './testing/hooks.ts';
import { type Person, publishTrack, signUp } from './testing/server.ts';

/** A client that knows only the specification: it reads whole lists, sends filters that nobody reads, and takes the first row. */
const s = serverOfFile();
let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
  s.time.now += 1000;
  member = await signUp(s);
  for (const { token } of [admin, member]) await call(s, 'POST /credits', { token, body: {} });
});

const list = (path: string, { token }: Person) =>
  s.app.inject({ url: path, headers: { authorization: `Bearer ${token}`, host: 'ovation.test' } });

describe.each(['/credits', '/account_status'])('GET %s for an admin', (path) => {
  it('begins with their own record, and shows each once on any size of page', async () => {
    const whole = (await list(path, admin)).json().map((row: { user_id: string }) => row.user_id);
    expect(whole[0]).toBe(admin.id);
    expect(whole).toContain(member.id);
    expect(new Set(whole).size).toBe(whole.length);

    const paged: string[] = [];
    for (let next: string | undefined = `${path}?limit=1`; next; ) {
      const { headers, ...answer } = await list(next, admin);
      expect(headers['x-total-count']).toBe(String(whole.length));
      paged.push(...answer.json().map((row: { user_id: string }) => row.user_id));
      const cursor = headers['x-next-cursor'];
      next = cursor === undefined ? undefined : `${path}?limit=1&cursor=${cursor}`;
    }
    expect(paged).toEqual(whole);
  });

  it('filters by user_id, and shows members only their own', async () => {
    expect((await list(`${path}?user_id=${member.id}`, admin)).json()).toMatchObject([
      { user_id: member.id },
    ]);
    expect((await list(path, member)).json()).toMatchObject([{ user_id: member.id }]);
  });
});

it('deleted tracks are listed for admins alone', async () => {
  await publishTrack(s.c, { title: 'Here' });
  const gone = await publishTrack(s.c, { title: 'Gone', is_deleted: 1 });
  const titles = async (path: string, person: Person) =>
    (await list(path, person)).json().map((track: { title: string }) => track.title);
  expect(await titles('/track?is_deleted=true', admin)).toEqual(['Gone']);
  expect((await list('/track?is_deleted=true', admin)).json()).toMatchObject([
    { id: gone, is_deleted: true },
  ]);
  expect(await titles('/track?is_deleted=false', admin)).toEqual(['Here']);
  expect(await titles('/track?is_deleted=true', member)).toEqual(['Here']);
});

it('lists ignore filters that they do not know', async () => {
  const all: readonly Endpoint[] = endpoints;
  const reads = all.filter(
    ({ method, path, events, type }) => method === 'GET' && !events && !type && !path.includes(':'),
  );
  expect(reads.length).toBeGreaterThan(20);
  for (const { path } of reads) {
    const before = await list(path, admin);
    const after = await list(`${path}?user_id=${admin.id}&is_deleted=false&colour=blue`, admin);
    expect([path, after.statusCode]).toEqual([path, before.statusCode]);
  }
});
