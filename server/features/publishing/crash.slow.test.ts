import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Track } from 'contract/features/tracks.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RealServer, realServer } from '../../testing/real-server.ts';
import { wav } from '../../testing/sounds.ts';

// Every kill is followed by a start, and the machine may be busy.
vi.setConfig({ testTimeout: 600_000 });

const SECONDS = 10;
/** Times the server is killed while it processes a file, each at another moment. */
const KILLS = 5;
const PUBLICATIONS = 5;

let s: RealServer;
beforeAll(async () => {
  s = await realServer();
});
afterAll(() => s.close());

let sent = 0;
/** Sends a new file. */
async function send(): Promise<{ id: string; url: string }> {
  const answer = await s.send('audio', wav(SECONDS, { hz: 200 + 10 * sent++ }));
  expect(answer.status).toBe(200);
  return (await answer.json()) as { id: string; url: string };
}

const row = (id: string) =>
  s.database.db.selectFrom('upload').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** Every start of the server has another port and thus another origin. */
const publish = (url: string, title: string) =>
  fetch(`${s.origin()}/track`, {
    method: 'POST',
    headers: { ...s.admin, 'content-type': 'application/json' },
    body: JSON.stringify({
      title,
      display_artist: 'The Marlow Trio',
      genre: 'jazz',
      audio_url: new URL(new URL(url).pathname, s.origin()).href,
    }),
  });
const tracks = async () => (await (await fetch(`${s.origin()}/track`)).json()) as Track[];

/** Starts a new server after the dead one's lease has expired. */
async function restart(): Promise<void> {
  await s.database.db.updateTable('job').set({ run_at: 0 }).where('lease', 'is not', null).execute();
  await s.start();
}

/** A file's name is its hash, which a partly written file would not match. */
function filesAreWhole(): void {
  for (const name of s.files()) {
    if (name.endsWith('.part')) continue;
    const bytes = readFileSync(path.join(s.mediaFolder, name));
    expect(name).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 32));
  }
}

it('a job resumes after kill -9 at any moment', async () => {
  const first = await send();
  const began = performance.now();
  expect(await s.settled(first.id)).toMatchObject({ state: 'ready' });
  const took = performance.now() - began;
  let killed = 0;
  // A kill that came too late makes the next ones earlier, so that it does not matter how fast the job is.
  for (let misses = 0; killed < KILLS; ) {
    expect(misses).toBeLessThan(5 * KILLS);
    const { id, url } = await send();
    await sleep(((killed + Math.random()) / (KILLS + misses)) * took);
    await s.kill();
    if ((await row(id)).state === 'processing') killed++;
    else misses++;
    filesAreWhole();
    await restart();
    const upload = await s.upload(id);
    if (upload.state !== 'ready') {
      expect(upload.facts).toBeNull();
      expect((await publish(url, 'Too early')).status).toBe(409);
    }
    expect(await tracks()).toEqual([]);
    const { state, facts } = await s.settled(id);
    expect(state).toBe('ready');
    expect(facts!.duration_seconds).toBe(SECONDS);
    for (const address of [facts!.stream_url, facts!.preview_url, facts!.waveform_json_url])
      expect((await fetch(address)).status).toBe(200);
  }
  // A kill while a small file is written leaves it under a name of its own until the hourly clearing.
  expect(s.files().filter((name) => /-(stream|preview)\.part$/.test(name))).toEqual([]);
});

it('a track is published completely or not at all, whenever the server is killed', async () => {
  const data = wav(SECONDS, { hz: 190 });
  for (let i = 0; i < PUBLICATIONS; i++) {
    // Every track has its own upload of the same file.
    const { id, url } = (await (await s.send('audio', data)).json()) as { id: string; url: string };
    await s.settled(id);
    const answered = publish(url, `Track ${i}`).catch(() => undefined);
    await sleep(Math.random() * 40);
    await s.kill();
    const answer = await answered;
    await s.start();
    const [found, ...more] = (await tracks()).filter(({ title }) => title === `Track ${i}`);
    expect(more).toEqual([]);
    if (answer?.status === 201) expect(found).toBeDefined();
    if (!found) continue;
    expect(found).toMatchObject({ genre: 'jazz', duration_seconds: SECONDS });
    expect((await fetch(found.audio_url, { headers: { range: 'bytes=0-1' } })).status).toBe(206);
    expect((await row(id)).track_id).not.toBeNull();
  }
});
