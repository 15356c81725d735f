import { randomUUID } from 'node:crypto';
import { PlaylistEntry, PlaylistTrack } from 'contract/features/playlists.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { insertRows, updateRows } from '../../../testing/rows.ts';
import { type Person, publishTrack, signUp } from '../../../testing/server.ts';
import { changeTracks } from '../playlists.ts';

const s = serverOfFile();
let person: Person;
let tracks: string[];
beforeAll(async () => {
  person = await signUp(s, { tier: 'premium' });
  tracks = await Promise.all(Array.from({ length: 30 }, () => publishTrack(s.c, { duration_seconds: 60 })));
});

const token = () => ({ token: person.token });
const newPlaylist = async (): Promise<string> =>
  (await call(s, 'POST /playlist', { ...token(), body: { name: 'Mine', privacy: 'private' } })).body.id;
const add = (playlist_id: string, track_id: unknown, more: object = { position: 0 }) =>
  call(s, 'POST /playlist_track', { ...token(), body: { playlist_id, track_id, ...more } });
const links = async (id: string): Promise<PlaylistTrack[]> =>
  (await call(s, `GET /playlist_track?playlist_id=${id}`, token())).body;
const moveTo = (link: string, body: object) => call(s, `PATCH /playlist_track/${link}`, { ...token(), body });
const moveBeside = (id: string, body: object) => call(s, `POST /playlist/${id}/order`, { ...token(), body });
const remove = (link: string) => call(s, `DELETE /playlist_track/${link}`, token());

/** Creates a playlist of `count` tracks and returns the ids of its entries. */
async function createFilled(count: number): Promise<[id: string, links: string[]]> {
  const id = await newPlaylist();
  for (const track of tracks.slice(0, count)) await add(id, track);
  return [id, (await links(id)).map((link) => link.id)];
}

/** The ids of the entries in order. Asserts that each has a key of its own, and that their positions are 0, 1, 2 … */
async function order(id: string): Promise<string[]> {
  const rows = await s.c.db
    .selectFrom('playlist_track')
    .where('playlist_id', '=', id)
    .orderBy('order_key')
    .select(['id', 'order_key'])
    .execute();
  expect(new Set(rows.map((row) => row.order_key)).size).toBe(rows.length);
  const listed = await links(id);
  expect(listed.map((row) => row.position)).toEqual(listed.map((_, i) => i));
  expect(listed.map((row) => row.id)).toEqual(rows.slice(0, listed.length).map((row) => row.id));
  return rows.map((row) => row.id);
}

describe('adding', () => {
  it('appends at position 0, which §3 sends, and without a position', async () => {
    const id = await newPlaylist();
    for (const [i, more] of [{ position: 0 }, {}, { sort_index: 0 }].entries()) {
      const { status, body } = await add(id, tracks[i], more);
      expect(status).toBe(201);
      expect(PlaylistTrack.parse(body)).toEqual(body);
      expect(body).toMatchObject({ playlist_id: id, track_id: tracks[i], position: i, sort_index: i });
      expect((await call(s, `GET /playlist_track/${body.id}`, token())).body).toEqual(body);
    }
    expect((await links(id)).map((link) => link.track_id)).toEqual(tracks.slice(0, 3));
  });

  it('inserts at the given position, at most at the end', async () => {
    const [id, [a, b, c]] = await createFilled(3);
    const second = (await add(id, tracks[3], { position: 1 })).body;
    const last = (await add(id, tracks[4], { position: Number.MAX_SAFE_INTEGER })).body;
    expect([second.position, last.position]).toEqual([1, 4]);
    expect(await order(id)).toEqual([a, second.id, b, c, last.id]);
  });

  it('refuses a track that is in the playlist, and returns the id of its entry', async () => {
    const [id, [a]] = await createFilled(2);
    expect(await add(id, tracks[0])).toMatchObject({
      status: 409,
      body: { code: 'already_in_playlist', playlist_track_id: a },
    });
    expect(await order(id)).toHaveLength(2);
  });

  it('accepts only live tracks', async () => {
    const id = await newPlaylist();
    const deleted = await publishTrack(s.c, { is_deleted: 1 });
    const unreleased = await publishTrack(s.c, { release_date: '2999-01-01T00:00:00.000Z' });
    for (const track of [deleted, unreleased, randomUUID()]) expect((await add(id, track)).status).toBe(404);
    expect((await add(randomUUID(), tracks[0])).status).toBe(404);
  });

  it.each([
    [{ position: -1 }, 'position'],
    [{ position: 1.5 }, 'position'],
    [{ position: '0' }, 'position'],
    [{ position: 1e300 }, 'position'],
    [{ position: null }, 'position'],
    [{ sort_index: -1 }, 'sort_index'],
    [{ track_id: 'x' }, 'track_id'],
    [{ track_id: undefined }, 'track_id'],
    [{ playlist_id: 'x' }, 'playlist_id'],
    [{ playlist_id: [] }, 'playlist_id'],
  ])('%j is a 400', async (more, field) => {
    expect(await add(await newPlaylist(), tracks[0], more)).toMatchObject({ status: 400, body: { field } });
  });
});

