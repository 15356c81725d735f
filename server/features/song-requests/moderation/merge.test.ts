import { randomUUID } from 'node:crypto';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { runEvents } from '../../../testing/jobs.ts';
import { expectCleanLedger } from '../../../testing/ledger.ts';
import { balanceOf, member } from '../../../testing/requests.ts';
import { updateRows } from '../../../testing/rows.ts';
import { type Person, signUp } from '../../../testing/server.ts';
import { findRequestPage } from '../pages.ts';
import { merge } from './merge.ts';

const s = serverPerTest();
let ann: Person;
let bob: Person;
let cem: Person;
let admin: Person;
beforeEach(async () => {
  ann = await member(s, 1000, 'premium');
  bob = await member(s, 1000, 'premium');
  cem = await member(s, 1000, 'plus');
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(() => expectCleanLedger(s.c));

async function submit(person: Person, title: string, description = ''): Promise<string> {
  s.time.now += 1000;
  const body = { title, artist: 'Ilse', genre: 'jazz', description };
  return (await call(s, 'POST /requests', { token: person.token, body })).body.id;
}
const vote = (person: Person, id: string) => call(s, `POST /requests/${id}/votes`, { token: person.token });
async function votes(person: Person, id: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    s.time.now += 1;
    expect((await vote(person, id)).status).toBe(200);
  }
}
const mergeInto = (id: string, into: string) =>
  call(s, `POST /requests/${id}/merge`, { token: admin.token, body: { into } });
const request = async (id: string, person?: Person) =>
  (await call(s, `GET /requests/${id}`, person ? { token: person.token } : {})).body;
const timeline = async (id: string): Promise<{ kind: string }[]> =>
  (await call(s, `GET /requests/${id}/timeline`)).body;
const isQueued = ({ kind }: { kind: string }) => kind === 'queued';
const counts = async () => (await call(s, 'GET /requests/board')).body.counts;

describe('merging a duplicate', () => {
  it('moves its votes, also of one who voted for both; its requester gets back what it cost', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Neon Rain (please)');
    await votes(cem, first, 2);
    await votes(ann, first, 1);
    await votes(cem, second, 3);
    await votes(bob, second, 1);
    const { status, body } = await mergeInto(second, first);
    expect([status, body.id, body.votes, body.backers]).toEqual([200, first, 7, 3]);
    expect(await request(first, cem)).toMatchObject({ own_votes: 5, status: 'open' });
    const lit = [cem, cem, ann, cem, cem, cem, bob];
    expect((await request(first)).seats).toEqual(lit.map(({ username }) => username));
    expect(await request(second)).toMatchObject({
      status: 'merged',
      merged_into: first,
      votes: 0,
      backers: 0,
    });
    expect(await balanceOf(s.c, bob.id)).toBe(1000 - 10);
    expect(await balanceOf(s.c, ann.id)).toBe(1000 - 200 - 10);
    expect(await balanceOf(s.c, cem.id)).toBe(1000 - 50);
    expect(await counts()).toEqual({ requests: 1, votes: 7, queued: 0 });
    expect((await vote(cem, second)).body.code).toBe('request_closed');
    expect((await call(s, 'GET /audit-log', { token: admin.token })).body[0]).toMatchObject({
      action: 'POST /requests/:id/merge',
      subject_id: second,
    });
  });

  it('sends it to the studio once when it reaches its goal by that', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await votes(ann, first, VOTE_GOAL - 4);
    await votes(cem, second, 6);
    s.time.now += 1000;
    await mergeInto(second, first);
    expect(await request(first)).toMatchObject({ status: 'queued', votes: 32, queued_at: s.time.now });
    expect((await request(first)).seats).toHaveLength(VOTE_GOAL);
    expect(await counts()).toEqual({ requests: 1, votes: 32, queued: 1 });
    expect((await timeline(first)).filter(isQueued)).toHaveLength(1);
    expect((await timeline(first)).at(-2)).toMatchObject({ kind: 'lamps', count: VOTE_GOAL });
    const third = await submit(bob, 'Neon and rain');
    await votes(bob, third, 1);
    await mergeInto(third, first);
    expect((await timeline(first)).filter(isQueued)).toHaveLength(1);
  });

  it('lights the last lamp with the last of the moved votes, and not before', async () => {
    const first = await submit(ann, 'Neon Rain');
    const [second, third] = [await submit(bob, 'Rain of neon'), await submit(bob, 'Neon, rain')];
    await votes(ann, first, VOTE_GOAL - 3);
    await votes(bob, second, 2);
    await votes(cem, third, 1);
    await mergeInto(second, first);
    expect(await request(first)).toMatchObject({ status: 'open', votes: VOTE_GOAL - 1, queued_at: null });
    expect(await counts()).toMatchObject({ queued: 0 });
    s.time.now += 1000;
    await mergeInto(third, first);
    expect(await request(first)).toMatchObject({ status: 'queued', votes: VOTE_GOAL, queued_at: s.time.now });
    expect(await counts()).toMatchObject({ queued: 1 });
    expect((await timeline(first)).filter(isQueued)).toHaveLength(1);
  });

  it('of two that both reached it leaves one in line', async () => {
    const rich = await member(s, 2000, 'premium');
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await votes(rich, first, VOTE_GOAL);
    await votes(rich, second, VOTE_GOAL);
    await mergeInto(second, first);
    expect(await counts()).toEqual({ requests: 1, votes: 2 * VOTE_GOAL, queued: 1 });
    expect((await call(s, 'GET /publishing/queue', { token: admin.token })).body).toMatchObject([
      { id: first },
    ]);
  });

  it('returns every credit, also of votes that were merged twice, when the last one is declined', async () => {
    const [first, second, third] = [
      await submit(ann, 'Neon Rain'),
      await submit(bob, 'Rain of neon'),
      await submit(bob, 'Neon, rain'),
    ];
    await votes(cem, first, 1);
    await votes(cem, second, 2);
    await votes(ann, third, 3);
    await mergeInto(third, second);
    await mergeInto(second, first);
    expect(await request(third)).toMatchObject({ status: 'merged', merged_into: first });
    expect(await findRequestPage(s.c, third)).toMatchObject({ merged_into: first });
    expect(await findRequestPage(s.c, first)).toMatchObject({ merged_into: null });
    expect(await request(first)).toMatchObject({ votes: 6, backers: 2 });
    await call(s, `DELETE /requests/${first}?reason=No`, { token: admin.token });
    for (const person of [ann, bob, cem]) expect(await balanceOf(s.c, person.id)).toBe(1000);
  });

  it('takes one in review that nobody else has seen, and resolves its reports', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Neon rain!', 'this fucking song');
    expect((await request(second, bob)).status).toBe('in_review');
    await call(s, `POST /requests/${second}/report`, { token: bob.token, body: { reason: 'Mine is rude' } });
    expect((await mergeInto(second, first)).status).toBe(200);
    expect(await counts()).toEqual({ requests: 1, votes: 0, queued: 0 });
    await runEvents(s.c);
    expect((await call(s, 'GET /requests/reports', { token: admin.token })).body).toEqual([]);
    expect((await call(s, 'GET /requests/review', { token: admin.token })).body).toEqual([]);
    expect(await balanceOf(s.c, bob.id)).toBe(1000);
  });

  it('keeps the votes of one who has left', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await votes(cem, second, 2);
    await s.c.db.updateTable('user').set({ deleted_at: 1 }).where('id', '=', cem.id).execute();
    await mergeInto(second, first);
    expect(await request(first)).toMatchObject({ votes: 2, backers: 1, seats: [null, null] });
  });
});

