import { endpoints } from 'contract/api.ts';
import { type Endpoint, isOpenToApps } from 'contract/endpoint.ts';
import { scopeNames, scopeOf, scopes } from 'contract/features/accounts/scopes.ts';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../../testing/server.ts';
import { withExtensions } from '../../../testing/with-extensions.ts';
import { tokenCommand } from './access-tokens.ts';

const s = serverOfFile();
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

const DAY = 86_400_000;
const make = (body: object, who = admin) => call(s, 'POST /auth/tokens', { token: who.token, body });
const confirm = (who = admin) =>
  call(s, 'POST /auth/confirmation', { token: who.token, body: { password: PASSWORD } });
const tokenFor = async (...given: string[]) => {
  await confirm();
  return (await make({ name: 'Import script', scopes: given })).body.token as string;
};
const audited = async (action: string) =>
  (await call(s, 'GET /audit-log', { token: admin.token })).body.find(
    (entry: { action: string }) => entry.action === action,
  );

withExtensions(
  'every scope names calls that there are, for admins only, and none of accounts, security or money',
  () => {
    const byRoute = new Map((endpoints as readonly Endpoint[]).map((one) => [one.route, one]));
    for (const route of Object.values(scopes).flat()) {
      expect([route, byRoute.get(route)?.access]).toEqual([route, 'admin']);
      expect(isOpenToApps({ access: 'signed-in', path: byRoute.get(route)!.path })).toBe(true);
      expect(route).not.toMatch(
        /account_status|credits|payments|audit|invitations|suspend|end-sessions|tokens/,
      );
    }
  },
);

it('counts only as a bearer token', async () => {
  const token = await tokenFor('members:read');
  const as = (authorization: string) => call(s, 'GET /members', { headers: { authorization } });
  expect((await as(`Bearer ${token}`)).status).toBe(200);
  for (const form of [token, `Basic ${token}`, `Bearer ${token} x`])
    expect((await as(form)).status).toBe(401);
});

it('does what its scope allows, as the admin, and nothing else', async () => {
  const token = await tokenFor('catalogue:write');
  const id = await publishTrack(s.c);
  const edited = await call(s, `PATCH /track/${id}`, { token, body: { title: 'Quay' } });
  expect(edited).toMatchObject({ status: 200, body: { title: 'Quay' } });
  const entry = await audited('PATCH /track/:id');
  expect(entry.actor).toBe(admin.username);
  expect(JSON.parse(entry.detail)).toEqual({ script: 'Import script', title: 'Quay' });

  for (const { route, access, method, path } of endpoints as readonly Endpoint[]) {
    if (scopeOf({ route }) === 'catalogue:write' || access === 'anyone') continue;
    const url = `${method} ${path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`;
    const { status, body } = await call(s, url as 'GET /', { token, ...(method !== 'GET' && { body: {} }) });
    expect([route, status, body.code]).toEqual([route, 403, 'scope_missing']);
  }
  // What is open to anyone answers as to a visitor.
  expect((await call(s, 'GET /requests', { token })).status).toBe(200);
  expect((await call(s, 'GET /members', { token: await tokenFor('members:read') })).status).toBe(200);
});

it('is made by an admin who has just confirmed, of scopes that exist, for at most a year', async () => {
  await confirm();
  expect((await make({ name: 'x', scopes: ['money:write'] })).status).toBe(400);
  expect((await make({ name: 'x', scopes: [] })).status).toBe(400);
  expect((await make({ name: 'x', scopes: ['members:read'], days: 1000 })).status).toBe(400);
  const other = await signUp(s, { tier: 'admin' });
  await s.c.db.updateTable('session').set({ confirmed_at: null }).where('user_id', '=', other.id).execute();
  expect(await make({ name: 'x', scopes: ['members:read'] }, other)).toMatchObject({
    status: 403,
    body: { code: 'confirmation_needed' },
  });
  const member = await signUp(s, { tier: 'platinum' });
  expect((await make({ name: 'x', scopes: ['members:read'] }, member)).status).toBe(403);
});

it('ends when it expires, is revoked, or its admin is one no more, is suspended or gone', async () => {
  const works = async (token: string) => (await call(s, 'GET /members', { token })).status;
  await confirm();
  const { body } = await make({ name: 'Short', scopes: ['members:read'], days: 1 });
  expect(await works(body.token)).toBe(200);
  expect(await works(`${body.token.slice(0, -1)}_`)).toBe(401);
  const listed = (await call(s, 'GET /auth/tokens', { token: admin.token })).body;
  expect(listed.find(({ id }: { id: string }) => id === body.id)).toMatchObject({
    name: 'Short',
    scopes: ['members:read'],
    last_used_at: s.time.now,
  });
  expect(JSON.stringify(listed)).not.toContain(body.token);
  s.time.now += DAY;
  expect(await works(body.token)).toBe(401);

  const second = await signUp(s, { tier: 'admin' });
  await confirm(second);
  const made = async () => (await make({ name: 'Other', scopes: ['members:read'] }, second)).body;
  const revoked = await made();
  expect((await call(s, `DELETE /auth/tokens/${revoked.id}`, { token: admin.token })).status).toBe(200);
  expect(await works(revoked.token)).toBe(401);
  const { token } = await made();
  const status = (change: object) =>
    s.c.db.updateTable('account_status').set(change).where('user_id', '=', second.id).execute();
  await status({ plan_tier: 'platinum' });
  expect(await works(token)).toBe(401);
  await status({ plan_tier: 'admin' });
  expect(await works(token)).toBe(200);
  await s.c.db.updateTable('user').set({ suspended_at: 1 }).where('id', '=', second.id).execute();
  expect(await works(token)).toBe(401);
});

it('a scope that is gone from this version gives nothing', async () => {
  const token = await tokenFor('members:read');
  await s.c.db.updateTable('access_token').set({ scopes: 'everything' }).execute();
  expect((await call(s, 'GET /members', { token })).status).toBe(403);
});

it('is made on the command line, which the audit log says', async () => {
  const run = (email: string, options: object) => tokenCommand.run(s.c, [email], options as never);
  const given = { name: 'Nightly', scopes: 'catalogue:write,members:read', days: '30' };
  const [token] = (await run(admin.email, given)).split('\n');
  expect((await call(s, 'GET /members', { token: token! })).status).toBe(200);
  expect((await audited('cli token create')).actor).toBe(admin.username);
  await expect(run(admin.email, { ...given, scopes: 'members' })).rejects.toThrow('Please choose of');
  const member = await signUp(s);
  await expect(run(member.email, given)).rejects.toThrow('There is no admin with the email');
});

it('the OpenAPI document says which scope a call wants', async () => {
  const { paths } = (await call(s, 'GET /openapi.json' as 'GET /')).body;
  expect(paths['/track'].post['x-scope']).toBe('catalogue:write');
  expect(paths['/credits'].post['x-scope']).toBeUndefined();
  expect(scopeNames).toContain('requests:moderate');
});
