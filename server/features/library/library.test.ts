import { randomUUID } from 'node:crypto';
import { endpoints } from 'contract/api.ts';
import { Jump, LibraryTrack, SavedTrack } from 'contract/features/library.ts';
import { Track } from 'contract/features/tracks.ts';
import { pageAt } from 'contract/pages.ts';
import { upgradeHint } from 'contract/plans.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { createOpenRequest, member } from '../../testing/requests.ts';
import { findRows, insertRows, updateRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let tracks: string[];
beforeAll(async () => {
  tracks = await Promise.all(Array.from({ length: 60 }, () => publishTrack(s.c)));
});

const save = (person: Person, track_id: unknown, body: object = {}) =>
  call(s, 'POST /saved_track', { token: person.token, body: { track_id, ...body } });
const list = (person: Person, query = '') => call(s, `GET /saved_track${query}`, { token: person.token });
const library = (person: Person, query = '') =>
  call(s, `GET /library/tracks${query}`, { token: person.token });
const withdraw = (id: string, is_deleted: 0 | 1 = 1) =>
  s.c.db.updateTable('track').set({ is_deleted }).where('id', '=', id).execute();

it('no endpoint has the address of a page', () => {
  expect(endpoints.filter(({ method, path }) => method === 'GET' && pageAt(path))).toEqual([]);
});

describe('saving', () => {
  it('saves, returns and removes a track', async () => {
    const person = await signUp(s);
    const saved = await save(person, tracks[0], { user_id: randomUUID(), id: randomUUID() });
    expect(saved.status).toBe(201);
    expect(SavedTrack.parse(saved.body)).toEqual(saved.body);
    expect(saved.body).toMatchObject({ user_id: person.id, track_id: tracks[0], created_at: s.time.now });
    const { id } = saved.body;
    expect((await list(person)).body).toEqual([saved.body]);
    expect((await call(s, `GET /saved_track/${id}`, { token: person.token })).body).toEqual(saved.body);

    const gone = await call(s, `DELETE /saved_track/${id}`, { token: person.token });
    expect(gone).toMatchObject({ status: 200, body: {} });
    expect((await list(person)).body).toEqual([]);
    for (const address of [`GET /saved_track/${id}`, `DELETE /saved_track/${id}`] as const)
      expect(await call(s, address, { token: person.token })).toMatchObject({
        status: 404,
        body: { message: 'Saved track not found' },
      });
    expect((await save(person, tracks[0])).status).toBe(201);
  });

  it('refuses a saved track, and returns the id of its entry', async () => {
    const person = await signUp(s);
    const first = await save(person, tracks[0]);
    expect(await save(person, tracks[0])).toMatchObject({
      status: 409,
      body: { code: 'already_saved', saved_track_id: first.body.id },
    });
  });

  it('PATCH changes nothing and returns the row', async () => {
    const person = await signUp(s);
    const { body } = await save(person, tracks[0]);
    const patch = (given: object) =>
      call(s, `PATCH /saved_track/${body.id}`, { token: person.token, body: given });
    for (const given of [{}, { saved_track_id: body.id }, { track_id: tracks[1], user_id: randomUUID() }])
      expect(await patch(given)).toMatchObject({ status: 200, body });
    expect(await patch({ saved_track_id: randomUUID() })).toMatchObject({
      status: 400,
      body: { field: 'saved_track_id' },
    });
    expect((await list(person)).body).toEqual([body]);
  });

  it("another user's entry is not found by any call", async () => {
    const [owner, other, admin] = [await signUp(s), await signUp(s), await signUp(s, { tier: 'admin' })];
    const { id } = (await save(owner, tracks[0])).body;
    for (const { token } of [other, admin]) {
      expect((await call(s, `GET /saved_track/${id}`, { token })).status).toBe(404);
      expect((await call(s, `PATCH /saved_track/${id}`, { token, body: {} })).status).toBe(404);
      expect((await call(s, `DELETE /saved_track/${id}`, { token })).status).toBe(404);
      expect((await call(s, 'GET /saved_track', { token })).body).toEqual([]);
      expect((await call(s, `GET /saved_track?track_ids=${tracks[0]}`, { token })).body).toEqual([]);
    }
    expect((await list(owner)).body).toHaveLength(1);
  });

  it('only live tracks can be saved', async () => {
    const person = await signUp(s);
    const deleted = await publishTrack(s.c, { is_deleted: 1 });
    const unreleased = await publishTrack(s.c, { release_date: '2999-01-01T00:00:00.000Z' });
    for (const id of [deleted, unreleased, randomUUID()])
      expect(await save(person, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([undefined, null, '', 'x', 1, {}, [], "' or 1=1 --", '\0'])('track_id %j is a 400', async (id) => {
    expect(await save(await signUp(s), id)).toMatchObject({ status: 400, body: { field: 'track_id' } });
  });
});

describe("the plan's limit", () => {
  it('is five for free, reported with the limit and the hint', async () => {
    const person = await signUp(s);
    for (const id of tracks.slice(0, 5)) expect((await save(person, id)).status).toBe(201);
    expect(await save(person, tracks[5])).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', limit: 5, message: upgradeHint('savedTracks', 'free') },
    });
    // A track that is already saved is reported as such first.
    expect((await save(person, tracks[0])).status).toBe(409);
    const [{ id }] = (await list(person)).body;
    await call(s, `DELETE /saved_track/${id}`, { token: person.token });
    expect((await save(person, tracks[5])).status).toBe(201);
  });

  it.each(['plus', 'premium', 'platinum', 'admin'] as const)('%s has none', async (tier) => {
    const person = await signUp(s, { tier });
    for (const id of tracks.slice(0, 7)) expect((await save(person, id)).status).toBe(201);
  });

  it('counts only live tracks: a withdrawn one is neither counted nor shown', async () => {
    const person = await signUp(s);
    const withdrawn = await publishTrack(s.c);
    await save(person, withdrawn);
    for (const id of tracks.slice(0, 4)) await save(person, id);
    await withdraw(withdrawn);
    expect((await list(person)).headers['x-total-count']).toBe('4');
    expect((await library(person)).body).toHaveLength(4);
    expect((await save(person, tracks[5])).status).toBe(201);
    expect((await save(person, tracks[6])).status).toBe(403);
    await withdraw(withdrawn, 0);
    expect((await list(person)).headers['x-total-count']).toBe('6');
  });

  it('depends on the current plan, not on the one at login', async () => {
    const person = await signUp(s, { tier: 'plus' });
    for (const id of tracks.slice(0, 6)) await save(person, id);
    await updateRows(s.c, 'account_status', { user_id: person.id }, { plan_tier: 'free' });
    expect((await save(person, tracks[7])).status).toBe(403);
    expect((await list(person)).body).toHaveLength(6);
  });

  it('accepts exactly one of fifty concurrent saves with four of five used', async () => {
    const person = await signUp(s);
    for (const id of tracks.slice(0, 4)) await save(person, id);
    const answers = await Promise.all(tracks.slice(4, 54).map((id) => save(person, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
    expect((await list(person)).body).toHaveLength(5);
  });

  it('saves a track once in twenty concurrent calls', async () => {
    const person = await signUp(s);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(person, tracks[0])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('tolerates concurrent saves and removals', async () => {
    const person = await signUp(s);
    const answers = await Promise.all(
      tracks.slice(0, 20).map(async (id) => {
        const { status, body } = await save(person, id);
        if (status !== 201) return status;
        return (await call(s, `DELETE /saved_track/${body.id}`, { token: person.token })).status;
      }),
    );
    for (const status of answers) expect([200, 403]).toContain(status);
    expect((await list(person)).body).toEqual([]);
  });
});

describe('the lists', () => {
  let person: Person;
  beforeAll(async () => {
    person = await signUp(s, { tier: 'plus' });
    const fields: [title: string, artist: string, seconds: number][] = [
      ['Éclair', 'Zoë', 100],
      ['apple', 'zoe', 100],
      ['Banana', 'Ørsted', 30],
      ['eclair', 'Anna', 200],
      ['100%', 'An_na', 100],
      [`Long ${'🎵\t\u0001'.repeat(200)}`, `${'\u0001é'.repeat(300)} b`, 7],
      [`Long ${'🎵\t\u0001'.repeat(200)}`, `${'\u0001é'.repeat(300)} a`, 7],
      ['Trio', 'Anna', 61],
    ];
    for (const [title, display_artist, duration_seconds] of fields) {
      await save(person, await publishTrack(s.c, { title, display_artist, duration_seconds, genre: 'jazz' }));
      s.time.now += 1000;
    }
  });

  const titles = async (query: string) =>
    (await library(person, query)).body.map((row: LibraryTrack) => row.title.slice(0, 6));

  it('contain whole tracks with their entries, last saved first', async () => {
    const { body, headers, status } = await library(person);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe('8');
    expect(headers['cache-control']).toBe('no-store');
    for (const row of body) {
      expect(LibraryTrack.parse(row)).toEqual(row);
      expect(Object.keys(row).sort()).toEqual(Object.keys(LibraryTrack.shape).sort());
      expect(row).toMatchObject({ genre: 'jazz', is_deleted: false });
      expect((await call(s, `GET /track/${row.id}`)).body).toEqual(Track.parse(row));
    }
    const links = (await list(person)).body;
    expect(links.map((row: SavedTrack) => row.id)).toEqual(
      body.map((row: LibraryTrack) => row.saved_track_id),
    );
    expect(links.map((row: SavedTrack) => row.created_at)).toEqual(
      body.map((row: LibraryTrack) => row.saved_at),
    );
  });

  it.each([
    ['recent', ['Trio', 'Long 🎵', 'Long 🎵', '100%', 'eclair', 'Banana', 'apple', 'Éclair']],
    ['title', ['100%', 'apple', 'Banana', 'eclair', 'Éclair', 'Long 🎵', 'Long 🎵', 'Trio']],
  ])('are sorted by %s', async (sort, expected) => {
    const found = (await library(person, `?sort=${sort}`)).body.map((row: LibraryTrack) =>
      [...row.title].slice(0, 6).join(''),
    );
    expect(found).toEqual(expected);
  });

  it('are sorted by artist, then title, ignoring accents and case', async () => {
    const found = (await library(person, '?sort=artist')).body.map((row: LibraryTrack) => row.display_artist);
    expect(found.slice(2)).toEqual(['An_na', 'Anna', 'Anna', 'Ørsted', 'zoe', 'Zoë']);
  });

  it('are sorted by duration, then title', async () => {
    const found = (await library(person, '?sort=duration')).body;
    expect(found.map((row: LibraryTrack) => row.duration_seconds)).toEqual([
      7, 7, 30, 61, 100, 100, 100, 200,
    ]);
    expect((await titles('?sort=duration')).slice(4, 7)).toEqual(['100%', 'apple', 'Éclair']);
  });

  it.each(['recent', 'title', 'artist', 'duration'])(
    'are paged by %s without repeating a row',
    async (sort) => {
      const whole = (await library(person, `?sort=${sort}`)).body;
      for (const limit of [1, 3, 8]) {
        const seen: unknown[] = [];
        let cursor: unknown;
        do {
          const page = await library(
            person,
            `?sort=${sort}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
          );
          expect(page.status).toBe(200);
          expect(page.headers['x-total-count']).toBe('8');
          seen.push(...page.body);
          cursor = page.headers['x-next-cursor'];
        } while (cursor);
        expect(seen).toEqual(whole);
      }
    },
  );

  it('the entries are paged too', async () => {
    const whole = (await list(person)).body;
    const first = await list(person, '?limit=5');
    const rest = await list(person, `?limit=5&cursor=${first.headers['x-next-cursor']}`);
    expect([...first.body, ...rest.body]).toEqual(whole);
    expect(rest.headers['x-total-count']).toBe('8');
    expect(rest.headers['x-next-cursor']).toBeUndefined();
  });

  it('the next page follows even if the last row of this one was removed', async () => {
    const other = await signUp(s, { tier: 'plus' });
    for (const id of tracks.slice(0, 4)) {
      await save(other, id);
      s.time.now += 1;
    }
    const first = await library(other, '?limit=2');
    await call(s, `DELETE /saved_track/${first.body[1].saved_track_id}`, { token: other.token });
    const rest = await library(other, `?limit=2&cursor=${first.headers['x-next-cursor']}`);
    expect(rest.body.map((row: LibraryTrack) => row.id)).toEqual([tracks[1], tracks[0]]);
  });

  it.each([
    ['eclair', ['eclair', 'Éclair']],
    ['ÉCLAIR anna', ['eclair']],
    ['orsted', ['Banana']],
    ['%', ['100%']],
    ['_', ['100%']],
    ['n', ['100%', 'Banana', 'eclair', 'Long 🎵'.slice(0, 6), 'Long 🎵'.slice(0, 6), 'Trio']],
    ['nowhere', []],
  ])('can be searched for %j', async (q, expected) => {
    const found = await library(person, `?sort=title&q=${encodeURIComponent(q)}`);
    expect(found.body.map((row: LibraryTrack) => row.title.slice(0, 6))).toEqual(expected);
    expect(found.headers['x-total-count']).toBe(String(expected.length));
  });

  it('a blank search returns everything, and a search is paged with its total', async () => {
    expect(await titles('?q=%20')).toHaveLength(8);
    const first = await library(person, '?q=n&limit=4&sort=title');
    expect(first.headers['x-total-count']).toBe('6');
    const rest = await library(person, `?q=n&sort=title&cursor=${first.headers['x-next-cursor']}`);
    expect(rest.body).toHaveLength(2);
  });

  it('can be filtered by tracks, as hearts need', async () => {
    const [first, second] = (await library(person)).body;
    const found = await list(person, `?track_ids=${second.id},${tracks[0]},${first.id}`);
    expect(found.body.map((row: SavedTrack) => row.track_id)).toEqual([first.id, second.id]);
    expect(found.headers['x-total-count']).toBe('2');
    const hundred = Array.from({ length: 100 }, () => randomUUID());
    expect((await list(person, `?track_ids=${hundred}`)).status).toBe(200);
    expect((await list(person, `?track_ids=${hundred},${randomUUID()}`)).status).toBe(400);
  });

  it.each([
    '/library/tracks?sort=random',
    '/library/tracks?limit=0',
    '/library/tracks?limit=201',
    '/library/tracks?q=%00',
    '/library/tracks?cursor=x',
    `/library/tracks?cursor=${'x'.repeat(3000)}`,
    ...[
      ['recent', 1],
      ['title', 'a', randomUUID()],
      ['recent', -1, randomUUID()],
      ['recent', 2 ** 60, randomUUID()],
      ['recent', 1, "' or 1=1"],
    ].map((one) => `/library/tracks?cursor=${forged(one)}`),
    `/library/tracks?sort=title&cursor=${forged(['title', 'a\0b', randomUUID()])}`,
    `/library/tracks?sort=title&cursor=${forged(['title', '\ud800', randomUUID()])}`,
    `/library/tracks?sort=title&cursor=${forged(['title', { a: 1 }, randomUUID()])}`,
    `/library/tracks?sort=duration&cursor=${forged(['duration', 2 ** 40, 'a', randomUUID()])}`,
    '/saved_track?track_ids=',
    '/saved_track?track_ids=a,b',
    '/saved_track?cursor=WzEsMl0',
    '/saved_track/not-an-id',
  ])('%s is a 400', async (url) => {
    const { status, body } = await call(s, `GET ${url}` as 'GET /', { token: person.token });
    expect(status).toBe(400);
    expect(body.message).toMatch(/\S/);
  });
});

function forged(cursor: unknown[]): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

describe('personal data', () => {
  it('counts only live saved tracks and playlists that are not deleted', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const counts = async () => (await call(s, 'GET /library/counts', { token: person.token })).body;
    const none = { lamps: 0, songs: 0, listens: 0, made: [] };
    expect(await counts()).toEqual({ playlists: 0, favorites: 0, ...none });
    const withdrawn = await publishTrack(s.c);
    for (const id of [withdrawn, tracks[0], tracks[1]]) await save(person, id);
    await withdraw(withdrawn);
    const created = await call(s, 'POST /playlist', { token: person.token, body: { name: 'One' } });
    await call(s, 'POST /playlist', { token: person.token, body: { name: 'Two' } });
    expect(await counts()).toEqual({ playlists: 2, favorites: 2, ...none });
    await call(s, `DELETE /playlist/${created.body.id}`, { token: person.token });
    expect(await counts()).toEqual({ playlists: 1, favorites: 2, ...none });
  });

  it('counts lamps whose credits were not returned, songs that came of them once, and plays that counted', async () => {
    const [asker, voter] = [await member(s, 100), await member(s, 100)];
    const [out, declined, open] = [
      await createOpenRequest(s.c, asker.id, { votes: 30 }),
      await createOpenRequest(s.c, asker.id),
      await createOpenRequest(s.c, voter.id),
    ];
    for (const [who, id] of [
      [voter, out],
      [voter, out],
      [asker, out],
      [voter, declined],
      [voter, open],
    ] as const)
      expect((await call(s, `POST /requests/${id}/votes`, { token: who.token })).status).toBe(200);
    const admin = await signUp(s, { tier: 'admin' });
    await call(s, `DELETE /requests/${declined}?reason=No`, { token: admin.token });
    const track = { title: 'Out', display_artist: 'A', genre: 'pop', duration_seconds: 60 };
    const body = { ...track, audio_url: 'https://elsewhere.example/out.mp3', request_id: out };
    const { body: released } = await call(s, 'POST /track', { token: admin.token, body });
    const play = { id: randomUUID(), track_id: released.id, user_id: asker.id, listener: asker.id };
    await insertRows(s.c, 'play_event', { ...play, played_ms: 30_000, created_at: 1 });
    const part = async ({ token }: { token: string }) => {
      const { lamps, songs, listens, made } = (await call(s, 'GET /library/counts', { token })).body;
      return { lamps, songs, listens, made: made.map(({ id }: { id: string }) => id) };
    };
    expect(await part(voter)).toEqual({ lamps: 3, songs: 1, listens: 0, made: [released.id] });
    expect(await part(asker)).toEqual({ lamps: 1, songs: 1, listens: 1, made: [released.id] });
  });

  it('a member goes on with songs that they called for, what they back, and what they played last', async () => {
    const [asker, voter] = [await member(s, 100), await member(s, 100)];
    const jump = async ({ token }: Person) => {
      const { body } = await call(s, 'GET /library/jump', { token });
      expect(Jump.parse(body)).toEqual(body);
      const ids = (list: { id: string }[]) => list.map(({ id }) => id);
      return [ids(body.songs), ids(body.requests), ids(body.played)];
    };
    expect(await jump(voter)).toEqual([[], [], []]);

    const [open, queued, out] = [
      await createOpenRequest(s.c, asker.id, { votes: 20 }),
      await createOpenRequest(s.c, asker.id, { votes: 31 }),
      await createOpenRequest(s.c, asker.id, { votes: 30 }),
    ];
    const [old, played, withdrawn, called] = tracks.slice(20) as [string, string, string, string];
    for (const id of [open, queued, out]) await call(s, `POST /requests/${id}/votes`, { token: voter.token });
    await updateRows(
      s.c,
      'song_request',
      { id: out },
      { released: 1, release_date: s.time.now, track_id: called },
    );
    for (const track_id of [old, withdrawn, called, played, played]) {
      s.time.now += 600_000;
      await call(s, 'POST /plays', { token: voter.token, body: { track_id, played_ms: 600_000 } });
    }
    await withdraw(withdrawn);
    expect(await jump(voter)).toEqual([[called], [queued, open], [played, old]]);
    await withdraw(withdrawn, 0);
    expect((await jump(asker))[0]).toEqual([called]);

    const release_date = s.time.now - 31 * 86_400_000;
    await s.c.db.updateTable('song_request').set({ release_date }).where('id', '=', out).execute();
    expect(await jump(voter)).toEqual([[], [queued, open], [played, called, withdrawn]]);
    expect((await call(s, 'GET /library/jump')).status).toBe(401);
  });

  it('tells a member what waits for them alone: a choice that they have not made, a request, new credits', async () => {
    const [asker, voter, stranger] = [await member(s, 100), await member(s, 100), await signUp(s)];
    const jump = async ({ token }: Person) =>
      Jump.parse((await call(s, 'GET /library/jump', { token })).body);
    const nothing = { choose: null, nearest: null, credits: null };
    expect(await jump(stranger)).toMatchObject(nothing);
    const [far, near, choosing] = [
      await createOpenRequest(s.c, asker.id, { votes: 4 }),
      await createOpenRequest(s.c, asker.id, { votes: 20 }),
      await createOpenRequest(s.c, asker.id, { votes: 30 }),
    ];
    for (const id of [far, choosing]) await call(s, `POST /requests/${id}/votes`, { token: voter.token });
    const choosing_ends_at = s.time.now + 3_600_000;
    await updateRows(s.c, 'song_request', { id: choosing }, { stage: 'choosing', choosing_ends_at });
    expect(await jump(voter)).toMatchObject({
      choose: { id: choosing, choosing_ends_at, own_votes: 1, choosers: { all: 2, chosen: 0 } },
      nearest: { id: far, own_votes: 1 },
      credits: null,
    });
    expect((await jump(asker)).nearest?.id).toBe(near);
    expect(await jump(stranger)).toMatchObject(nothing);

    // An account that begins with credits has done nothing with them yet.
    const plus = await signUp(s, { tier: 'plus' });
    await call(s, 'GET /credits', { token: plus.token });
    expect((await jump(plus)).credits).toBe(100);
    await call(s, `POST /requests/${far}/votes`, { token: plus.token });
    expect((await jump(plus)).credits).toBeNull();
  });

  it('saved tracks appear in the activity and the export', async () => {
    const person = await signUp(s);
    const withdrawn = await publishTrack(s.c, { title: 'Doomed' });
    s.time.now += 1000;
    await save(person, withdrawn);
    s.time.now += 1000;
    const kept = await publishTrack(s.c, { title: 'Kept', display_artist: 'Dormouse' });
    await save(person, kept);
    await withdraw(withdrawn);
    const { body } = await call(s, 'GET /auth/me/activity', { token: person.token });
    expect(body).toMatchObject([
      { kind: 'save', subject_id: kept, subject: 'Kept', artist: 'Dormouse' },
      { kind: 'save', subject_id: null, subject: 'Doomed' },
      { kind: 'joined' },
    ]);
    const exported = (await call(s, 'GET /auth/me/export', { token: person.token })).body;
    expect(exported.saved_tracks).toMatchObject([
      { track_id: withdrawn, title: 'Doomed' },
      { track_id: kept, title: 'Kept', display_artist: 'Dormouse' },
    ]);
  });

  it('is deleted with the account, even during concurrent saves', async () => {
    const person = await signUp(s, { tier: 'plus' });
    await save(person, tracks[0]);
    const answers = await Promise.all([
      ...tracks.slice(1, 20).map((id) => save(person, id)),
      call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } }),
      ...tracks.slice(20, 40).map((id) => save(person, id)),
    ]);
    for (const { status } of answers) expect([200, 201, 401]).toContain(status);
    const left = await findRows(s.c, 'saved_track', { user_id: person.id });
    expect(left).toEqual([]);
  });
});
