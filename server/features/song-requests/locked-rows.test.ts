import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { member, violatedInvariants } from '../../testing/requests.ts';
import { type Person, publishTrack } from '../../testing/server.ts';
import { submit } from './song-requests.ts';

const s = serverOfFile();
let people: Person[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 20 }, () => member(s, 1000)));
});

let submitted = 0;
const newRequest = async () => {
  const { id } = await member(s, 200);
  const song = { title: `Song ${++submitted}`, artist: 'Ilse', genre: 'jazz', description: '' };
  return (await submit(s.c, { id, plan_tier: 'plus' }, song)).id;
};
const vote = ({ token }: Person, request: string) => call(s, `POST /requests/${request}/votes`, { token });

it('votes for several requests and for an unknown one arrive together', async () => {
  const requests = [await newRequest(), randomUUID(), await newRequest()];
  const votes = people.flatMap((person) => requests.map((id) => vote(person, id)));
  const statuses = (await Promise.all(votes)).map(({ status }) => status);
  expect(statuses).toEqual(people.flatMap(() => [200, 404, 200]));
  expect(await violatedInvariants(s.c)).toEqual({});
});

// Defined rather than skipped only with PostgreSQL: SQLite has no locked rows.
if (process.env.TEST_DATABASE_URL) {
  /** Locks rows until `unlock` is called. */
  async function lock(table: 'song_request' | 'credits' | 'track', column: 'id' | 'user_id', value: string) {
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const done = s.c.db.transaction().execute(async (tx) => {
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value} for update`.execute(tx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    return async () => {
      released.resolve();
      await done;
    };
  }

  it('a locked request delays only its own votes, which are refused after a while', async () => {
    const [locked, free] = [await newRequest(), await newRequest()];
    const unlock = await lock('song_request', 'id', locked);
    const stuck = people.map((person) => vote(person, locked));
    for (let round = 0; round < 3; round++)
      for (const { status } of await Promise.all(people.map((person) => vote(person, free))))
        expect(status).toBe(200);
    for (const { status, headers } of await Promise.all(stuck)) {
      expect(status).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await unlock();
    expect((await vote(people[0]!, locked)).body.request.votes).toBe(1);
    expect((await vote(people[0]!, free)).body.request.votes).toBe(61);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('votes that wait for a lock are recorded when it is released in time', async () => {
    const id = await newRequest();
    const unlock = await lock('song_request', 'id', id);
    const waiting = people.map((person) => vote(person, id));
    await vote(people[0]!, await newRequest());
    await unlock();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect((await call(s, `GET /requests/${id}`)).body.votes).toBe(people.length);
  });

  it("a locked balance delays only its owner's votes", async () => {
    const id = await newRequest();
    const [owner, ...others] = people as [Person, ...Person[]];
    const unlock = await lock('credits', 'user_id', owner.id);
    const stuck = vote(owner, id);
    for (const { status } of await Promise.all(others.map((person) => vote(person, id))))
      expect(status).toBe(200);
    expect((await stuck).status).toBe(503);
    await unlock();
    expect((await vote(owner, id)).status).toBe(200);
  });

  it('lists answer while more calls than there are connections wait for a locked track', async () => {
    const id = await publishTrack(s.c);
    const listeners = await Promise.all(Array.from({ length: 40 }, () => member(s, 0)));
    const unlock = await lock('track', 'id', id);
    let waiting = listeners.length;
    const plays = listeners.map(async ({ token }) => {
      const body = { track_id: id, played_ms: 60_000 };
      const { status } = await call(s, 'POST /plays', { token, body });
      waiting--;
      return status;
    });
    const lists = await Promise.all(Array.from({ length: 5 }, () => call(s, 'GET /track')));
    expect(lists.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(waiting).toBeGreaterThan(0);
    expect(new Set(await Promise.all(plays))).toEqual(new Set([503]));
    await unlock();
  });
}
