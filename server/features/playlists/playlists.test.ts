import { randomUUID } from 'node:crypto';
import { Playlist, PlaylistChoice } from 'contract/features/playlists.ts';
import { upgradeHint } from 'contract/plans.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { findRow, updateRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';
import { updateTrack } from '../tracks/tracks.ts';
import { playlistHead } from './playlists.ts';

const s = serverOfFile();
let tracks: string[];
beforeAll(async () => {
  tracks = await Promise.all(Array.from({ length: 10 }, () => publishTrack(s.c, { duration_seconds: 60 })));
});

const create = (person: Person, body: object = { name: 'Mine' }) =>
  call(s, 'POST /playlist', { token: person.token, body });
const createPlaylist = async (person: Person, body?: object): Promise<Playlist> =>
  (await create(person, body)).body;
const edit = (person: Person, id: string, body: object) =>
  call(s, `PATCH /playlist/${id}`, { token: person.token, body });
const remove = (person: Person, id: string) => call(s, `DELETE /playlist/${id}`, { token: person.token });
const get = (id: string, person?: Person) =>
  call(s, `GET /playlist/${id}`, person ? { token: person.token } : {});
const list = (person: Person, query = '') => call(s, `GET /playlist${query}`, { token: person.token });
const add = (person: Person, playlist_id: string, track_id: string) =>
  call(s, 'POST /playlist_track', { token: person.token, body: { playlist_id, track_id, position: 0 } });
const COVER = `/media/${'a'.repeat(32)}-640.webp`;

describe('a card', () => {
  const cover = (letter: string) => `/media/${letter.repeat(32)}-640.webp`;
  const withdraw = (id: string, is_deleted: 0 | 1) =>
    s.c.db.transaction().execute((tx) => updateTrack(tx, s.c.engine, id, { is_deleted }));

  it('always shows the playlist as it is, however its tracks change', async () => {
    const person = await signUp(s, { tier: 'premium' });
    const { id } = await createPlaylist(person);
    const own = await Promise.all(
      ['a', 'b', 'c'].map((letter) =>
        publishTrack(s.c, { duration_seconds: 100, cover_image_url: cover(letter) }),
      ),
    );
    s.time.now += 60_000;
    const shown = async () => {
      const [card] = (await list(person)).body as Playlist[];
      expect((await get(id, person)).body).toEqual(card);
      return {
        tracks: card!.track_count,
        seconds: card!.total_seconds,
        covers: card!.covers.map((address) => /media\/(.)/.exec(address)![1]).join(''),
      };
    };
    expect(await shown()).toEqual({ tracks: 0, seconds: 0, covers: '' });
    for (const track_id of own) await add(person, id, track_id);
    expect(await shown()).toEqual({ tracks: 3, seconds: 300, covers: 'abc' });

    const { entries } = (await call(s, `GET /playlist/${id}/tracks`, { token: person.token })).body;
    const order = { playlist_track_id: entries[2].id, before: entries[0].id };
    await call(s, `POST /playlist/${id}/order`, { token: person.token, body: order });
    expect(await shown()).toEqual({ tracks: 3, seconds: 300, covers: 'cab' });
    await call(s, `DELETE /playlist_track/${entries[0].id}`, { token: person.token });
    expect(await shown()).toEqual({ tracks: 2, seconds: 200, covers: 'cb' });

    await withdraw(own[2]!, 1);
    expect(await shown()).toEqual({ tracks: 1, seconds: 100, covers: 'b' });
    await withdraw(own[2]!, 0);
    expect(await shown()).toEqual({ tracks: 2, seconds: 200, covers: 'cb' });

    const release_date = new Date(s.time.now + 5000).toISOString();
    const changes = { release_date, duration_seconds: 50, cover_image_url: cover('d') };
    await s.c.db.transaction().execute((tx) => updateTrack(tx, s.c.engine, own[1]!, changes));
    expect(await shown()).toEqual({ tracks: 1, seconds: 100, covers: 'c' });
    s.time.now += 4999;
    expect(await shown()).toEqual({ tracks: 1, seconds: 100, covers: 'c' });
    s.time.now += 1;
    expect(await shown()).toEqual({ tracks: 2, seconds: 150, covers: 'cd' });
  });

  it('is stored, not read from the tracks each time', async () => {
    const person = await signUp(s, { tier: 'premium' });
    const { id } = await createPlaylist(person);
    await add(person, id, tracks[0]!);
    expect((await get(id, person)).body.track_count).toBe(1);
    await updateRows(s.c, 'playlist_card', { playlist_id: id }, { track_count: 77 });
    // Twice: reading stores only what was not stored.
    for (let i = 0; i < 2; i++) expect((await get(id, person)).body.track_count).toBe(77);
    await add(person, id, tracks[1]!);
    expect((await get(id, person)).body.track_count).toBe(2);
  });

  it('is right after many concurrent changes and reads', async () => {
    const person = await signUp(s, { tier: 'premium' });
    const { id } = await createPlaylist(person);
    await Promise.all(
      tracks.flatMap((track_id) => [add(person, id, track_id), list(person), get(id, person)]),
    );
    expect((await get(id, person)).body).toMatchObject({ track_count: 10, total_seconds: 600 });
    await call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } });
    for (const table of ['playlist_card', 'playlist_word'] as const) {
      const left = s.c.db.selectFrom(table).where('playlist_id', '=', id).selectAll();
      expect(await left.execute()).toEqual([]);
    }
  });
});

