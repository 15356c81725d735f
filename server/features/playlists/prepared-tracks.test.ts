import { randomUUID } from 'node:crypto';
import type { PlaylistEntry } from 'contract/features/playlists.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';
import * as queries from './entries/entry-queries.ts';
import { preparedTracks } from './entries/entry-routes.ts';

vi.mock(import('./entries/entry-queries.ts'), async (original) => {
  const actual = await original();
  return { ...actual, selectPlaylistEntries: vi.fn(actual.selectPlaylistEntries) };
});
const reads = vi.mocked(queries.selectPlaylistEntries);

const LENGTH = 120;
const s = serverOfFile();
let owner: Person;
let admin: Person;
let id: string;
beforeAll(async () => {
  owner = await signUp(s, { tier: 'premium' });
  admin = await signUp(s, { tier: 'admin' });
  const first = await publishTrack(s.c, { title: 'Amber' });
  const { db } = s.c;
  const { seq: _, ...row } = await db
    .selectFrom('track')
    .where('id', '=', first)
    .selectAll()
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: LENGTH }, (_, nth) => ({
    ...row,
    id: randomUUID(),
    title: `Amber ${nth}`,
  }));
  await db.insertInto('track').values(rows).execute();
  const playlist = await call(s, 'POST /playlist', {
    token: owner.token,
    body: { name: 'Long', privacy: 'public' },
  });
  id = playlist.body.id;
  const entries = rows.map(({ id: track_id }, position) => ({
    id: randomUUID(),
    playlist_id: id,
    track_id,
    order_key: String(500_000 + position),
    position,
    added_by: owner.id,
    created_at: 1,
  }));
  await queries.insertEntries(db as never, s.c.engine, entries);
});

const tracks = (token?: string) => call(s, `GET /playlist/${id}/tracks`, { ...(token && { token }) });

it('is read once, and again after each change', async () => {
  const { body } = await tracks(owner.token);
  expect(body.entries).toHaveLength(LENGTH);
  reads.mockClear();
  expect((await tracks(owner.token)).body).toEqual(body);
  expect(reads).not.toHaveBeenCalled();

  const [a, b] = body.entries as [PlaylistEntry, PlaylistEntry];
  await call(s, `DELETE /playlist_track/${a.id}`, { token: owner.token });
  const shorter = (await tracks(owner.token)).body;
  expect(shorter.entries).toHaveLength(LENGTH - 1);
  expect(shorter.entries[0].id).toBe(b.id);

  await call(s, `PATCH /track/${b.track_id}`, { token: admin.token, body: { title: 'Violet' } });
  expect((await tracks(owner.token)).body.entries[0].title).toBe('Violet');
  await call(s, `DELETE /track/${b.track_id}`, { token: admin.token });
  expect((await tracks(owner.token)).body.entries[0].track).toBeNull();

  await call(s, `PATCH /playlist/${id}`, { token: owner.token, body: { name: 'Renamed' } });
  expect((await tracks(owner.token)).body.playlist.name).toBe('Renamed');
});

it('shows a visitor nothing of what its owner sees, and nothing at all once it is private', async () => {
  expect((await tracks(owner.token)).body.playlist.user_id).toBe(owner.id);
  expect((await tracks()).body.playlist.user_id).toBeNull();
  await call(s, `PATCH /playlist/${id}`, { token: owner.token, body: { privacy: 'private' } });
  expect((await tracks(owner.token)).status).toBe(200);
  expect((await tracks()).status).toBe(404);
});

it('keeps a few long responses for ten seconds', () => {
  let now = 0;
  const { find, prepare } = preparedTracks(() => now);
  for (let nth = 0; nth < 9; nth++) prepare(`long ${nth}`, `${nth}`);
  expect(find('long 0')).toBeUndefined();
  expect(String(find('long 1')?.plain)).toBe('1');
  prepare('long 1', 'newer');
  prepare('long 9', '9');
  expect(String(find('long 1')?.plain)).toBe('newer');
  now = 9999;
  expect(String(find('long 8')?.plain)).toBe('8');
  now = 10_000;
  expect(find('long 8')).toBeUndefined();
});
