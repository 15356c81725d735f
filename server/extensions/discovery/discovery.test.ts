import { randomUUID } from 'node:crypto';
import type { SimilarTrack, TrackPage } from 'contract/features/track-page.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();

const get = async <T>(url: string) => {
  const answer = await s.app.inject({ url, headers: { host: 'o.test' } });
  return { status: answer.statusCode, body: answer.json() as T };
};
const similarTo = async (id: string, query = '') =>
  (await get<SimilarTrack[]>(`/track/${id}/similar${query}`)).body;
const pageOf = async (id: string) => (await get<TrackPage>(`/track/${id}/page`)).body;

describe('what resembles a track', () => {
  let seed: string;
  beforeAll(async () => {
    const jazz = { genre: 'jazz:bebop', bpm: 120, musical_key: 'F major' };
    seed = await publishTrack(s.c, { ...jazz, title: 'Seed' });
    await publishTrack(s.c, { ...jazz, title: 'Twin', display_artist: 'A', bpm: 121 });
    await publishTrack(s.c, { genre: 'jazz:swing', title: 'Cousin', display_artist: 'B', bpm: 300 });
    await publishTrack(s.c, { genre: 'blues', title: 'Neighbor', display_artist: 'C' });
    await publishTrack(s.c, { genre: 'metal', title: 'Stranger', display_artist: 'D' });
    await publishTrack(s.c, { ...jazz, title: 'Deleted', display_artist: 'E', is_deleted: 1 });
    await publishTrack(s.c, {
      ...jazz,
      title: 'Tomorrow',
      display_artist: 'F',
      release_date: '2099-01-01T00:00:00.000Z',
    });
  });

  it('comes from its genre and the ones next to it, with the reasons', async () => {
    const similar = await similarTo(seed);
    expect(similar.map(({ track, reasons }) => [track.title, reasons])).toEqual([
      ['Twin', ['same genre', 'same tempo']],
      ['Cousin', ['related genre']],
      ['Neighbor', ['neighboring genre']],
    ]);
    expect(similar[0]!.track.audio_url).toMatch(/^http:\/\/o\.test\/media\//);
  });

  it('includes what the people who saved it also saved', async () => {
    const stranger = await publishTrack(s.c, { genre: 'metal', title: 'Saved Too', display_artist: 'G' });
    for (let i = 0; i < 2; i++) {
      const person = await signUp(s);
      for (const track_id of [seed, stranger])
        await s.app.inject({
          method: 'POST',
          url: '/saved_track',
          headers: person.headers,
          payload: { track_id },
        });
    }
    // Rankings last a minute.
    s.time.now += 61_000;
    const found = (await similarTo(seed)).find(({ track }) => track.id === stranger);
    expect(found?.reasons).toContain('saved by the same people');
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', stranger).execute();
    expect((await similarTo(seed)).map(({ track }) => track.id)).not.toContain(stranger);
  });

  it('keeps its rankings, however many ids of nothing are asked for', async () => {
    await similarTo(seed);
    const fresh = await publishTrack(s.c, { genre: 'jazz:bebop', bpm: 120, title: 'Later' });
    const unknown = Array.from({ length: 510 }, () => get(`/track/${randomUUID()}/similar`));
    expect(new Set((await Promise.all(unknown)).map(({ status }) => status))).toEqual(new Set([404]));
    // Ranked anew, it would be among them.
    const kept = await similarTo(seed, '?limit=24');
    expect(kept.map(({ track }) => track.id)).not.toContain(fresh);
    s.time.now += 61_000;
    const anew = await similarTo(seed, '?limit=24');
    expect(anew.map(({ track }) => track.id)).toContain(fresh);
  });

  it('has a limit, and refuses a wrong one', async () => {
    expect(await similarTo(seed, '?limit=1')).toHaveLength(1);
    for (const limit of ['0', '25', '1.5', 'x'])
      expect((await get(`/track/${seed}/similar?limit=${limit}`)).status).toBe(400);
    expect((await get(`/track/${randomUUID()}/similar`)).status).toBe(404);
    expect((await get('/track/1/similar')).status).toBe(400);
  });

  it('takes a fixed number of statements, however many tracks there are', async () => {
    const execute = vi.spyOn(s.c.db.getExecutor(), 'executeQuery');
    const count = async () => {
      // Rankings last a minute.
      s.time.now += 61_000;
      execute.mockClear();
      await similarTo(seed);
      return execute.mock.calls.length;
    };
    const before = await count();
    expect(before).toBeGreaterThan(1);
    for (let i = 0; i < 60; i++)
      await publishTrack(s.c, { genre: 'jazz:bebop', bpm: 100 + i, display_artist: `Many ${i}` });
    expect(await count()).toBe(before);
    execute.mockRestore();
  });
});

describe("a track's page", () => {
  it('has the track, its counted plays and what resembles it', async () => {
    const id = await publishTrack(s.c, { title: 'Heard', duration_seconds: 40 });
    const play = (played_ms: number) =>
      s.app.inject({ method: 'POST', url: '/plays', payload: { track_id: id, played_ms } });
    await play(30_000);
    await play(30_000); // too soon
    await play(1000); // too short
    expect(await pageOf(id)).toMatchObject({
      track: { id, title: 'Heard', audio_url: expect.stringMatching(/^http:\/\/o\.test/) },
      deleted: false,
      plays: 1,
      request_id: null,
    });
  });

  it('offers others for a track that was deleted, is unknown or not released yet', async () => {
    const deleted = await publishTrack(s.c, { genre: 'jazz:bebop', is_deleted: 1 });
    const gone = await pageOf(deleted);
    expect(gone).toMatchObject({ track: null, deleted: true });
    expect(gone.similar[0]!.reasons).toContain('same genre');
    const later = await publishTrack(s.c, { release_date: '2099-01-01T00:00:00.000Z' });
    for (const id of [randomUUID(), later, 'nonsense', encodeURIComponent('../x')]) {
      const page = await pageOf(id);
      expect(page).toMatchObject({ track: null, deleted: false, plays: 0 });
      expect(page.similar).toHaveLength(4);
    }
  });
});