describe('a playlist', () => {
  it('is created empty, and public by default', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { status, body } = await create(person, {
      name: '  Night drives ',
      user_id: randomUUID(),
      is_deleted: true,
    });
    expect(status).toBe(201);
    expect(Playlist.parse(body)).toEqual(body);
    expect(body).toEqual({
      id: body.id,
      user_id: person.id,
      username: person.username,
      owner_vip: false,
      name: 'Night drives',
      description: null,
      privacy: 'public',
      cover_image_url: null,
      is_deleted: false,
      created_at: s.time.now,
      updated_at: s.time.now,
      track_count: 0,
      total_seconds: 0,
      covers: [],
      role: 'owner',
      editors: [],
    });
    expect((await get(body.id, person)).body).toEqual(body);
  });

  it('accepts what §7 sends; blank fields mean none', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const sent = { user_id: person.id, name: 'A', description: ' ', privacy: 'private', cover_image_url: '' };
    expect(await createPlaylist(person, sent)).toMatchObject({
      description: null,
      privacy: 'private',
      cover_image_url: null,
    });
  });

  it('can be changed by its owner', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { id } = await createPlaylist(person);
    s.time.now += 1000;
    const changes = { name: 'Other', description: 'Two\nlines', privacy: 'private' };
    const { body } = await edit(person, id, { ...changes, playlist_id: id, user_id: randomUUID(), id });
    expect(body).toMatchObject({ id, ...changes, user_id: person.id, updated_at: s.time.now });
    expect((await edit(person, id, {})).body).toMatchObject(changes);
    expect((await edit(person, id, { description: null })).body).toMatchObject({
      name: 'Other',
      description: null,
    });
    expect(await edit(person, id, { playlist_id: randomUUID() })).toMatchObject({
      status: 400,
      body: { field: 'playlist_id' },
    });
  });

  it('accepts the cover of a track only, so that no other host learns who looks at it', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { id } = await createPlaylist(person);
    for (const cover_image_url of [
      'http://localhost:80/media/../secret-640.webp',
      `http://localhost:80.elsewhere.example${COVER}`,
      `http://localhost:80${COVER}?x`,
      'https://elsewhere.example/picture.webp',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      COVER,
      1,
    ]) {
      expect((await edit(person, id, { cover_image_url })).status).toBe(400);
      expect((await create(person, { name: 'A', cover_image_url })).status).toBe(400);
    }
  });

  it.each(['http://localhost:80', 'https://www.ovation.example'])(
    'accepts a cover whose address names the host %s, and stores its path',
    async (host) => {
      const person = await signUp(s, { tier: 'plus' });
      const { id } = await createPlaylist(person);
      const { body } = await edit(person, id, { cover_image_url: host + COVER });
      expect(body.cover_image_url).toBe(`http://localhost:80${COVER}`);
      expect((await findRow(s.c, 'playlist', { id })).cover_image_url).toBe(COVER);
      expect((await edit(person, id, { cover_image_url: '' })).body.cover_image_url).toBeNull();
      const created = await createPlaylist(person, { name: 'A', cover_image_url: host + COVER });
      expect(created.cover_image_url).toBe(`http://localhost:80${COVER}`);
    },
  );

  it.each([
    ['', false],
    [' \t ', false],
    ['\u200b\u3164', false],
    ['x'.repeat(100), true],
    [`  ${'x'.repeat(96)}  `, true],
    ['x'.repeat(101), false],
    ['two\nlines', true],
    ['a\0b', false],
    ['\ud800', false],
    ['\u202eevil', false],
    ['<b onclick="x()">Bold</b>', true],
    ['Robert"); drop table playlist;--', true],
    ['🎵', true],
    ['日本', true],
    [7, false],
    [null, false],
    [undefined, false],
  ])('may be named %j: %s', async (name, fine) => {
    const person = await signUp(s, { tier: 'plus' });
    const answer = await create(person, { name });
    if (fine)
      expect(answer).toMatchObject({ status: 201, body: { name: String(name).replace('\n', ' ').trim() } });
    else expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
  });

  it.each([
    [{ description: 'x'.repeat(500) }, undefined],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ description: 'a\0b' }, 'description'],
    [{ description: 5 }, 'description'],
    [{ privacy: 'secret' }, 'privacy'],
    [{ privacy: null }, 'privacy'],
    [{ is_deleted: 'yes' }, 'is_deleted'],
    [{ is_deleted: 1 }, 'is_deleted'],
  ])('a change of %j is refused for the field %j', async (given, field) => {
    const person = await signUp(s, { tier: 'plus' });
    const { status, body } = await edit(person, (await createPlaylist(person)).id, given);
    expect(status).toBe(field ? 400 : 200);
    if (field) expect(body.field).toBe(field);
  });
});

