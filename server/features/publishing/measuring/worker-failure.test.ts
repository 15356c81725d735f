import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { processNext } from '../../../testing/jobs.ts';
import { type Person, signUp } from '../../../testing/server.ts';
import { form, wav } from '../../../testing/sounds.ts';
import { drawSongCover } from './draw-cover.ts';

// Every file is processed by a worker, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const s = serverOfFile();
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
  vi.restoreAllMocks();
});

/** Longer than the pause before any retry, ms. */
const LATER = 3_600_000;

const send = (kind: 'audio' | 'cover', data: Buffer) => {
  const { body, headers } = form({ field: kind, name: 'a file', data });
  return call(s, `POST /api/upload/${kind}`, { token: admin.token, body, headers });
};
const find = async (id: string) =>
  (await call(s, `GET /publishing/uploads/${id}`, { token: admin.token })).body;
const isStored = async (url: string) => {
  const name = path.basename(url);
  return (await readdir(path.dirname(s.c.media.workFile()))).includes(name);
};
const failToFork = () => {
  process.execPath = '/nowhere/node';
};

describe('a song whose worker cannot be started', () => {
  it('is tried again after a pause and becomes ready', async () => {
    const { body } = await send('audio', wav(2));
    failToFork();
    await expect(processNext(s.c)).rejects.toThrow(/ENOENT/);
    expect(await find(body.id)).toMatchObject({ state: 'waiting', failure: null });
    expect(await isStored(body.url)).toBe(true);

    process.execPath = execPath;
    expect(await processNext(s.c)).toBe(false);
    s.time.now += LATER;
    expect(await processNext(s.c)).toBe(true);
    expect((await find(body.id)).state).toBe('ready');
  });

  it('does not keep the next song waiting', async () => {
    const first = (await send('audio', wav(2, { hz: 300 }))).body;
    failToFork();
    await expect(processNext(s.c)).rejects.toThrow();
    process.execPath = execPath;
    const second = (await send('audio', wav(2, { hz: 310 }))).body;
    expect(await processNext(s.c)).toBe(true);
    expect((await find(second.id)).state).toBe('ready');
    s.time.now += LATER;
    await processNext(s.c);
    expect((await find(first.id)).state).toBe('ready');
  });

  it('fails with a sentence after three attempts, and can be uploaded again', async () => {
    const data = wav(2, { hz: 320 });
    const { body } = await send('audio', data);
    failToFork();
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(processNext(s.c)).rejects.toThrow();
      s.time.now += LATER;
    }
    expect(await processNext(s.c)).toBe(false);
    expect(await find(body.id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(await isStored(body.url)).toBe(true);

    process.execPath = execPath;
    const again = (await send('audio', data)).body;
    expect(again.url).toBe(body.url);
    expect(await processNext(s.c)).toBe(true);
    expect((await find(again.id)).state).toBe('ready');
  });
});

describe('the cover of a requested song', () => {
  const song = {
    title: 'Tide',
    genre: 'pop',
    seed: 1,
    bpm: 100,
    musical_key: 'C major',
    waveform_json_url: null,
  };

  it('is drawn by the next worker if one cannot be started', async () => {
    let starts = 0;
    const define = (descriptor: PropertyDescriptor) =>
      Object.defineProperty(process, 'execPath', { ...descriptor, configurable: true });
    define({ get: () => (starts++ === 0 ? '/nowhere/node' : execPath) });
    const cover = await drawSongCover(s.c, randomUUID(), song).finally(() =>
      define({ value: execPath, writable: true }),
    );
    expect(starts).toBe(2);
    expect(cover).toMatch(/^\/media\/.*\.webp$/);
  });

  it('is left out after three attempts', async () => {
    failToFork();
    expect(await drawSongCover(s.c, randomUUID(), song)).toBeNull();
  });
});

// Writing to this device always ends with "no space left on device".
describe.runIf(existsSync('/dev/full'))('a song whose copies find the disk full', () => {
  it('is kept and tried again, and the operator reads why', async () => {
    const { body } = await send('audio', wav(2, { hz: 330 }));
    const folder = await mkdtemp(path.join(tmpdir(), 'ovation-full-'));
    const full = path.join(folder, 'full');
    await symlink('/dev/full', full);
    const { workFile } = s.c.media;
    vi.spyOn(s.c.media, 'workFile').mockImplementation((name) =>
      name?.endsWith('-stream') ? full : workFile(name),
    );
    await expect(processNext(s.c)).rejects.toThrow(/ENOSPC/);
    expect(await find(body.id)).toMatchObject({ state: 'waiting', failure: null });
    expect(await isStored(body.url)).toBe(true);
    await rm(folder, { recursive: true });

    vi.restoreAllMocks();
    s.time.now += LATER;
    expect(await processNext(s.c)).toBe(true);
    expect((await find(body.id)).state).toBe('ready');
  });
});

it('a cover whose worker cannot be started is not called a bad picture', async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c40' } })
    .png()
    .toBuffer();
  failToFork();
  expect(await send('cover', picture)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: expect.stringMatching(/again.*\.$/) },
  });
  process.execPath = execPath;
  expect((await send('cover', picture)).status).toBe(200);
});
