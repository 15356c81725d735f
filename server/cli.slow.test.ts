import { type ChildProcess, spawn } from 'node:child_process';
import { catalogue } from 'contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from './testing/bundles.ts';
import { freshDatabase } from './testing/databases/fresh-database.ts';
import { folderOfFile } from './testing/folders.ts';

/** The cli as a process, beside a server that runs on the same database. */
let env: Record<string, string | undefined>;
let server: ChildProcess;
let origin: string;
const folder = folderOfFile();
let cleanUp: () => Promise<void>;

beforeAll(async () => {
  const postgres = process.env.TEST_DATABASE_URL
    ? await freshDatabase(process.env.TEST_DATABASE_URL)
    : undefined;
  env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: folder,
    DATABASE_URL: postgres?.url,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: '0',
    PUBLIC_URL: '',
  };
  // Serves the contract alone: the web page may not be built here.
  server = spawn(process.execPath, [await bundled('testing/api-server.ts')], { env });
  origin = await new Promise((resolve, reject) => {
    server.stdout!.on('data', (line) => resolve(String(line).trim()));
    server.stderr!.on('data', (line) => reject(new Error(String(line))));
  });
  cleanUp = async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await gone;
    await postgres?.drop();
  };
});
afterAll(() => cleanUp());

async function cli(args: string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  const script = await bundled('cli.ts');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

async function login(email: string, password: string) {
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body = (await answer.json()) as { authToken: string };
  return { status: answer.status, token: body.authToken };
}
const get = async (address: string, token: string) => {
  const answer = await fetch(origin + address, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as { plan_tier: string }[] };
};

describe('the cli beside a running server', () => {
  it('creates, lists and revokes invitations', async () => {
    expect((await cli(['invite', 'list'])).out).toBe('There are no invitations.\n');
    const made = await cli(['invite', 'create', '--uses', '5', '--days', '30', '--note', 'The choir']);
    const [link, words, hint] = made.out.split('\n');
    expect(link).toMatch(/^http:\/\/localhost:\d+\/signup#invitation=[\w-]{20,}$/);
    expect(words).toMatch(/^It works 5 times, until \d{4}-\d\d-\d\d\. It is not shown again\.$/);
    expect(hint).toBe('Invitations matter with SIGNUP=invite; it is open.');
    const [, id] = /^(\S+) {2}open +0\/5 {2}until \S+ {2}The choir$/m.exec(
      (await cli(['invite', 'list'])).out,
    )!;
    expect(await cli(['invite', 'revoke', id!])).toMatchObject({
      code: 0,
      out: 'The invitation is revoked.\n',
    });
    expect((await cli(['invite', 'list'])).out).toMatch(/^\S+ {2}revoked +0\/5 .*\n1 of 1\n$/);
    for (const wrong of [['create', '--uses', '0'], ['create', '--days', 'x'], ['revoke', 'x'], ['revoke']])
      expect((await cli(['invite', ...wrong])).code).not.toBe(0);
  });

  it('makes the first admin, changes their password and plan; each ends their sessions', async () => {
    const email = 'boss@people.example';
    const made = await cli(
      ['user', 'create', 'Boss@People.example', '--name', 'The Boss', '--tier', 'admin', '--password-stdin'],
      'first password\n',
    );
    expect(made).toEqual({
      code: 0,
      out: `Made the Admin account ${email} (username the-boss).\n`,
      err: '',
    });
    const first = await login(email, 'first password');
    expect((await get('/account_status', first.token)).body[0]!.plan_tier).toBe('admin');

    expect(await cli(['user', 'password', email], 'second password')).toMatchObject({ code: 0 });
    expect((await get('/auth/me', first.token)).status).toBe(401);
    expect((await login(email, 'first password')).status).toBe(403);
    const second = await login(email, 'second password');

    const refused = await cli(['plan', 'set', email, 'premium']);
    expect(refused).toMatchObject({ code: 1, err: `${catalogue.last_admin[1]}\n` });
    await cli(['user', 'create', 'deputy@people.example', '--tier', 'admin'], 'another password');
    expect(await cli(['plan', 'set', email, 'premium'])).toMatchObject({
      code: 0,
      out: `${email} has the Premium plan now, their sessions are ended.\n`,
    });
    expect((await get('/auth/me', second.token)).status).toBe(401);
    const third = await login(email, 'second password');
    expect((await cli(['plan', 'set', email, 'plus'])).out).toBe(
      `${email} has the Plus plan now, they stay logged in.\n`,
    );
    expect((await get('/account_status', third.token)).body).toMatchObject([{ plan_tier: 'plus' }]);

    expect(await cli(['user', 'create', email], 'whatever')).toMatchObject({
      code: 1,
      err: 'An account with this email already exists. Please log in instead.\n',
    });
  });

  it('gives credits with a reason, and finds the ledger clean', async () => {
    const email = 'member@people.example';
    await cli(['user', 'create', email, '--password-stdin'], 'a password\n');
    expect(await cli(['credits', 'grant', email, '1500', '--reason', 'Found a bug'])).toEqual({
      code: 0,
      out: `${email} got 1,500 credits and holds 1,500 now.\n`,
      err: '',
    });
    const { token } = await login(email, 'a password');
    expect((await get('/credits', token)).body).toMatchObject([{ credits: 1500 }]);
    expect((await get('/credits/history', token)).body).toMatchObject([
      { kind: 'grant', amount: 1500, subject: 'Found a bug' },
    ]);
    expect(await cli(['credits', 'take', email, '600', '--reason', 'By mistake'])).toMatchObject({
      code: 0,
      out: `${email} gave back 600 credits and holds 900 now.\n`,
    });
    expect(await cli(['credits', 'take', email, '901', '--reason', 'Too many'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('You do not have enough credits.'),
    });
    const clean = await cli(['ledger', 'check']);
    expect(clean).toMatchObject({ code: 0, err: '' });
    expect(clean.out).toContain('ok  every balance is the sum of its entries');
    expect(clean.out).toContain('The ledger is clean.');
  });

  it.each<[args: string[], input: string, code: number, sentence: string]>([
    [['user', 'password', 'nobody@people.example'], 'some password', 1, 'There is no account with the email'],
    [['plan', 'set', 'nobody@people.example', 'plus'], '', 1, 'There is no account with the email'],
    [['user', 'create', 'new@people.example'], 'short', 2, 'The password: Please use at least 6 characters.'],
    [['user', 'create', 'new@people.example'], '', 1, 'No password was given.'],
    [['user', 'remove', 'new@people.example'], '', 2, 'There is no command "user remove".'],
    [['credits', 'grant', 'nobody@people.example', '5', '--reason', 'x'], '', 1, 'There is no account'],
    [['studio', 'make', 'x', '/nowhere/song.mp3'], '', 1, '/nowhere/song.mp3 cannot be written (ENOENT).'],
    [['studio', 'make', 'some-id', '/dev/null'], '', 1, 'The house band made no track with this id.'],
    [[], '', 2, ''],
  ])('%j says what is wrong', async (args, input, code, sentence) => {
    const answer = await cli(args, input);
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(sentence);
    expect(answer.err).not.toMatch(/\bat .*\.ts:\d/);
    if (code === 2) expect(answer.out + answer.err).toContain('Usage: npm run cli');
  });

  it('makes all servers read-only, and ends that again', async () => {
    const signUp = (email: string) =>
      fetch(`${origin}/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'M', email, password: 'long enough' }),
      });
    expect(await cli(['mode', 'read-only'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('read-only'),
    });
    await expect.poll(async () => (await signUp(`${Math.random()}@people.example`)).status).toBe(503);
    expect((await fetch(`${origin}/track`)).status).toBe(200);
    expect((await cli(['mode'])).out).toContain('read-only');
    expect(await cli(['mode', 'normal'])).toMatchObject({ code: 0 });
    await expect.poll(async () => (await signUp('after-maintenance@people.example')).status).not.toBe(503);
    expect((await cli(['mode'])).out).toContain('as usual');
    expect(await cli(['mode', 'off'])).toMatchObject({ code: 2 });
  });

  it('explains itself', async () => {
    for (const args of [['help'], ['--help'], ['user', 'create', '--help']]) {
      expect(await cli(args)).toMatchObject({ code: 0, out: expect.stringContaining('user create EMAIL') });
    }
  });
});