describe('access', () => {
  it('everyone can read a public playlist, which reveals only the username of its owner', async () => {
    const [owner, other] = [await signUp(s, { tier: 'platinum', name: 'Secret Name' }), await signUp(s)];
    const { id } = await createPlaylist(owner);
    for (const viewer of [undefined, other]) {
      for (const address of [`GET /playlist/${id}`, `GET /playlist/${id}/tracks`] as const) {
        const { status, body } = await call(s, address, viewer ? { token: viewer.token } : {});
        expect(status).toBe(200);
        const playlist = body.playlist ?? body;
        expect(playlist).toMatchObject({ user_id: null, username: owner.username, owner_vip: true });
        expect(JSON.stringify(body)).not.toMatch(new RegExp(`${owner.id}|Secret Name|@`));
      }
    }
    for (const viewer of [owner, await signUp(s, { tier: 'admin' })])
      expect((await get(id, viewer)).body.user_id).toBe(owner.id);
  });

  it('a private or deleted playlist is not found by others, in any call', async () => {
    const owner = await signUp(s, { tier: 'plus' });
    const others = [undefined, await signUp(s), await signUp(s, { tier: 'premium' })];
    const { id } = await createPlaylist(owner, { name: 'Mine', privacy: 'private' });
    const link = (await add(owner, id, tracks[0]!)).body;
    const reads = [
      `GET /playlist/${id}`,
      `GET /playlist/${id}/tracks`,
      `GET /playlist/${id}/export`,
      `GET /playlist/${id}/export?format=xspf`,
      `GET /playlist_track?playlist_id=${id}`,
      `GET /playlist_track/${link.id}`,
    ] as const;
    const admin = await signUp(s, { tier: 'admin' });
    for (const read of reads) {
      expect((await call(s, read, { token: owner.token })).status).toBe(200);
      expect((await call(s, read, { token: admin.token })).status).toBe(200);
      for (const other of others)
        expect((await call(s, read, other && { token: other.token })).status).toBe(404);
    }
    await remove(owner, id);
    for (const read of reads)
      for (const one of [owner, admin, ...others])
        expect((await call(s, read, one && { token: one.token })).status).toBe(404);
  });

  it("nobody can change another user's playlist, even a public one, not even an admin", async () => {
    const owner = await signUp(s, { tier: 'plus' });
    const others = [
      await signUp(s),
      await signUp(s, { tier: 'premium' }),
      await signUp(s, { tier: 'admin' }),
    ];
    const { id } = await createPlaylist(owner, { name: 'Public' });
    const [first, second] = [
      (await add(owner, id, tracks[0]!)).body,
      (await add(owner, id, tracks[1]!)).body,
    ];
    const before = (await get(id, owner)).body;
    for (const { token } of others) {
      for (const [address, body] of [
        [`PATCH /playlist/${id}`, { name: 'Stolen' }],
        [`PATCH /playlist/${id}`, { is_deleted: true }],
        [`PATCH /playlist/${id}`, { is_deleted: false }],
        [`DELETE /playlist/${id}`, undefined],
        [`POST /playlist/${id}/order`, { playlist_track_id: first.id, after: second.id }],
        ['POST /playlist_track', { playlist_id: id, track_id: tracks[2], position: 0 }],
        [`PATCH /playlist_track/${first.id}`, { position: 1 }],
        [`DELETE /playlist_track/${first.id}`, undefined],
      ] as const)
        expect(await call(s, address, { token, body })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      const { body } = await call(s, `DELETE /playlist_track/${first.id}`, { token });
      expect(body.message).toBe('Playlist track not found');
      expect((await list({ ...owner, token })).body).toEqual([]);
    }
    expect((await get(id, owner)).body).toEqual(before);
  });

  it('a public playlist is readable with an expired token', async () => {
    const { id } = await createPlaylist(await signUp(s, { tier: 'plus' }));
    expect((await call(s, `GET /playlist/${id}`, { token: 'x'.repeat(43) })).status).toBe(200);
  });

  it.each(['not-an-id', '%00', randomUUID()])('there is no playlist %s', async (id) => {
    const { status } = await get(id);
    expect(status).toBe(id.length === 36 ? 404 : 400);
  });
});

describe("the plan's limit", () => {
  it('is zero for free, reported with the hint', async () => {
    expect(await create(await signUp(s))).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', limit: 0, message: upgradeHint('playlists', 'free') },
    });
  });

  it('is three for plus: a fourth is refused until one is deleted', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const first = await createPlaylist(person);
    await createPlaylist(person);
    await createPlaylist(person);
    const fourth = await create(person);
    expect(fourth).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', limit: 3, message: upgradeHint('playlists', 'plus') },
    });
    await remove(person, first.id);
    expect((await create(person)).status).toBe(201);
  });

  it.each(['premium', 'platinum', 'admin'] as const)('%s has none', async (tier) => {
    const person = await signUp(s, { tier });
    for (let i = 0; i < 5; i++) expect((await create(person)).status).toBe(201);
  });

  it('accepts three of thirty concurrent calls', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(27);
    expect((await list(person)).body).toHaveLength(3);
  });

  it('keeps playlists that exceed a smaller plan', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { id } = await createPlaylist(person);
    await updateRows(s.c, 'account_status', { user_id: person.id }, { plan_tier: 'free' });
    expect((await edit(person, id, { name: 'Still mine' })).status).toBe(200);
    expect((await add(person, id, tracks[0]!)).status).toBe(201);
    expect((await list(person)).body).toHaveLength(1);
    expect((await create(person)).status).toBe(403);
  });
});

