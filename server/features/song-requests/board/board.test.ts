import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { createOpenRequest } from '../../../testing/requests.ts';
import { updateRows } from '../../../testing/rows.ts';
import { type Person, publishTrack, signUp } from '../../../testing/server.ts';
import { listQueued } from './board.ts';

const s = serverPerTest();
let ann: Person;
beforeEach(async () => {
  ann = await signUp(s, { tier: 'plus' });
});

const titles = (rows: { title: string }[]) => rows.map((row) => row.title);
const end = (id: string, how: { released?: 1; refunded_at?: number; decline_reason?: string }) =>
  s.c.db.updateTable('song_request').set(how).where('id', '=', id).execute();

describe('the board', () => {
  it('is one empty page at first', async () => {
    const { body } = await call(s, 'GET /requests/board');
    expect(body).toEqual({
      requests: [],
      page: 1,
      pages: 1,
      counts: { requests: 0, votes: 0, queued: 0 },
    });
    expect((await call(s, 'GET /requests/nearest')).body).toEqual({ request: null });
  });

  it('returns exactly the fields of the contract', async () => {
    const id = await createOpenRequest(s.c, ann.id, {
      title: 'Night Train',
      artist: 'Ilse',
      genre: 'jazz',
      votes: 30,
    });
    const { body } = await call(s, `GET /requests/${id}`);
    expect(body).toEqual({
      id,
      requests_id: id,
      title: 'Night Train',
      artist: 'Ilse',
      genre: 'jazz',
      description: '',
      votes: 30,
      released: false,
      release_date: null,
      created_at: expect.any(Number),
      status: 'queued',
      requested_by: ann.username,
      backers: 0,
      own_votes: 0,
      track_id: null,
      decline_reason: null,
      merged_into: null,
      queued_at: expect.any(Number),
      progress: null,
      choosing_ends_at: null,
      revision: 1,
      lyrics: null,
      requester_vip: false,
      backed_by: [],
      seats: [],
      may_listen: false,
      may_choose: false,
      choosers: null,
      wishes: [],
    });
    const { lyrics, wishes, requester_vip, backed_by, seats, may_listen, may_choose, choosers, ...request } =
      body;
    const similar = await call(s, 'GET /requests/similar?title=night%20train');
    expect(similar.body).toEqual([request]);
  });

  it('sorts by most votes, then by age', async () => {
    await createOpenRequest(s.c, ann.id, { title: 'new 3', votes: 3, created_at: 20 });
    await createOpenRequest(s.c, ann.id, { title: 'old 3', votes: 3, created_at: 10 });
    await createOpenRequest(s.c, ann.id, { title: 'none', created_at: 1 });
    await createOpenRequest(s.c, ann.id, { title: 'many', votes: 40, created_at: 30 });
    const { body } = await call(s, 'GET /requests/board');
    expect(titles(body.requests)).toEqual(['many', 'old 3', 'new 3', 'none']);
    expect(body.counts).toEqual({ requests: 4, votes: 46, queued: 1 });
    expect((await call(s, 'GET /requests/nearest')).body.request.title).toBe('old 3');
    expect(titles(await listQueued(s.c.db, undefined))).toEqual(['many']);
  });

  it('hides released and declined requests, which can still be read by id', async () => {
    const made = await createOpenRequest(s.c, ann.id, { title: 'made' });
    const refused = await createOpenRequest(s.c, ann.id, { title: 'refused' });
    await createOpenRequest(s.c, ann.id, { title: 'open' });
    await end(made, { released: 1 });
    await end(refused, { refunded_at: 5, decline_reason: 'Too long' });
    expect(titles((await call(s, 'GET /requests/board')).body.requests)).toEqual(['open']);
    expect(titles((await call(s, 'GET /requests')).body)).toEqual(['open']);
    expect((await call(s, 'GET /requests/similar?title=made')).body).toEqual([]);
    expect((await call(s, `GET /requests/${made}`)).body).toMatchObject({
      status: 'released',
      released: true,
    });
    expect((await call(s, `GET /requests/${refused}`)).body.status).toBe('declined');
    expect((await call(s, `GET /requests/${randomUUID()}`)).status).toBe(404);
  });

  it('has the same order in pages, from either end, as in one list', async () => {
    for (let i = 0; i < 47; i++)
      await createOpenRequest(s.c, ann.id, { votes: (i * 7) % 5, created_at: i % 6 });
    const listed: string[] = [];
    let cursor: unknown;
    do {
      const more = cursor ? `&cursor=${cursor}` : '';
      const { body, headers } = await call(s, `GET /requests?limit=7${more}`);
      expect(headers['x-total-count']).toBe('47');
      listed.push(...body.map((row: { id: string }) => row.id));
      cursor = headers['x-next-cursor'];
    } while (cursor);
    const paged: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const { body } = await call(s, `GET /requests/board?page=${page}`);
      expect(body).toMatchObject({ page, pages: 5 });
      paged.push(...body.requests.map((row: { id: string }) => row.id));
    }
    expect(new Set(listed).size).toBe(47);
    expect(paged).toEqual(listed);
  });

  it.each([6, 1e9, 1e12])('returns the last page for page %d', async (page) => {
    for (let i = 0; i < 11; i++) await createOpenRequest(s.c, ann.id);
    const { body } = await call(s, `GET /requests/board?page=${page}`);
    expect(body).toMatchObject({ page: 2, pages: 2 });
    expect(body.requests).toHaveLength(1);
  });

  it.each(['0', '-1', '1.5', 'x', 'Infinity', '1e13'])('refuses page %s', async (page) => {
    const { status, body } = await call(s, `GET /requests/board?page=${page}`);
    expect([status, body.field]).toEqual([400, 'page']);
  });

  it.each(['x', 'WzEsMl0', Buffer.from('[-1,1,"x"]').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      expect((await call(s, `GET /requests?cursor=${cursor}`)).body.code).toBe('bad_cursor');
    },
  );

  it('does not name a requester whose account is deleted', async () => {
    const id = await createOpenRequest(s.c, ann.id);
    await s.c.db.updateTable('user').set({ deleted_at: 1 }).where('id', '=', ann.id).execute();
    expect((await call(s, `GET /requests/${id}`)).body.requested_by).toBeNull();
  });
});

describe('own requests', () => {
  it('are listed newest first, whatever their status, without those of others', async () => {
    const bob = await signUp(s, { tier: 'plus' });
    const ids = [];
    for (let i = 0; i < 5; i++)
      ids.unshift(await createOpenRequest(s.c, ann.id, { created_at: 100 + (i >> 1) }));
    await createOpenRequest(s.c, bob.id);
    await end(ids[0]!, { refunded_at: 5 });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const more = cursor ? `&cursor=${cursor}` : '';
      const { body, headers } = await call(s, `GET /requests/own?limit=2${more}`, { token: ann.token });
      expect(headers['x-total-count']).toBe('5');
      seen.push(...body.map((row: { id: string }) => row.id));
      cursor = headers['x-next-cursor'];
    } while (cursor);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect((await call(s, 'GET /requests/own?as=voted', { token: ann.token })).body).toEqual([]);
    expect((await call(s, 'GET /requests/own')).status).toBe(401);
  });

  it('include the released track', async () => {
    const id = await createOpenRequest(s.c, ann.id);
    const track_id = await publishTrack(s.c);
    await updateRows(s.c, 'song_request', { id }, { track_id, released: 1, release_date: 7 });
    const { body } = await call(s, 'GET /requests/own', { token: ann.token });
    expect(body).toEqual([expect.objectContaining({ track_id, release_date: 7, status: 'released' })]);
  });
});
