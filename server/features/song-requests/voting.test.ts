import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { balanceOf, member, violatedInvariants } from '../../testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';
import { decline, release } from './moderation/moderation.ts';
import { submit, voting } from './song-requests.ts';

const s = serverOfFile();
let ann: Person;
beforeEach(async () => {
  ann = await member(s, 1000);
});

/** Submits a request as a user does, including its charge. */
let submitted = 0;
async function submitRequest(): Promise<string> {
  const requester = await member(s, 200);
  const song = { title: `Song ${++submitted}`, artist: 'Ilse', genre: 'jazz', description: '' };
  return (await submit(s.c, { id: requester.id, plan_tier: 'plus' }, song)).id;
}
const counts = async () => (await call(s, 'GET /requests/board')).body.counts;
const vote = (id: string, token = ann.token, key?: string) =>
  call(s, `POST /requests/${id}/votes`, { token, ...(key && { headers: { 'idempotency-key': key } }) });
const rowOf = (id: string) =>
  s.c.db.selectFrom('song_request').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

describe('a vote', () => {
  it('costs 10 credits and adds one vote each time', async () => {
    const before = await counts();
    const id = await submitRequest();
    const first = await vote(id);
    expect(first.status).toBe(200);
    expect(first.body.request).toMatchObject({ id, votes: 1, backers: 1, own_votes: 1, released: false });
    expect(first.body.credits).toMatchObject({ user_id: ann.id, credits: 990 });
    const bob = await member(s, 10);
    expect((await vote(id, bob.token)).body.request).toMatchObject({ votes: 2, backers: 2, own_votes: 1 });
    expect((await vote(id)).body).toMatchObject({
      request: { votes: 3, backers: 2, own_votes: 2 },
      credits: { credits: 980 },
    });
    expect((await call(s, `GET /requests/${id}`, { token: ann.token })).body.own_votes).toBe(2);
    expect((await call(s, 'GET /requests/own?as=voted', { token: ann.token })).body).toMatchObject([{ id }]);
    expect(await counts()).toEqual({ ...before, requests: before.requests + 1, votes: before.votes + 3 });
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('lights the next lamp, and one beyond the goal none', async () => {
    const id = await submitRequest();
    const bob = await member(s, 1000);
    await vote(id);
    await Promise.all(Array.from({ length: 29 }, () => vote(id, bob.token)));
    await vote(id);
    const { body } = await call(s, `GET /requests/${id}`);
    const [{ username: annsName }, { username: bobsName }] = await Promise.all(
      [ann, bob].map(async ({ token }) => (await call(s, 'GET /auth/me', { token })).body),
    );
    expect(body.votes).toBe(31);
    expect(body.seats).toEqual([annsName, ...Array(29).fill(bobsName)]);
    await s.c.db.updateTable('user').set({ deleted_at: 1 }).where('id', '=', ann.id).execute();
    expect((await call(s, `GET /requests/${id}`)).body.seats[0]).toBeNull();
  });

  it('queues the request when it is the thirtieth', async () => {
    const id = await submitRequest();
    const { queued } = await counts();
    for (let i = 1; i <= 30; i++) {
      const { body } = await vote(id);
      expect(body.request.status).toBe(i < 30 ? 'open' : 'queued');
    }
    expect((await counts()).queued).toBe(queued + 1);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it.each([1, 0, 7, 1_000_000])('is a single one if a PATCH sends %d votes', async (votes) => {
    const id = await submitRequest();
    const { status, body } = await call(s, `PATCH /requests/${id}`, {
      token: ann.token,
      body: { votes, requests_id: id },
    });
    expect([status, body.votes, body.own_votes]).toEqual([200, 1, 1]);
    expect(await balanceOf(s.c, ann.id)).toBe(990);
  });

  it.each([-1, 0.5, '3', null, Number.MAX_VALUE])(
    'is not recorded if a PATCH sends %s votes',
    async (votes) => {
      const id = await submitRequest();
      const { status, body } = await call(s, `PATCH /requests/${id}`, { token: ann.token, body: { votes } });
      expect([status, body.field]).toEqual([400, 'votes']);
      expect((await rowOf(id)).votes).toBe(0);
    },
  );

  it('is refused on the free plan with an upgrade hint, and for visitors', async () => {
    const id = await submitRequest();
    const free = await member(s, 50, 'free');
    const { status, body } = await vote(id, free.token);
    expect([status, body.code]).toEqual([403, 'plan_refuses']);
    expect(body.message).toBe('Upgrade to Plus to participate in song requests and voting');
    expect((await call(s, `POST /requests/${id}/votes`)).status).toBe(401);
    expect([(await rowOf(id)).votes, await balanceOf(s.c, free.id)]).toEqual([0, 50]);
  });

  it('is refused without enough credits and reports how many are needed', async () => {
    const id = await submitRequest();
    const poor = await member(s, 7);
    const { status, body } = await vote(id, poor.token);
    expect([status, body.code, body.needed]).toEqual([402, 'not_enough_credits', 3]);
    expect([(await rowOf(id)).votes, await balanceOf(s.c, poor.id)]).toEqual([0, 7]);
  });

  it('uses the monthly credits that are due', async () => {
    const id = await submitRequest();
    const { token } = await signUp(s, { tier: 'plus' });
    expect((await vote(id, token)).body.credits.credits).toBe(90);
  });

  it('is refused for an unknown, released or declined request and costs nothing', async () => {
    expect((await vote(randomUUID())).status).toBe(404);
    expect((await vote('1')).status).toBe(400);
    const made = await submitRequest();
    await s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id: made, track_id: null, now: 1 }));
    const refused = await submitRequest();
    await decline(s.c, refused, 'No.');
    for (const id of [made, refused]) {
      const { status, body } = await vote(id);
      expect([status, body.code]).toEqual([409, 'request_closed']);
      expect((await call(s, `PATCH /requests/${id}`, { token: ann.token, body: { votes: 1 } })).status).toBe(
        409,
      );
    }
    expect(await balanceOf(s.c, ann.id)).toBe(1000);
    expect(await violatedInvariants(s.c)).toEqual({});
  });
});

describe('a repeated vote', () => {
  it('gets the first response and is charged once', async () => {
    const id = await submitRequest();
    const first = await vote(id, ann.token, 'a-key');
    const again = await vote(id, ann.token, 'a-key');
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, lamp: null });
    const patched = await call(s, `PATCH /requests/${id}`, {
      token: ann.token,
      body: { votes: 9 },
      headers: { 'idempotency-key': 'a-key' },
    });
    expect(patched.body).toEqual(first.body.request);
    expect((await vote(id, ann.token, 'another')).body.request.own_votes).toBe(2);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('is recorded once if many arrive at once', async () => {
    const id = await submitRequest();
    const responses = await Promise.all(Array.from({ length: 20 }, () => vote(id, ann.token, 'a-key')));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([(await rowOf(id)).votes, await balanceOf(s.c, ann.id)]).toEqual([1, 990]);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('does not count as a repeat for another user', async () => {
    const id = await submitRequest();
    const bob = await member(s, 10);
    await vote(id, ann.token, 'a-key');
    expect((await vote(id, bob.token, 'a-key')).body.request.votes).toBe(2);
  });

  it('is refused for another request without affecting other votes in the batch', async () => {
    const [one, other] = [await submitRequest(), await submitRequest()];
    await vote(one, ann.token, 'a-key');
    const bob = await member(s, 10);
    const responses = await Promise.all([vote(one), vote(other, ann.token, 'a-key'), vote(other, bob.token)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 409, 200]);
    expect(responses[1]!.body.code).toBe('conflict');
    expect([(await rowOf(one)).votes, (await rowOf(other)).votes]).toEqual([2, 1]);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('still succeeds after the request was closed, but a new vote is refused', async () => {
    const id = await submitRequest();
    await vote(id, ann.token, 'a-key');
    await s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id: null, now: 1 }));
    const again = await vote(id, ann.token, 'a-key');
    expect([again.status, again.body.request?.own_votes]).toEqual([200, 1]);
    expect((await vote(id, ann.token, 'another')).status).toBe(409);
    expect(await balanceOf(s.c, ann.id)).toBe(990);
  });

  it.each(['', ' ', 'x'.repeat(256), 'é'])('refuses the key "%s"', async (key) => {
    const id = await submitRequest();
    const { status } = await call(s, `POST /requests/${id}/votes`, {
      token: ann.token,
      headers: { 'idempotency-key': key },
    });
    expect(status).toBe(400);
  });
});

describe('concurrent votes', () => {
  it('are counted exactly as charged: 1,000 votes by 50 people with mixed balances', async () => {
    const id = await submitRequest();
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, i) => member(s, 10 * (i % 31) + (i % 7))),
    );
    const second = await buildApp(s.c, {
      publicUrl: undefined,
      trustProxy: 0,
      rateLimit: false,
      logLevel: 'silent',
      site: undefined,
    });
    // Two servers on one database, each with turns of its own.
    const responses = (
      await Promise.all(
        people.map(async ({ token }) => {
          const answers = [];
          while (answers.length < 20) {
            const server = answers.length % 2 ? s : { ...s, app: second };
            const answer = await call(server, `POST /requests/${id}/votes`, { token });
            // On a slow machine the other server can have the row for seconds; the answer says to try again.
            if (answer.status !== 503) answers.push(answer);
          }
          return answers;
        }),
      )
    ).flat();
    const affordable = people.reduce((sum, _, i) => sum + Math.min(20, i % 31), 0);
    const accepted = responses.filter(({ status }) => status === 200).length;
    expect(accepted).toBe(affordable);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(1000 - affordable);
    expect(await rowOf(id)).toMatchObject({
      votes: affordable,
      backers: people.filter((_, i) => i % 31 > 0).length,
    });
    for (const [i, { id: user_id }] of people.entries())
      expect(await balanceOf(s.c, user_id)).toBe(10 * Math.max(0, (i % 31) - 20) + (i % 7));
    expect(await violatedInvariants(s.c)).toEqual({});
    await second.close();
  });

  it('by the same people for many requests in any order never deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, submitRequest));
    const people = await Promise.all(Array.from({ length: 8 }, () => member(s, 1000)));
    const apps = [s.app];
    for (let i = 0; i < 3; i++)
      apps.push(
        await buildApp(s.c, {
          publicUrl: undefined,
          trustProxy: 0,
          rateLimit: false,
          logLevel: 'silent',
          site: undefined,
        }),
      );
    const responses = await Promise.all(
      Array.from({ length: 320 }, (_, i) =>
        call({ ...s, app: apps[i % 4]! }, `POST /requests/${ids[(i * 5) % 8]!}/votes`, {
          token: people[(i * 3) % 8]!.token,
        }),
      ),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await violatedInvariants(s.c)).toEqual({});
    for (const app of apps.slice(1)) await app.close();
  });

  it.each(['release', 'decline'] as const)(
    'during a %s are each charged and counted, or neither',
    async (how) => {
      const id = await submitRequest();
      const people = await Promise.all(Array.from({ length: 10 }, () => member(s, 100)));
      const votes = Array.from({ length: 60 }, (_, i) => vote(id, people[i % 10]!.token));
      const end =
        how === 'decline'
          ? decline(s.c, id, 'No.')
          : s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id: null, now: 1 }));
      const more = Array.from({ length: 30 }, (_, i) => vote(id, people[i % 10]!.token));
      await end;
      const responses = await Promise.all([...votes, ...more]);
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const accepted = responses.filter(({ status }) => status === 200).length;
      expect((await rowOf(id)).votes).toBe(accepted);
      expect((await vote(id)).status).toBe(409);
      let left = 0;
      for (const person of people) left += await balanceOf(s.c, person.id);
      expect(left).toBe(how === 'decline' ? 1000 : 1000 - 10 * accepted);
      expect(await violatedInvariants(s.c)).toEqual({});
    },
  );
});