describe('deleting', () => {
  it('hides a playlist, and undo restores all of it', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { id } = await createPlaylist(person);
    await add(person, id, tracks[0]!);
    const before = (await get(id, person)).body;
    expect(await remove(person, id)).toMatchObject({ status: 200, body: {} });
    expect((await list(person)).body).toEqual([]);
    expect((await get(id, person)).status).toBe(404);
    expect((await remove(person, id)).status).toBe(404);
    expect((await edit(person, id, { name: 'Ghost' })).status).toBe(404);
    expect((await add(person, id, tracks[1]!)).status).toBe(404);
    const [row] = await s.c.db.selectFrom('playlist').where('id', '=', id).selectAll().execute();
    expect(row).toMatchObject({ is_deleted: 1, name: 'Mine' });

    const back = await edit(person, id, { is_deleted: false });
    expect(back).toMatchObject({ status: 200, body: { ...before, updated_at: expect.any(Number) } });
    expect((await list(person)).body).toHaveLength(1);
  });

  it('works by PATCH as well, and is idempotent', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { id } = await createPlaylist(person);
    for (let i = 0; i < 2; i++)
      expect(await edit(person, id, { is_deleted: true })).toMatchObject({
        status: 200,
        body: { is_deleted: true },
      });
    for (let i = 0; i < 2; i++) expect((await edit(person, id, { is_deleted: false })).status).toBe(200);
  });

  it('undo stays within the plan', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const { id } = await createPlaylist(person);
    await remove(person, id);
    for (let i = 0; i < 3; i++) await createPlaylist(person);
    const refused = await edit(person, id, { is_deleted: false, name: 'Restored' });
    const message = upgradeHint('playlists', 'plus');
    expect(refused).toMatchObject({ status: 403, body: { code: 'limit_reached', limit: 3, message } });
    expect((await list(person)).body).toHaveLength(3);
    expect((await edit(person, id, { is_deleted: true })).status).toBe(200);
    // A playlist that is not deleted counts already.
    const [{ id: present }] = (await list(person)).body;
    expect((await edit(person, present, { is_deleted: false })).status).toBe(200);
    await remove(person, present);
    expect((await edit(person, id, { is_deleted: false })).body).toMatchObject({ id, name: 'Mine' });
  });

  it('concurrent restores and creations never exceed the limit', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await signUp(s, { tier: 'plus' });
      const ids: string[] = [];
      for (let i = 0; i < 6; i++) {
        const { id } = await createPlaylist(person);
        await remove(person, id);
        ids.push(id);
      }
      const answers = await Promise.all(
        ids.flatMap((id) => [edit(person, id, { is_deleted: false }), create(person)]),
      );
      for (const { status } of answers) expect([200, 201, 403]).toContain(status);
      expect((await list(person)).body).toHaveLength(3);
    }
  });
});