describe('moving', () => {
  it.each([
    [0, 0, 'abcd'],
    [0, 1, 'bacd'],
    [0, 3, 'bcda'],
    [3, 0, 'dabc'],
    [2, 1, 'acbd'],
    [1, 999_999_999_999, 'acdb'],
  ])('from %i to %i gives %s', async (from, to, expected) => {
    const [id, ids] = await createFilled(4);
    const { status, body } = await moveTo(ids[from]!, { position: to, playlist_track_id: ids[from] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ids[from], position: Math.min(to, 3), sort_index: Math.min(to, 3) });
    expect(await order(id)).toEqual([...expected].map((letter) => ids['abcd'.indexOf(letter)]));
  });

  it.each([
    ['a', 'before', 'a', 'abcd'],
    ['a', 'after', 'a', 'abcd'],
    ['a', 'before', 'b', 'abcd'],
    ['a', 'after', 'b', 'bacd'],
    ['a', 'before', 'd', 'bcad'],
    ['a', 'after', 'd', 'bcda'],
    ['d', 'before', 'a', 'dabc'],
    ['d', 'after', 'a', 'adbc'],
    ['c', 'after', 'd', 'abdc'],
  ])('%s %s %s gives %s', async (moved, where, other, expected) => {
    const [id, ids] = await createFilled(4);
    const idOf = (letter: string) => ids['abcd'.indexOf(letter)]!;
    const { body } = await moveBeside(id, { playlist_track_id: idOf(moved), [where]: idOf(other) });
    expect(body.order).toEqual([...expected].map(idOf));
    expect(await order(id)).toEqual(body.order);
  });

  it('refuses ambiguous moves and entries of other playlists', async () => {
    const [id, [a, b]] = await createFilled(2);
    const [, [foreign]] = await createFilled(1);
    for (const body of [
      {},
      { playlist_track_id: a },
      { playlist_track_id: a, before: b, after: b },
      { playlist_track_id: 'x', before: b },
      { playlist_track_id: a, before: null },
      { before: b },
    ])
      expect((await moveBeside(id, body)).status).toBe(400);
    for (const body of [
      { playlist_track_id: foreign, before: a },
      { playlist_track_id: a, before: foreign },
      { playlist_track_id: a, after: randomUUID() },
    ])
      expect((await moveBeside(id, body)).status).toBe(404);
    for (const body of [
      { playlist_track_id: b },
      { playlist_id: randomUUID() },
      { track_id: tracks[9] },
      { position: -1 },
      { position: 0.5 },
    ])
      expect(await moveTo(a!, body)).toMatchObject({ status: 400, body: { field: Object.keys(body)[0] } });
    const unchanged = { status: 200, body: { id: a, position: 0, sort_index: 0 } };
    expect(await moveTo(a!, {})).toMatchObject(unchanged);
    const same = { position: 0, playlist_id: id, track_id: tracks[0] };
    expect(await moveTo(a!, same)).toMatchObject(unchanged);
    expect((await moveTo(randomUUID(), { position: 0 })).status).toBe(404);
    expect(await order(id)).toEqual([a, b]);
  });
});

describe('removing', () => {
  it('closes the gap, and works once', async () => {
    const [id, [a, b, c]] = await createFilled(3);
    expect(await remove(b!)).toMatchObject({ status: 200, body: {} });
    expect(await order(id)).toEqual([a, c]);
    expect((await remove(b!)).status).toBe(404);
    const again = (await add(id, tracks[1])).body;
    expect(await order(id)).toEqual([a, c, again.id]);
  });
});