describe('what cannot be merged', () => {
  it('refuses itself, what does not exist, and what has ended', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    expect((await mergeInto(first, first)).body).toMatchObject({
      code: 'bad_input',
      message: 'A request cannot be merged into itself.',
      field: 'into',
    });
    expect((await mergeInto(first, randomUUID())).status).toBe(404);
    expect((await mergeInto(randomUUID(), first)).status).toBe(404);
    expect((await mergeInto(first, 'nobody')).status).toBe(400);
    await mergeInto(second, first);
    for (const [id, into] of [
      [second, first],
      [first, second],
    ] as const)
      expect((await mergeInto(id, into)).body).toMatchObject({
        code: 'request_closed',
        message: 'Only requests that still take votes can be merged.',
      });
    const edit = { token: admin.token, body: { title: 'Other' } };
    expect((await call(s, `PATCH /requests/${second}`, edit)).body.code).toBe('request_closed');
    expect((await call(s, `DELETE /requests/${second}?reason=No`, { token: admin.token })).status).toBe(409);
  });

  it('refuses one of which takes are made', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await updateRows(s.c, 'song_request', { id: second }, { stage: 'in_studio', queued_at: s.time.now });
    expect((await mergeInto(second, first)).body.code).toBe('request_closed');
    expect((await mergeInto(first, second)).body.code).toBe('request_closed');
  });
});

describe('at the same moment', () => {
  it('merging both ways, one of them happens', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await votes(cem, first, 2);
    await votes(cem, second, 3);
    const done = await Promise.all([mergeInto(first, second), mergeInto(second, first)]);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await counts()).toEqual({ requests: 1, votes: 5, queued: 0 });
  });

  it('no vote is lost or charged twice, and the goal is reached once', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await votes(ann, first, VOTE_GOAL - 6);
    await votes(bob, second, 3);
    const cast = Array.from({ length: 12 }, (_, i) => vote(cem, i % 2 ? first : second));
    const merged = merge(s.c, second, first);
    const answers = await Promise.all(cast);
    await merged;
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(await request(first, cem)).toMatchObject({ votes: VOTE_GOAL - 3 + accepted, own_votes: accepted });
    expect(await balanceOf(s.c, cem.id)).toBe(1000 - 10 * accepted);
    const { body: timeline } = await call(s, `GET /requests/${first}/timeline`);
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'queued')).toHaveLength(1);
  });

  it('declining and merging, the credits come back once', async () => {
    const first = await submit(ann, 'Neon Rain');
    const second = await submit(bob, 'Rain of neon');
    await votes(cem, second, 3);
    await Promise.all([
      mergeInto(second, first),
      call(s, `DELETE /requests/${first}?reason=No`, { token: admin.token }),
      call(s, `DELETE /requests/${second}?reason=No`, { token: admin.token }),
    ]);
    const state = [await request(first), await request(second)].map(({ status }) => status);
    expect(state).not.toContain('open');
    expect(await balanceOf(s.c, cem.id)).toBe(1000);
  });
});