describe('the list', () => {
  it('shows counts, duration and the first covers, ignoring withdrawn tracks', async () => {
    const person = await signUp(s, { tier: 'premium' });
    const empty = await createPlaylist(person, { name: 'Empty' });
    s.time.now += 1000;
    const { id } = await createPlaylist(person, { name: 'Full' });
    const cover = (n: number) => `/media/${String(n).repeat(32)}-640.webp`;
    const ids: string[] = [];
    const pictures = [cover(1), null, cover(2), cover(3), cover(4), cover(5), cover(6)];
    for (const [i, cover_image_url] of pictures.entries()) {
      const track = await publishTrack(s.c, { cover_image_url, duration_seconds: 10 * (i + 1) });
      ids.push(track);
      await add(person, id, track);
    }
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', ids[2]!).execute();
    const { body, headers } = await list(person);
    expect(headers['x-total-count']).toBe('2');
    for (const row of body) expect(Playlist.parse(row)).toEqual(row);
    expect(body).toMatchObject([
      {
        id,
        track_count: 6,
        total_seconds: 250,
        covers: [1, 3, 4, 5].map((n) => `http://localhost:80${cover(n)}`),
      },
      { id: empty.id, track_count: 0, total_seconds: 0, covers: [] },
    ]);
    expect((await get(id)).body).toEqual({ ...body[0], user_id: null, role: null });
  });

  it('is paged, newest first, even if many have the same time', async () => {
    const person = await signUp(s, { tier: 'premium' });
    for (let i = 0; i < 11; i++) {
      if (i % 3 === 0) s.time.now += 1000;
      await add(person, (await createPlaylist(person, { name: `P${i}` })).id, tracks[i % 5]!);
    }
    for (const address of ['/playlist', `/playlist/containing?track_id=${tracks[0]}`]) {
      const page = (query: string) =>
        call(s, `GET ${address}${address.includes('?') ? '&' : '?'}${query}` as 'GET /', {
          token: person.token,
        });
      const whole = (await page('limit=200')).body;
      expect(whole).toHaveLength(11);
      const seen: unknown[] = [];
      let cursor: unknown;
      do {
        const one = await page(`limit=4${cursor ? `&cursor=${cursor}` : ''}`);
        expect(one.headers['x-total-count']).toBe('11');
        seen.push(...one.body);
        cursor = one.headers['x-next-cursor'];
      } while (cursor);
      expect(seen).toEqual(whole);
    }
  });

  it('returns which playlists contain a track, with the ids of the entries', async () => {
    const [person, other] = [await signUp(s, { tier: 'premium' }), await signUp(s, { tier: 'premium' })];
    const [one, two, gone] = [
      await createPlaylist(person),
      await createPlaylist(person),
      await createPlaylist(person),
    ];
    const link = (await add(person, one.id, tracks[0]!)).body;
    await add(person, two.id, tracks[1]!);
    await add(person, gone.id, tracks[0]!);
    await remove(person, gone.id);
    await add(other, (await createPlaylist(other)).id, tracks[0]!);
    const { body } = await call(s, `GET /playlist/containing?track_id=${tracks[0]}`, { token: person.token });
    expect(body).toHaveLength(2);
    for (const row of body) expect(PlaylistChoice.parse(row)).toEqual(row);
    expect(body).toContainEqual({ id: one.id, name: 'Mine', privacy: 'public', playlist_track_id: link.id });
    expect(body).toContainEqual({ id: two.id, name: 'Mine', privacy: 'public', playlist_track_id: null });
    for (const query of ['', '?track_id=x'])
      expect((await call(s, `GET /playlist/containing${query}`, { token: person.token })).status).toBe(400);
  });

  it.each(['limit=0', 'limit=x', 'cursor=x', 'cursor=WzEsMl0'])('%s is a 400', async (query) => {
    expect((await list(await signUp(s), `?${query}`)).status).toBe(400);
  });
});

