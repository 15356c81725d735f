import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CoreConfig } from '../../../platform/core-config.ts';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../../testing/server.ts';
import { accounts } from '../feature.ts';

const s = serverPerTest();
let admin: Person;
let member: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin', name: 'Ada Admin' });
  s.time.now += 1000;
  member = await signUp(s, { name: 'Mo Member' });
});

const asAdmin = (endpoint: Parameters<typeof call>[1], body?: unknown) =>
  call(s, endpoint, { token: admin.token, body });
const logIn = (person: Person) =>
  call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } });

it('a start without a demo says how to make the first admin, until there is one', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  const start = async (demo: boolean) => {
    printed.mockClear();
    await accounts.run!(s.c, { demo } as CoreConfig, new AbortController().signal, () => {});
    return printed.mock.calls.flat().join();
  };
  expect(await start(false)).toBe('');
  await s.c.db.updateTable('account_status').set({ plan_tier: 'free' }).execute();
  expect(await start(true)).toBe('');
  expect(await start(false)).toContain('user create you@example.com --tier admin');
  printed.mockRestore();
});

describe('the list of members', () => {
  it('pages through all of them, newest first', async () => {
    const first = await asAdmin('GET /members?limit=1');
    expect(first.body).toMatchObject([
      { username: member.username, email: member.email, plan_tier: 'free', suspended_at: null },
    ]);
    expect(first.body[0]).toMatchObject({ second_factor: false, last_used_at: s.time.now });
    expect(first.headers['x-total-count']).toBe('2');
    const next = await asAdmin(`GET /members?limit=1&cursor=${first.headers['x-next-cursor']}`);
    expect(next.body).toMatchObject([{ username: admin.username }]);
    expect(next.headers['x-next-cursor']).toBeUndefined();
  });

  it('finds members by the beginning of email or username, in any case', async () => {
    const find = async (q: string) =>
      (await asAdmin(`GET /members?q=${encodeURIComponent(q)}`)).body.map((row: Person) => row.username);
    expect(await find(member.email.slice(0, 12).toUpperCase())).toEqual([member.username]);
    expect(await find(` ${member.username.slice(0, 5)}`)).toEqual([member.username]);
    for (const q of ['nobody', '%', '_', "'; drop table user; --", 'people.example'])
      expect(await find(q)).toEqual([]);
  });
});

describe('suspending', () => {
  it('ends the sessions and refuses logins, with the right password only, until they are restored', async () => {
    const suspended = await asAdmin(`POST /members/${member.id}/suspend`, {});
    expect(suspended.body.suspended_at).toBe(s.time.now);
    expect((await call(s, 'GET /auth/me', { token: member.token })).status).toBe(401);
    const refused = await logIn(member);
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    const body = { email: member.email, password: 'not this one' };
    expect((await call(s, 'POST /auth/login', { body })).body.code).toBe('wrong_credentials');
    expect((await asAdmin(`POST /members/${member.id}/restore`, {})).body.suspended_at).toBeNull();
    expect((await logIn(member)).status).toBe(200);
  });

  it('ends sessions without suspending', async () => {
    expect((await asAdmin(`POST /members/${member.id}/end-sessions`, {})).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token: member.token })).status).toBe(401);
    expect((await logIn(member)).status).toBe(200);
  });

  it('answers 404 for somebody who does not exist or deleted the account', async () => {
    await call(s, 'DELETE /auth/me', { token: member.token, body: { password: PASSWORD } });
    for (const id of [member.id, '00000000-0000-4000-8000-000000000000'])
      for (const what of ['suspend', 'restore', 'end-sessions'])
        expect((await asAdmin(`POST /members/${id}/${what}`, {})).status).toBe(404);
  });
});

describe('the last admin', () => {
  const removals = async (person: Person) => {
    const { body } = await asAdmin(`GET /members?q=${person.email}`);
    return [
      () => asAdmin(`POST /members/${person.id}/suspend`, {}),
      () => asAdmin(`PATCH /account_status/${body[0].account_status_id}`, { plan_tier: 'free' }),
      () => call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } }),
    ];
  };

  it('cannot be suspended, lose the plan or be deleted', async () => {
    for (const remove of await removals(admin)) {
      const { status, body } = await remove();
      expect([status, body.code]).toEqual([409, 'last_admin']);
    }
  });

  it('is also the one who is left after another was suspended', async () => {
    const other = await signUp(s, { tier: 'admin' });
    expect((await asAdmin(`POST /members/${other.id}/suspend`, {})).status).toBe(200);
    for (const remove of await removals(admin)) expect((await remove()).body.code).toBe('last_admin');
  });

  it('is left when two admins suspend each other at the same moment', async () => {
    const other = await signUp(s, { tier: 'admin' });
    await Promise.all([
      asAdmin(`POST /members/${other.id}/suspend`, {}),
      call(s, `POST /members/${admin.id}/suspend`, { token: other.token, body: {} }),
    ]);
    const rows = await s.c.db
      .selectFrom('user')
      .where('id', 'in', [admin.id, other.id])
      .selectAll()
      .execute();
    expect(rows.filter(({ suspended_at }) => suspended_at === null)).toHaveLength(1);
  });
});

describe('the audit log', () => {
  const log = async () => (await asAdmin('GET /audit-log')).body;

  it('tells what admins did to whom, newest first, and nothing of what others did', async () => {
    await call(s, 'PATCH /auth/me', { token: member.token, body: { name: 'Somebody' } });
    await asAdmin(`POST /members/${member.id}/suspend`, {});
    s.time.now += 1;
    const track = await publishTrack(s.c, { title: 'Velvet Static' });
    await asAdmin(`DELETE /track/${track}`);
    s.time.now += 1;
    const { body } = await asAdmin(`GET /members?q=${member.email}`);
    await asAdmin(`PATCH /account_status/${body[0].account_status_id}`, { plan_tier: 'plus' });
    expect(await log()).toMatchObject([
      {
        action: 'PATCH /account_status/:id',
        actor: admin.username,
        subject: member.username,
        detail: '{"plan_tier":"plus"}',
      },
      { action: 'DELETE /track/:id', subject: 'Velvet Static', detail: null },
      { action: 'POST /members/:id/suspend', subject_id: member.id, subject: member.username },
    ]);
  });

  it('has an entry for an action that was refused, and none for invalid input or other people', async () => {
    await asAdmin(`POST /members/${admin.id}/suspend`, {});
    await asAdmin('POST /members/nobody/suspend', {});
    await call(s, `POST /members/${admin.id}/suspend`, { token: member.token, body: {} });
    const { body } = await call(s, 'GET /account_status', { token: member.token });
    const own = `PATCH /account_status/${body[0].id}` as const;
    await call(s, own, { token: member.token, body: { plan_tier: 'free' } });
    expect(await log()).toHaveLength(1);
  });

  it('cannot be changed or deleted, even by a program that has the database', async () => {
    await asAdmin(`POST /members/${member.id}/end-sessions`, {});
    for (const change of ['delete from audit_entry', "update audit_entry set action = 'nothing'"])
      await expect(sql.raw(change).execute(s.c.db)).rejects.toThrow('append-only');
    expect(await log()).toHaveLength(1);
  });
});