describe('replacing all tracks', () => {
  const change = (id: string, to: (track_ids: string[]) => string[]) => changeTracks(s.c, person.id, id, to);

  it('keeps the entries that stay, withdrawn ones included, and adds each live track once', async () => {
    const [id] = await createFilled(3);
    const withdrawn = await publishTrack(s.c);
    await add(id, withdrawn);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', withdrawn).execute();
    const gone = await publishTrack(s.c, { is_deleted: 1 });
    const before = new Map((await links(id)).map((link) => [link.track_id, link]));
    s.time.now += 1000;
    await change(id, ([a, , c]) => [c!, tracks[5]!, gone, tracks[5]!, withdrawn, a!]);
    // Who changes it does not see the withdrawn one, so it stays behind the same track.
    await order(id);
    const after = await links(id);
    expect(after.map((link) => link.track_id)).toEqual([tracks[2], withdrawn, tracks[5], tracks[0]]);
    expect(after[2]!.created_at).toBe(s.time.now);
    for (const { track_id, id, created_at } of after.filter((link) => before.has(link.track_id)))
      expect(before.get(track_id)).toMatchObject({ id, created_at });
    await change(id, () => []);
    expect((await links(id)).map((link) => link.track_id)).toEqual([withdrawn]);
  });

  it('is refused for a deleted playlist and for that of somebody else', async () => {
    const [id] = await createFilled(1);
    const other = await signUp(s, { tier: 'admin' });
    await expect(changeTracks(s.c, other.id, id, () => [])).rejects.toMatchObject({ code: 'not_found' });
    expect(await order(id)).toHaveLength(1);
    await call(s, `DELETE /playlist/${id}`, token());
    await expect(change(id, () => [])).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('any sequence of changes gives the same order as on a plain array', async () => {
  const step = fc.tuple(
    fc.constantFrom('add', 'insert', 'move', 'before', 'after', 'remove'),
    fc.nat(20),
    fc.nat(25),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const id = await newPlaylist();
      const model: string[] = [];
      let unused = 0;
      for (const [what, x, y] of steps) {
        const [one, other] = [model[x % model.length], model[y % model.length]];
        if (what === 'add' || what === 'insert' || !one || !other) {
          const position = what === 'insert' ? y : 0;
          const { body } = await add(id, tracks[unused++], { position });
          model.splice(position === 0 ? model.length : position, 0, body.id);
        } else if (what === 'move') {
          await moveTo(one, { position: y });
          model.splice(model.indexOf(one), 1);
          model.splice(y, 0, one);
        } else if (what === 'remove') {
          await remove(one);
          model.splice(model.indexOf(one), 1);
        } else {
          await moveBeside(id, { playlist_track_id: one, [what]: other });
          if (one === other) continue;
          model.splice(model.indexOf(one), 1);
          model.splice(model.indexOf(other) + (what === 'after' ? 1 : 0), 0, one);
        }
      }
      expect(await order(id)).toEqual(model);
    }),
    { numRuns: 25 },
  );
});

describe('concurrent calls', () => {
  it('moves leave one order, which everyone sees', async () => {
    const [id, ids] = await createFilled(10);
    const answers = await Promise.all(
      ids.flatMap((link, i) => [
        moveBeside(id, { playlist_track_id: link, before: ids[(i * 7 + 3) % 10] }),
        moveTo(link, { position: (i * 3) % 10 }),
      ]),
    );
    for (const { status } of answers) expect(status).toBe(200);
    const end = await order(id);
    expect([...end].sort()).toEqual([...ids].sort());
    expect((await links(id)).map((link) => link.id)).toEqual(end);
  });

  it('that move the same track end in the order that the later one returns', async () => {
    const [id, [a, b, c]] = await createFilled(3);
    const [one, two] = await Promise.all([
      moveBeside(id, { playlist_track_id: a, after: b }),
      moveBeside(id, { playlist_track_id: a, after: c }),
    ]);
    const end = await order(id);
    expect([one.body.order, two.body.order]).toContainEqual(end);
  });

  it('that add, move and remove leave neither gaps nor duplicates', async () => {
    const [id, ids] = await createFilled(10);
    const answers = await Promise.all([
      ...tracks.slice(10, 25).map((track, i) => add(id, track, { position: i % 4 })),
      ...ids.slice(0, 5).map((link) => remove(link)),
      ...ids.slice(3, 10).map((link, i) => moveTo(link, { position: 2 * i })),
      ...ids.slice(0, 5).map((link) => moveBeside(id, { playlist_track_id: link, after: ids[9] })),
    ]);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    expect(await order(id)).toHaveLength(20);
  });

  it('add a track once, out of twenty', async () => {
    const id = await newPlaylist();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(id, tracks[0])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await order(id)).toHaveLength(1);
  });

  it('remove an entry once, out of ten', async () => {
    const [id, [a]] = await createFilled(3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(a!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    expect(await order(id)).toHaveLength(2);
  });
});

describe('the entries of a playlist', () => {
  it('are complete and in order; a withdrawn track keeps its title', async () => {
    const id = await newPlaylist();
    const titles = ['Stays', 'Withdrawn', 'Postponed', 'Last'];
    const trackIds = await Promise.all(
      titles.map((title) => publishTrack(s.c, { title, display_artist: 'Dormouse', genre: 'jazz' })),
    );
    for (const track of trackIds) await add(id, track);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', trackIds[1]!).execute();
    await updateRows(s.c, 'track', { id: trackIds[2]! }, { release_date: '2999-01-01T00:00:00.000Z' });
    const { status, body } = await call(s, `GET /playlist/${id}/tracks`, token());
    expect(status).toBe(200);
    expect(body.playlist).toEqual((await call(s, `GET /playlist/${id}`, token())).body);
    expect(body.playlist).toMatchObject({ track_count: 2, total_seconds: 120 });
    for (const entry of body.entries) expect(PlaylistEntry.parse(entry)).toEqual(entry);
    expect(body.entries).toMatchObject(
      titles.map((title, position) => ({
        position,
        title,
        display_artist: 'Dormouse',
        track_id: trackIds[position],
      })),
    );
    expect(body.entries[0].track).toEqual((await call(s, `GET /track/${trackIds[0]}`)).body);
    expect(body.entries.map((entry: PlaylistEntry) => entry.track?.title)).toEqual([
      'Stays',
      undefined,
      undefined,
      'Last',
    ]);
    expect(JSON.stringify(body.entries[1])).not.toContain('/media/');
    // The entry of a withdrawn track can still be moved and removed.
    expect((await moveTo(body.entries[1].id, { position: 0 })).status).toBe(200);
    expect((await remove(body.entries[2].id)).status).toBe(200);
  });

  it('are paged without tracks; without a playlist_id they are those of all the user’s playlists', async () => {
    const owner = await signUp(s, { tier: 'premium' });
    const as = { token: owner.token };
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push((await call(s, 'POST /playlist', { ...as, body: { name: 'Public' } })).body.id);
      for (const track_id of tracks.slice(0, 4))
        await call(s, 'POST /playlist_track', { ...as, body: { playlist_id: ids[i], track_id } });
    }
    await call(s, `DELETE /playlist/${ids[2]}`, as);
    const paged = async (query: string) => {
      const seen: PlaylistTrack[] = [];
      let cursor: unknown;
      do {
        const page = await call(
          s,
          `GET /playlist_track?limit=3${query}${cursor ? `&cursor=${cursor}` : ''}`,
          as,
        );
        expect(page.headers['x-total-count']).toBe(query ? '4' : '8');
        seen.push(...page.body);
        cursor = page.headers['x-next-cursor'];
      } while (cursor);
      return seen;
    };
    const one = await paged(`&playlist_id=${ids[0]}`);
    expect(one.map((link) => link.track_id)).toEqual(tracks.slice(0, 4));
    const all = await paged('');
    expect(new Set(all.map((link) => link.playlist_id))).toEqual(new Set(ids.slice(0, 2)));
    expect(all.filter((link) => link.playlist_id === ids[0])).toEqual(one);
    expect((await call(s, `GET /playlist_track?playlist_id=${ids[0]}`)).body).toEqual(one);
    expect((await call(s, 'GET /playlist_track')).status).toBe(401);
  });

  it.each(['playlist_id=x', 'cursor=x', 'cursor=WzEsMl0', 'limit=0'])('%s is a 400', async (query) => {
    expect((await call(s, `GET /playlist_track?${query}`, token())).status).toBe(400);
  });
});

it('a playlist has at most 1,000 tracks', async () => {
  const id = await newPlaylist();
  const many: string[] = [];
  for (let i = 0; i < 999; i++) many.push(await publishTrack(s.c));
  s.time.now += 2_000_000; // Each published track is a second newer than the one before.
  await insertRows(
    s.c,
    'playlist_track',
    many.map((track_id, position) => ({
      id: randomUUID(),
      playlist_id: id,
      track_id,
      position,
      created_at: 0,
    })),
  );
  const both = await Promise.all([add(id, tracks[0]), add(id, tracks[1])]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'playlist_full',
    limit: 1000,
  });
  const change = (to: (track_ids: string[]) => string[]) => changeTracks(s.c, person.id, id, to);
  const full = { code: 'playlist_full', details: { limit: 1000 } };
  await expect(change((ids) => [...ids, tracks[2]!])).rejects.toMatchObject(full);
  await change((ids) => ids);
  const page = await call(s, `GET /playlist/${id}/tracks`, token());
  expect(page.body.entries).toHaveLength(1000);
  expect(page.body.playlist).toMatchObject({ track_count: 1000, total_seconds: 60_000 });
  const [first, last] = [page.body.entries[0].id, page.body.entries[999].id];
  expect((await moveBeside(id, { playlist_track_id: last, before: first })).body.order[0]).toBe(last);
  expect(await order(id)).toHaveLength(1000);
});