describe("a playlist's page", () => {
  const pageOf = (id: string, description: string | null) => ({
    title: 'Night drives',
    description,
    path: `/playlists/${id}`,
    feed: { title: 'Night drives', path: `/feeds/playlists/${id}` },
    player: true,
  });

  it('describes the playlist and shows its cover or the first one of its tracks', async () => {
    const person = await signUp(s, { tier: 'premium' });
    const { id } = await createPlaylist(person, { name: 'Night drives' });
    const page = (path = `/playlists/${id}`) => playlistHead(s.c, path, 'en');
    const words = (tracks: string) => `A playlist by ${person.username}: ${tracks} on Ovation.`;
    expect(await page()).toEqual(pageOf(id, words('0 tracks')));
    const first = `/media/${'b'.repeat(32)}-640.webp`;
    await add(person, id, await publishTrack(s.c, { cover_image_url: first }));
    s.time.now += 1_000_000; // Each published track is a second newer than the one before.
    expect(await page()).toEqual({ ...pageOf(id, words('1 track')), image: first });
    const changes = { description: 'To the sea', cover_image_url: `http://localhost:80${COVER}` };
    await edit(person, id, changes);
    for (const path of [`/playlists/${id}`, `/playlists/${id}/`, `/Playlists/${id.toUpperCase()}`])
      expect(await page(path)).toEqual({ ...pageOf(id, 'To the sea'), image: COVER });
  });

  it('says nothing of other addresses, and of a private or deleted playlist', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const [open, own] = [
      await createPlaylist(person),
      await createPlaylist(person, { name: 'A', privacy: 'private' }),
    ];
    for (const path of [
      '/',
      '/playlists/',
      `/playlists/${own.id}`,
      `/playlists/${open.id}/edit`,
      `/x/playlists/${open.id}`,
    ])
      expect(await playlistHead(s.c, path, 'en')).toBeUndefined();
    await remove(person, open.id);
    expect(await playlistHead(s.c, `/playlists/${open.id}`, 'en')).toBeUndefined();
  });
});