it('too many votes that wait are refused, and accepted again once those before them are recorded', async () => {
  const id = await submitRequest();
  const castVote = voting(s.c, 1);
  const cast = (request_id = id) => castVote({ id: ann.id, plan_tier: 'plus' }, request_id);
  for (let round = 1; round <= 2; round++) {
    const outcomes = await Promise.allSettled([cast(), cast(), cast()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'unavailable', details: { retry_after: 5 } } });
    expect((await rowOf(id)).votes).toBe(2 * round);
  }
  await expect(cast(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  await expect(Promise.all([cast(), cast()])).resolves.toHaveLength(2);
});

it('a vote whose row is locked tries again while others have their turn, and is refused after seconds', async () => {
  const [id, other] = [await submitRequest(), await submitRequest()];
  const locked = new Error('locked');
  let failures = 0;
  const db = Object.create(s.c.db) as typeof s.c.db;
  db.transaction = () => {
    const builder = s.c.db.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (run) => (failures-- > 0 ? Promise.reject(locked) : execute(run));
    return builder;
  };
  const isLocked = (error: unknown) => error === locked || s.c.engine.isLocked(error);
  const castVote = voting({ ...s.c, db, engine: { ...s.c.engine, isLocked } });
  const cast = (request_id: string) => castVote({ id: ann.id, plan_tier: 'plus' }, request_id);
  failures = 4;
  const voted = await Promise.all([cast(id), cast(other), cast(id)]);
  expect(voted.map(({ request }) => request.id)).toEqual([id, other, id]);
  expect([(await rowOf(id)).votes, (await rowOf(other)).votes]).toEqual([2, 1]);
  failures = Number.POSITIVE_INFINITY;
  await expect(cast(id)).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 2 } });
  failures = 0;
  expect((await cast(id)).request.votes).toBe(3);
  expect(await violatedInvariants(s.c)).toEqual({});
});

