import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { type Person, signUp } from '../../../testing/server.ts';
import { pruneSessions } from '../login/sessions.ts';

const s = serverPerTest({ accountSettings: { signUp: 'invite' } });
let admin: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

async function invite(body: { max_uses?: number; days?: number; note?: string } = {}) {
  const answer = await call(s, 'POST /invitations', {
    token: admin.token,
    body: { max_uses: 1, days: 7, ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body as { token: string; invitation: { id: string } };
}
const join = (invitation?: string, email = `${randomUUID()}@people.example`, from?: string) =>
  call(s, 'POST /auth/signup', {
    body: { name: 'New', email, password: 'a quiet stage', ...(invitation !== undefined && { invitation }) },
    ...(from && { from }),
  });
const check = (invitation: string) => call(s, 'POST /auth/invitation', { body: { invitation } });
const list = async () => (await call(s, 'GET /invitations', { token: admin.token })).body;

describe('where sign-up takes an invitation', () => {
  it('refuses without one, before it tells whether an email is taken', async () => {
    for (const email of [undefined, admin.email]) {
      expect((await join(undefined, email)).body.code).toBe('invitation_needed');
      expect((await join('', email)).body.code).toBe('invitation_needed');
      expect((await join('made up', email)).body.code).toBe('bad_invitation');
    }
    expect((await call(s, 'GET /auth/settings')).body.signUp).toBe('invite');
  });

  it('lets in as many as it allows, also when more come at once', async () => {
    const { token } = await invite({ max_uses: 3 });
    expect((await check(token)).body.uses_left).toBe(3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'invitation_used')).toHaveLength(5);
    expect((await check(token)).body.code).toBe('invitation_used');
    expect(await list()).toMatchObject([{ uses: 3, max_uses: 3, state: 'used', creator: admin.username }]);
  });

  it('is not used up by a sign-up that fails', async () => {
    const { token } = await invite();
    expect((await join(token, admin.email)).body.code).toBe('email_taken');
    expect((await check(token)).body.uses_left).toBe(1);
    expect((await join(token)).status).toBe(200);
  });

  it('ends with its time, and when it is revoked', async () => {
    const [old, gone] = [await invite({ days: 2, note: 'For Mo' }), await invite({ days: 30 })];
    s.time.now += 2 * 86_400_000 - 1;
    expect((await check(old.token)).status).toBe(200);
    s.time.now += 1;
    expect((await join(old.token)).body.code).toBe('invitation_expired');
    for (let time = 0; time < 2; time++)
      expect(
        (await call(s, `DELETE /invitations/${gone.invitation.id}`, { token: admin.token })).status,
      ).toBe(200);
    expect((await join(gone.token)).body.code).toBe('bad_invitation');
    const states = (await list()).map(({ state, note }: Record<string, string>) => `${state} ${note}`);
    expect(states.toSorted()).toEqual(['expired For Mo', 'revoked null']);
  });

  it('shows the token once and stores only its hash', async () => {
    const { token } = await invite();
    const everything = JSON.stringify([
      await list(),
      await s.c.db.selectFrom('invitation').selectAll().execute(),
      await s.c.db.selectFrom('audit_entry').selectAll().execute(),
    ]);
    expect(everything).not.toContain(token);
  });

  it.each([
    { max_uses: 0, days: 1 },
    { max_uses: 1001, days: 1 },
    { max_uses: 1.5, days: 1 },
    { max_uses: '1', days: 1 },
    { max_uses: 1, days: 366 },
    { max_uses: 1, days: 1, note: '   ' },
    { max_uses: 1, days: 1, note: 'a\u202Eb' },
  ])('refuses to make %j', async (body) => {
    expect((await call(s, 'POST /invitations', { token: admin.token, body })).status).toBe(400);
  });

  it('lists page by page', async () => {
    for (let n = 0; n < 3; n++) {
      s.time.now += 1;
      await invite({ note: `No. ${n}` });
    }
    const first = await call(s, 'GET /invitations?limit=2', { token: admin.token });
    expect(first.headers['x-total-count']).toBe('3');
    const rest = await call(s, `GET /invitations?limit=2&cursor=${first.headers['x-next-cursor']}`, {
      token: admin.token,
    });
    const notes = [...first.body, ...rest.body].map(({ note }) => note);
    expect(notes).toEqual(['No. 2', 'No. 1', 'No. 0']);
  });
});

describe('where sign-up is closed', () => {
  it('lets nobody in, not even with an invitation', async () => {
    const { token } = await invite();
    s.c.accountSettings.signUp = 'closed';
    for (const invitation of [undefined, token])
      expect((await join(invitation)).body.code).toBe('signup_closed');
    expect((await check(token)).status).toBe(200);
  });
});

describe('the limit of accounts in a day', () => {
  beforeEach(() => Object.assign(s.c.accountSettings, { signUp: 'open', signUpsPerDay: 2 }));

  it('holds for an address, also at once, until the day ends', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => join(undefined, undefined, '192.0.2.1')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.retry_after).toBe(12 * 3600);
    expect((await join(undefined, undefined, '198.51.100.1')).status).toBe(200);
    s.time.now += 12 * 3_600_000;
    expect((await join(undefined, undefined, '192.0.2.1')).status).toBe(200);
  });

  it.each([
    ['IPv4', (n: number) => `192.0.2.${n}`],
    ['IPv6', (n: number) => `2001:db8:1:${n}::1`],
  ])('holds for a network of many %s addresses, five times as high', async (_kind, address) => {
    for (let n = 1; n <= 10; n++) expect((await join(undefined, undefined, address(n))).status).toBe(200);
    expect((await join(undefined, undefined, address(11))).status).toBe(429);
  });

  it('does not count what was refused, and stores no address', async () => {
    expect((await join(undefined, admin.email, '192.0.2.1')).status).toBe(409);
    for (let n = 0; n < 2; n++) expect((await join(undefined, undefined, '192.0.2.1')).status).toBe(200);
    const rows = JSON.stringify(await s.c.db.selectFrom('sign_up_count').selectAll().execute());
    expect(rows).not.toContain('192');
  });

  it('is forgotten when the day is over', async () => {
    await join(undefined, undefined, '192.0.2.1');
    const count = async () => (await s.c.db.selectFrom('sign_up_count').select('day').execute()).length;
    await pruneSessions(s.c);
    expect(await count()).toBe(2);
    s.time.now += 12 * 3_600_000;
    await pruneSessions(s.c);
    expect(await count()).toBe(0);
  });
});