describe('personal data', () => {
  it('playlists appear in the activity until they are deleted, and completely in the export', async () => {
    const person = await signUp(s, { tier: 'plus' });
    s.time.now += 1000;
    const gone = await createPlaylist(person, { name: 'Gone' });
    const kept = await createPlaylist(person, { name: 'Kept', description: 'Words' });
    await add(person, kept.id, tracks[1]!);
    await add(person, kept.id, tracks[0]!);
    await remove(person, gone.id);
    const { body } = await call(s, 'GET /auth/me/activity', { token: person.token });
    expect(body).toMatchObject([
      { kind: 'playlist', subject_id: kept.id, subject: 'Kept', artist: null },
      { kind: 'joined' },
    ]);
    const exported = (await call(s, 'GET /auth/me/export', { token: person.token })).body.playlists;
    expect(exported).toHaveLength(2);
    expect(exported).toContainEqual(expect.objectContaining({ name: 'Gone', is_deleted: true, tracks: [] }));
    expect(exported.find((one: Playlist) => one.name === 'Kept')).toMatchObject({
      description: 'Words',
      is_deleted: false,
      tracks: [{ track_id: tracks[1] }, { track_id: tracks[0] }],
    });
    expect(JSON.stringify(exported)).not.toContain(person.id);
  });

  it('is exported completely and in order, however many playlists there are', async () => {
    const person = await signUp(s, { tier: 'premium' });
    const ids: string[] = [];
    for (let i = 0; i < 41; i++) {
      if (i % 15 === 0) s.time.now += 1000;
      ids.push((await createPlaylist(person)).id);
    }
    for (const id of ids) await add(person, id, tracks[0]!);
    const exported = (await call(s, 'GET /auth/me/export', { token: person.token })).body.playlists;
    expect(exported.map(({ id }: Playlist) => id).sort()).toEqual(ids.sort());
    const times = exported.map(({ created_at }: Playlist) => created_at);
    expect(times).toEqual(times.toSorted());
    for (const { tracks: held } of exported) expect(held).toMatchObject([{ track_id: tracks[0] }]);
  });

  it('is deleted with the account, even during concurrent changes', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await signUp(s, { tier: 'plus' });
      const { id } = await createPlaylist(person);
      await add(person, id, tracks[0]!);
      const answers = await Promise.all([
        create(person),
        add(person, id, tracks[1]!),
        call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } }),
        ...tracks.slice(2).map((track) => add(person, id, track)),
        create(person),
        edit(person, id, { name: 'Late' }),
        remove(person, id),
        edit(person, id, { is_deleted: false }),
      ]);
      for (const { status } of answers) expect([200, 201, 401, 404]).toContain(status);
      const count = async (
        table: 'playlist' | 'playlist_track',
        column: 'user_id' | 'playlist_id',
        of: string,
      ) =>
        (
          await s.c.db
            .selectFrom(table)
            .where(column as never, '=', of as never)
            .selectAll()
            .execute()
        ).length;
      expect(await count('playlist', 'user_id', person.id)).toBe(0);
      expect(await count('playlist_track', 'playlist_id', id)).toBe(0);
    }
  });
});