describe('a release', () => {
  it('removes the request from the board and links the track once', async () => {
    const without = await counts();
    const id = await submitRequest();
    await vote(id);
    const track_id = await publishTrack(s.c);
    const run = () =>
      s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id, now: 77 }));
    const before = await run();
    expect(before).toMatchObject({ id, votes: 1, backers: 1 });
    expect((await call(s, `GET /requests/${id}`)).body).toMatchObject({
      released: true,
      release_date: 77,
      track_id,
      status: 'released',
    });
    expect(await counts()).toEqual(without);
    await expect(run()).rejects.toMatchObject({ code: 'request_closed' });
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('changes nothing if its transaction fails', async () => {
    const id = await submitRequest();
    await expect(
      s.c.db.transaction().execute(async (tx) => {
        await release(tx, s.c.engine, { id, track_id: null, now: 77 });
        throw new Error('the track could not be written');
      }),
    ).rejects.toThrow('could not');
    expect((await rowOf(id)).released).toBe(0);
    expect((await vote(id)).status).toBe(200);
  });

  it('fails for an unknown request', async () => {
    const gone = s.c.db
      .transaction()
      .execute((tx) => release(tx, s.c.engine, { id: randomUUID(), track_id: null, now: 1 }));
    await expect(gone).rejects.toMatchObject({ code: 'not_found' });
  });
});
