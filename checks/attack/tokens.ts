import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { type Scope, scopeNames, scopeOf } from 'contract/features/accounts/scopes.ts';
import type { Finding } from './lib/report.ts';
import type { Target } from './lib/target.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const root = path.join(import.meta.dirname, '../..');

interface Admin {
  token: string;
  email: string;
}

/** Makes calls of one server. @returns status and code, as `403 scope_missing`; the whole body as `body`. */
const caller =
  ({ host, port }: Target) =>
  async (method: string, where: string, authorization: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`http://${host}:${port}${where}`, {
      method,
      headers: { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await answer.text();
    const read = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>;
    return { status: answer.status, said: `${answer.status} ${read.code ?? ''}`.trim(), body: read };
  };

/**
 * Tokens for scripts: none does more than its scopes say, and none works once it has expired, is revoked, or its admin is
 * one no more. Nobody finds one by trying.
 * @param folder of the server, on SQLite; undefined on PostgreSQL, where nothing expires.
 */
export async function tokens(
  target: Target,
  [admin, other]: [Admin, Admin],
  folder: string | undefined,
  environment: Record<string, string>,
): Promise<Finding[]> {
  const send = caller(target);
  const make = async ({ token }: Admin, scopes: readonly Scope[]) =>
    (await send('POST', '/auth/tokens', `Bearer ${token}`, { name: 'Attack', scopes })).body as {
      id: string;
      token: string;
    };
  const open = (token: string) => send('GET', '/members', `Bearer ${token}`);
  const broken: string[] = [];
  const expect = (what: string, said: string, wanted: string) => {
    if (said !== wanted) broken.push(`${what} was answered ${said}, not ${wanted}`);
  };

  let calls = 0;
  for (const scope of scopeNames) {
    const { token } = await make(admin, [scope]);
    for (const one of endpoints as readonly Endpoint[]) {
      if (one.access === 'anyone' || scopeOf(one) === scope) continue;
      calls++;
      const where = one.path.replace(/:\w+/g, NOBODY);
      const body = one.method === 'GET' ? undefined : {};
      const { said } = await send(one.method, where, `Bearer ${token}`, body);
      expect(`${one.route} with ${scope}`, said, '403 scope_missing');
    }
  }
  for (const scopes of [
    [],
    ['*'],
    ['admin'],
    ['members:read', 'credits:write'],
    'members:read',
    Array(1000).fill('members:read'),
  ]) {
    const given = { name: 'Attack', scopes };
    expect(
      `a token with the scopes ${JSON.stringify(scopes).slice(0, 40)}`,
      String((await send('POST', '/auth/tokens', `Bearer ${admin.token}`, given)).status),
      '400',
    );
  }

  const live = (await make(admin, ['members:read'])).token;
  expect('a live token', (await open(live)).said, '200');
  const guesses = Array.from({ length: 2000 }, () => `ovt_${randomBytes(32).toString('base64url')}`);
  guesses.push(
    live.toUpperCase(),
    live.slice(0, -1),
    `${live}x`,
    live.slice(4),
    `ovt_${'%'.repeat(43)}`,
    'x'.repeat(6000),
  );
  for (let i = 4; i < live.length; i++)
    guesses.push(`${live.slice(0, i)}${live[i] === 'A' ? 'B' : 'A'}${live.slice(i + 1)}`);
  for (const guess of guesses) expect('a guessed token', (await open(guess)).said.slice(0, 3), '401');
  for (const authorization of ['', live, `Basic ${btoa(`:${live}`)}`, `Bearer  ${live} x`])
    expect(
      'a token elsewhere',
      (await send('GET', `/members?token=${live}`, authorization)).said.slice(0, 3),
      '401',
    );

  const revoked = await make(admin, ['members:read']);
  await send('DELETE', `/auth/tokens/${revoked.id}`, `Bearer ${other.token}`);
  expect('a revoked token', (await open(revoked.token)).status.toString(), '401');
  if (folder !== undefined) {
    const expired = await make(admin, ['members:read']);
    const database = new DatabaseSync(path.join(folder, 'ovation.db'), { timeout: 10_000 });
    database.prepare('update access_token set expires_at = 1 where id = ?').run(expired.id);
    database.close();
    expect('an expired token', (await open(expired.token)).status.toString(), '401');
  }
  const demoted = (await make(other, ['members:read'])).token;
  const command = ['server/cli.ts', 'plan', 'set', other.email, 'platinum'];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Could not demote ${other.email}: ${stderr}`);
  expect('the token of an admin who is one no more', (await open(demoted)).status.toString(), '401');
  const sent = `${calls} calls beyond their scopes, ${guesses.length} guesses, revoked, expired, demoted`;
  return [{ attack: 'tokens', sent, broken: broken.slice(0, 10) }];
}

/** Files for `POST /publishing/import` that are not songs. */
const hostileFiles = (): Record<string, Buffer> => {
  const id3 = (size: number[], frames: Buffer | string) =>
    Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from(size), Buffer.from(frames)]);
  return {
    nothing: Buffer.alloc(0),
    noise: randomBytes(200_000),
    zeros: Buffer.alloc(2_000_000),
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a playlist of other files': Buffer.from('#EXTM3U\n/etc/passwd\nfile:///etc/shadow\n'),
    'tags that claim 256 MB': id3([0x7f, 0x7f, 0x7f, 0x7f], 'TIT2'),
    'a frame longer than the file': id3([0, 0, 0x20, 0], `TIT2\x7f\x7f\x7f\x7f\0\0\x03${'A'.repeat(3000)}`),
    'a FLAC without an end': Buffer.concat([
      Buffer.from('fLaC\x84\xff\xff\xff', 'latin1'),
      randomBytes(5000),
    ]),
    'an Ogg page of nothing': Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(5000, 0xff)]),
    'a WAV that claims 4 GB': Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff', 'latin1'),
    'an MP4 whose boxes nest in themselves': Buffer.from(
      '\0\0\0\x18ftypM4A \0\0\0\0M4A mp42'.padEnd(24, '\0') + '\0\0\0\x08moov'.repeat(2000),
      'latin1',
    ),
  };
};

const NAMES = [
  'song.mp3',
  '../../evil.mp3',
  '..\\evil.flac',
  '/etc/evil.ogg',
  'evil\0.mp3',
  `${'é'.repeat(5000)}.wav`,
];

/** Files that are no songs, under names that lead elsewhere: each is refused, and none is written elsewhere. */
export async function imports(target: Target, admin: Admin, folder: string): Promise<Finding[]> {
  const send = caller(target);
  const made = await send('POST', '/auth/tokens', `Bearer ${admin.token}`, {
    name: 'Import',
    scopes: ['catalogue:write'],
  });
  const authorization = `Bearer ${made.body.token}`;
  const broken: string[] = [];
  let calls = 0;
  const refused = async (what: string, where: string, body: FormData | object) => {
    calls++;
    const { status, said } = await send('POST', where, authorization, body);
    if (status < 400 || status > 499) broken.push(`${what} was answered ${said}`);
  };
  for (const [what, file] of Object.entries(hostileFiles()))
    for (const name of NAMES) {
      const form = new FormData();
      form.append('audio', new Blob([new Uint8Array(file)], { type: 'audio/mpeg' }), name);
      await refused(`${what} called ${name.slice(0, 20)}`, '/publishing/import?genre=jazz', form);
    }
  await refused('JSON', '/publishing/import', { audio: 'song.mp3' });
  await refused('an empty form', '/publishing/import', new FormData());
  const many = new FormData();
  for (let i = 0; i < 300; i++) many.append('audio', new Blob(['x']), `${i}.mp3`);
  await refused('300 files at once', '/publishing/import', many);
  for (const genre of ['none', '../jazz', 'x'.repeat(5000), '%00']) {
    const form = new FormData();
    form.append('audio', new Blob(['x']), 'song.mp3');
    await refused(`the genre ${genre.slice(0, 10)}`, `/publishing/import?genre=${genre}`, form);
  }
  if (!target.isAlive()) broken.push('the server exited');
  const written = readdirSync(folder, { recursive: true }).filter((name) =>
    /evil|song\.mp3/.test(String(name)),
  );
  if (written.length > 0) broken.push(`files were written: ${written.join(', ')}`);
  return [{ attack: 'imports', sent: `${calls} files that are no songs`, broken: broken.slice(0, 10) }];
}
