import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { createOpenRequest, member } from '../../testing/requests.ts';
import { findRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();

const deleteAccount = (person: Person, password = PASSWORD) =>
  call(s, 'DELETE /auth/me', { token: person.token, body: { password } });

describe('deleting the account', () => {
  it('requires the password and leaves no personal data anywhere', async () => {
    const person = await signUp(s, { name: 'Nobody Anymore' });
    const { body: before } = await call(s, 'GET /auth/me', { token: person.token });
    const track_id = await publishTrack(s.c);
    await call(s, 'POST /plays', { token: person.token, body: { track_id, played_ms: 60_000 } });
    expect(await deleteAccount(person, 'not this')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect((await call(s, 'DELETE /auth/me', { token: person.token, body: {} })).status).toBe(400);
    expect((await deleteAccount(person)).status).toBe(200);

    expect((await call(s, 'GET /auth/me', { token: person.token })).status).toBe(401);
    const login = { email: person.email, password: PASSWORD };
    expect((await call(s, 'POST /auth/login', { body: login })).status).toBe(403);
    const tables = [
      'user',
      'session',
      'password_reset',
      'account_event',
      'account_status',
      'play_event',
    ] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await s.c.db.selectFrom(table).selectAll().execute());
      for (const trace of [person.email, 'Nobody Anymore', `"${before.username}"`, `user:${person.id}`])
        expect(rows).not.toContain(trace);
      if (table !== 'user') expect(rows).not.toContain(person.id);
    }
    // The play itself stays, since the track's popularity depends on it.
    const [left] = await findRows(s.c, 'play_event', { track_id });
    expect(left).toMatchObject({ user_id: null, listener: expect.stringMatching(/^gone:/) });
    // The email is available again.
    expect((await call(s, 'POST /auth/signup', { body: { name: 'Again', ...login } })).status).toBe(200);
  });

  it('happens once for many concurrent calls', async () => {
    const person = await signUp(s);
    const answers = await Promise.all(Array.from({ length: 10 }, () => deleteAccount(person)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 403]).toContain(status);
  });

  it('tolerates concurrent plan changes, logins and password changes', async () => {
    const admin = await signUp(s, { tier: 'admin' });
    for (let round = 0; round < 4; round++) {
      const person = await signUp(s);
      const [row] = (await call(s, 'GET /account_status', { token: person.token })).body;
      const answers = await Promise.all([
        deleteAccount(person),
        call(s, `PATCH /account_status/${row.id}`, { token: admin.token, body: { plan_tier: 'plus' } }),
        call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } }),
        call(s, 'POST /auth/password', {
          token: person.token,
          body: { current_password: PASSWORD, new_password: 'another one' },
        }),
        call(s, 'PATCH /auth/me', {
          token: person.token,
          body: { username: `r-${randomUUID().slice(0, 8)}` },
        }),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    }
  });
});

// SQLite runs one transaction after another, so only `npm run test:postgres` runs these.
if (process.env.TEST_DATABASE_URL) {
  describe('deleting the account while the balance is locked', () => {
    type Prepare = (person: Person) => Promise<() => ReturnType<typeof call>>;
    const calls: [what: string, waits: boolean, prepare: Prepare][] = [
      [
        'a song request',
        true,
        async ({ token, id }) =>
          () =>
            call(s, 'POST /requests', { token, body: { title: `Song of ${id}`, artist: 'A', genre: 'pop' } }),
      ],
      [
        'a vote',
        // It tries again instead.
        false,
        async ({ token, id }) => {
          const request_id = await createOpenRequest(s.c, id);
          return () => call(s, `POST /requests/${request_id}/votes`, { token });
        },
      ],
      [
        'the decline of a request that they voted for',
        true,
        async ({ token, id }) => {
          const admin = await signUp(s, { tier: 'admin' });
          const request_id = await createOpenRequest(s.c, id);
          expect((await call(s, `POST /requests/${request_id}/votes`, { token })).status).toBe(200);
          return () => call(s, `DELETE /requests/${request_id}?reason=no`, { token: admin.token });
        },
      ],
    ];

    it.each(calls)('does not deadlock with %s', async (_what, waits, prepare) => {
      for (const order of ['deletion first', 'deletion second']) {
        const person = await member(s, 1000);
        const starts = [
          { start: await prepare(person), waits },
          { start: () => deleteAccount(person), waits: true },
        ];
        if (order === 'deletion first') starts.reverse();
        const release = await lockBalance(person.id);
        const answers = [];
        let waiting = 0;
        for (const { start, waits } of starts) {
          const answer = start();
          answers.push(answer);
          if (waits) {
            waiting++;
            answer.finally(() => waiting--);
          }
          while ((await lockWaits()) < waiting);
        }
        await release();
        for (const { status } of await Promise.all(answers)) expect(status, order).toBeLessThan(500);
        expect((await call(s, 'GET /auth/me', { token: person.token })).status).toBe(401);
      }
    });
  });
}

/** Locks a balance in a separate transaction. @returns a function that ends it. */
async function lockBalance(user_id: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = s.c.db.transaction().execute(async (tx) => {
    await s.c.engine.lockRow(tx.selectFrom('credits').where('user_id', '=', user_id).selectAll()).execute();
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await ended;
  };
}

/** The number of database sessions that wait for a lock. */
async function lockWaits(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(s.c.db);
  return rows[0]!.n;
}
