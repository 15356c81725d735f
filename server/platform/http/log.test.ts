import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { insertRows } from '../../testing/rows.ts';
import { PASSWORD, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { textLog } from './log.ts';

let s: TestServer;
let log = '';
beforeAll(async () => {
  s = await testServer({ logLevel: 'trace', logTo: { write: (line) => (log += line) } });
});
afterAll(() => s.close());

it('logs a failure by method and path, never personal data or input', async () => {
  const { token, email, id } = await signUp(s);
  await call(s, 'POST /auth/login', { body: { email, password: PASSWORD } });
  await call(s, 'POST /auth/login', { body: { email, password: 'a wrong secret' } });
  await call(s, `GET /track?q=private-search&token=${token}`, { token });
  await call(s, `GET /nowhere?email=${email}`, { token });
  await call(s, `GET /auth/me?limit=%`, { token });
  expect(log).toBe('');

  // A mail server that repeats the address in its error.
  s.c.mail = () => Promise.reject(Object.assign(new Error(`550 <${email}> rejected`), { code: 'EENVELOPE' }));
  await call(s, 'POST /auth/password-reset', { body: { email }, headers: { host: 'localhost' } });
  // A statement that fails unexpectedly.
  const { passwords, clock } = s.c;
  s.c.passwords = {
    ...passwords,
    matches: async () => {
      await insertRows(s.c, 'user', {
        id,
        email,
        username: 'x',
        username_key: 'x',
        name: 'x',
        password_hash: null,
        avatar_url: null,
        created_at: clock(),
        deleted_at: null,
      });
      return true;
    },
  };
  const failed = await call(s, 'POST /auth/login?next=/secret-page', {
    token,
    body: { email, password: 'a very secret one' },
  });
  s.c.passwords = passwords;
  expect(failed).toMatchObject({
    status: 500,
    body: { message: 'Server error. Please try again later.', code: 'internal' },
  });

  // The detail that PostgreSQL adds to an error, simulated on both engines.
  s.c.passwords = {
    ...passwords,
    matches: () =>
      Promise.reject(Object.assign(new Error('duplicate key'), { detail: `Key (email)=(${email})` })),
  };
  await call(s, 'POST /auth/login', { body: { email, password: 'a very secret one' } });
  s.c.passwords = passwords;

  expect(log).toContain('duplicate key');
  expect(log).toContain('unexpected failure');
  expect(log).toContain('sending a mail failed');
  for (const secret of [
    token,
    email,
    email.split('@')[0]!,
    id,
    'a very secret one',
    'a wrong secret',
    PASSWORD,
    'secret-page',
    'private-search',
    'argon2id$',
  ])
    expect(log).not.toContain(secret);
});

it('does not log a client that leaves while it sends its body', async () => {
  await s.app.listen({ port: 0, host: '127.0.0.1' });
  log = '';
  const { port } = s.app.server.address() as AddressInfo;
  const handled = new Promise((resolve) =>
    s.app.server.once('request', (request) => request.once('close', resolve)),
  );
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    'POST /plays HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await new Promise((resolve) => s.app.server.once('request', resolve));
  socket.destroy();
  await handled;
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toBe('');
});

it('writes text for people, and lets nobody forge a line', () => {
  let text = '';
  const { write } = textLog((more) => (text += more));
  const line = { time: new Date(2026, 10, 3, 12, 3, 11).getTime(), pid: 1, hostname: 'h' };
  write(JSON.stringify({ ...line, level: 40, msg: 'sending a mail failed', code: 'EENVELOPE', answer: 550 }));
  const req = { method: 'GET', path: '/a b\n00:00:00 info forged' };
  const err = { message: 'broken', stack: 'Error: broken\n    at run' };
  write(JSON.stringify({ ...line, level: 50, msg: 'unexpected failure', req, err, reqId: 'abcdefgh' }));
  expect(text).toBe(
    `12:03:11 warn sending a mail failed code=EENVELOPE answer=550
12:03:11 error unexpected failure call="GET /a b\\n00:00:00 info forged" reqId=abcdefgh
  Error: broken
      at run
`,
  );
});
