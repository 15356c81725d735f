import { randomUUID } from 'node:crypto';
import type { Follow } from 'contract/extensions/news/following.ts';
import { FOLLOWS_MAX } from 'contract/extensions/news/following-constants.ts';
import { getWaiting, type Notification } from 'contract/extensions/news/notifications.ts';
import { beforeAll, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { runEvents } from '../../testing/jobs.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { findRows, insertRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';
import { notifyOfNews } from './news.ts';

const s = serverOfFile();
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
  await notifyOfNews(s.c);
});

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  who: Person,
  url: string,
  payload?: object,
) => s.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
const follow = (who: Person, kind: string, target: string) => send('POST', who, '/follow', { kind, target });
const bell = async (who: Person) =>
  (await send('GET', who, '/notifications')).json() as { notifications: Notification[]; unread: number };
const news = async (who: Person) => (await bell(who)).notifications.filter(({ role }) => role === 'follower');
const release = (input: object) =>
  publishTrack(s.c, { ...input, created_at: ++s.time.now, release_date: new Date(s.time.now).toISOString() });
const playlist = async (who: Person, name: string) =>
  ((await send('POST', who, '/playlist', { name, privacy: 'public' })).json() as { id: string }).id;

it('tells the followers of an artist and a genre of a new song, once, and nobody who followed later', async () => {
  const [ann, bob] = [await signUp(s), await signUp(s)];
  await publishTrack(s.c, { display_artist: 'Luna Park', genre: 'jazz' });
  expect((await follow(ann, 'artist', 'luna-park')).statusCode).toBe(200);
  expect((await follow(ann, 'genre', 'jazz')).statusCode).toBe(200);
  const id = await release({ title: 'Glass Harbor', display_artist: 'Luna Park', genre: 'jazz:bebop' });
  s.time.now++;
  await follow(bob, 'artist', 'luna-park');
  for (let round = 0; round < 3; round++) await notifyOfNews(s.c);
  expect(await news(ann)).toMatchObject([
    {
      ...{ kind: 'new_song', role: 'follower', request_id: null, track_id: id, title: 'Glass Harbor' },
      followed: { kind: 'artist', target: 'luna-park', name: 'Luna Park' },
    },
  ]);
  expect((await bell(ann)).unread).toBe(1);
  expect(await news(bob)).toEqual([]);
});

it('tells followers of a request its steps, and its requester not twice', async () => {
  const [ann, bob] = [await signUp(s), await signUp(s)];
  const id = await createOpenRequest(s.c, bob.id);
  for (const who of [ann, bob]) await follow(who, 'request', id);
  s.time.now++;
  await send('DELETE', admin, `/requests/${id}?reason=Too%20long`);
  await notifyOfNews(s.c);
  expect(await news(ann)).toMatchObject([{ kind: 'request_declined', request_id: id, reason: 'Too long' }]);
  // Whichever comes first, the requester is told once, as the requester.
  await runEvents(s.c);
  expect(await news(bob)).toEqual([]);
  expect((await bell(bob)).notifications).toHaveLength(1);
});

it('tells people the premiere that they have not seen and the request that they follow, and nobody of another’s', async () => {
  const [ann, bob, eve] = [await signUp(s), await signUp(s), await signUp(s)];
  const waiting = async (who: Person) =>
    getWaiting.returns.parse((await send('GET', who, '/notifications/waiting')).json());
  const nothing = { premiere: null, followed: null };
  const [low, high, full, hidden, song] = [
    await createOpenRequest(s.c, bob.id, { votes: 3 }),
    await createOpenRequest(s.c, bob.id, { votes: 12 }),
    await createOpenRequest(s.c, bob.id, { votes: 30 }),
    await createOpenRequest(s.c, bob.id, { votes: 29 }),
    await createOpenRequest(s.c, bob.id, { votes: 30 }),
  ];
  for (const id of [low, high, full, hidden]) await follow(ann, 'request', id);
  await follow(eve, 'request', song);
  await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', hidden).execute();
  expect(await waiting(ann)).toMatchObject({ premiere: null, followed: { id: high, own_votes: 0 } });

  const { id: track_id } = (
    await send('POST', admin, '/track', {
      ...{ title: 'Out', display_artist: 'Luna Park', genre: 'jazz', duration_seconds: 60 },
      ...{ audio_url: 'https://elsewhere.example/out.mp3', request_id: song },
    })
  ).json();
  await runEvents(s.c);
  await notifyOfNews(s.c);
  expect(await waiting(bob)).toMatchObject({
    premiere: { track: { id: track_id }, votes: 0 },
    followed: null,
  });
  // A follower and a stranger are told of none, and a stranger's look ends nobody's.
  for (const who of [ann, eve]) {
    expect((await waiting(who)).premiere).toBeNull();
    await send('DELETE', who, `/notifications/premieres/${song}`);
  }
  expect((await waiting(bob)).premiere?.track.id).toBe(track_id);
  const withdrawn = (is_deleted: 0 | 1) =>
    s.c.db.updateTable('track').set({ is_deleted }).where('id', '=', track_id).execute();
  await withdrawn(1);
  expect(await waiting(bob)).toEqual(nothing);
  await withdrawn(0);
  await send('DELETE', bob, `/notifications/premieres/${song}`);
  expect(await waiting(bob)).toEqual(nothing);
  // Nothing that a caller sends makes it another's.
  expect((await send('GET', eve, `/notifications/waiting?user_id=${ann.id}`)).json()).toEqual(nothing);
  expect((await s.app.inject({ url: '/notifications/waiting' })).statusCode).toBe(401);
});

it('followers of a request that is merged follow the one that it became, once', async () => {
  const [ann, bob, owner] = [await signUp(s), await signUp(s), await signUp(s)];
  const [id, into] = [
    await createOpenRequest(s.c, owner.id, { title: 'Rain' }),
    await createOpenRequest(s.c, owner.id, { title: 'Raindrops' }),
  ];
  for (const who of [ann, bob]) await follow(who, 'request', id);
  await follow(bob, 'request', into);
  s.time.now++;
  expect((await send('POST', admin, `/requests/${id}/merge`, { into })).statusCode).toBeLessThan(300);
  await notifyOfNews(s.c);
  for (const who of [ann, bob])
    expect((await send('GET', who, '/follow/list')).json()).toMatchObject([
      { kind: 'request', target: into, genre: 'pop', votes: 0, cover_image_url: null },
    ]);
  s.time.now++;
  await send('DELETE', admin, `/requests/${into}?reason=Too%20long`);
  await notifyOfNews(s.c);
  for (const who of [ann, bob])
    expect((await news(who)).map(({ kind }) => kind)).toEqual(['request_declined', 'request_merged']);
});

it('keeps one notification of a playlist, and hides it as soon as the playlist is private', async () => {
  const [owner, fan] = [await signUp(s, { tier: 'premium' }), await signUp(s)];
  const id = await playlist(owner, 'Night drive');
  await follow(fan, 'playlist', id);
  const add = async () =>
    send('POST', owner, '/playlist_track', { playlist_id: id, track_id: await release({}), position: 0 });
  for (let hour = 0; hour < 2; hour++) {
    s.time.now += 3_600_000;
    await add();
    await add();
    await notifyOfNews(s.c);
  }
  expect(await news(fan)).toMatchObject([{ kind: 'playlist_songs', followed: { name: 'Night drive' } }]);
  await send('PATCH', owner, `/playlist/${id}`, { privacy: 'private' });
  expect(await news(fan)).toEqual([]);
  expect(await bell(fan)).toEqual({ notifications: [], unread: 0 });
  const [kept] = (await send('GET', fan, '/follow/list')).json() as Follow[];
  expect(kept).toMatchObject({ kind: 'playlist', target: null, name: null, cover_image_url: null });
  s.time.now += 3_600_000;
  await add();
  await notifyOfNews(s.c);
  await send('PATCH', owner, `/playlist/${id}`, { privacy: 'public' });
  expect(await news(fan)).toHaveLength(1);
  expect((await send('DELETE', fan, `/follow/${kept!.id}`)).statusCode).toBe(200);
  expect((await send('GET', fan, '/follow/list')).json()).toEqual([]);
});

it('tells nobody of what is not public, and says that there is nothing to those who ask', async () => {
  const [ann, nora] = [await signUp(s), await signUp(s, { tier: 'plus' })];
  const secret = await playlist(nora, 'Secret');
  await send('PATCH', nora, `/playlist/${secret}`, { privacy: 'private' });
  const hidden = await createOpenRequest(s.c, nora.id);
  await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', hidden).execute();
  const refused = [
    ...[
      ['playlist', secret],
      ['request', hidden],
      ['person', nora.username],
      ['person', '\0'],
      ['artist', 'nobody'],
    ],
    ...[
      ['request', randomUUID()],
      ['playlist', 'x'],
      ['genre', 'no-genre'],
      ['genre', ''],
    ],
  ] as const;
  for (const [kind, target] of refused) {
    const { statusCode } = await follow(ann, kind!, target!);
    expect([kind, target, statusCode]).toEqual([kind, target, target === '\0' ? 400 : 404]);
  }
  expect((await follow(ann, 'song', 'x')).statusCode).toBe(400);
  await send('PUT', nora, '/auth/me/public-profile', { is_public: true });
  expect((await follow(ann, 'person', nora.username.toUpperCase())).statusCode).toBe(200);
  await release({ requester_id: nora.id });
  await notifyOfNews(s.c);
  expect(await news(ann)).toMatchObject([{ followed: { kind: 'person', target: nora.username } }]);
  await send('PUT', nora, '/auth/me/public-profile', { is_public: false });
  expect(await news(ann)).toEqual([]);
});

it('counts at most a thousand of what followers were told', async () => {
  const ann = await signUp(s);
  await publishTrack(s.c, { display_artist: 'Tireless' });
  await follow(ann, 'artist', 'tireless');
  const track_id = await release({ display_artist: 'Tireless' });
  await notifyOfNews(s.c);
  const [row] = await findRows(s.c, 'notification', { track_id, user_id: ann.id });
  const rows = Array.from({ length: 1100 }, () => ({ ...row!, id: randomUUID(), subject: randomUUID() }));
  for (let at = 0; at < rows.length; at += 100)
    await insertRows(s.c, 'notification', rows.slice(at, at + 100));
  expect((await bell(ann)).unread).toBe(1000);
  expect((await send('GET', ann, '/notifications')).headers['x-total-count']).toBe('1000');
});

it('lists what is followed with its picture, and news with theirs', async () => {
  const [ann, owner] = [await signUp(s), await signUp(s, { tier: 'premium' })];
  const cover_image_url = '/media/cover.png';
  const track_id = await publishTrack(s.c, { display_artist: 'Seen', cover_image_url, popularity: 2 });
  await publishTrack(s.c, { display_artist: 'Seen', popularity: 9 });
  const id = await playlist(owner, 'Covers');
  await send('POST', owner, '/playlist_track', { playlist_id: id, track_id, position: 0 });
  for (const [kind, target] of [
    ['artist', 'seen'],
    ['genre', 'jazz'],
    ['playlist', id],
  ] as const) {
    s.time.now++;
    await follow(ann, kind, target);
  }
  const pictures = ((await send('GET', ann, '/follow/list')).json() as Follow[]).map((one) => [
    one.kind,
    one.cover_image_url && new URL(one.cover_image_url).pathname,
  ]);
  expect(pictures).toEqual([
    ['playlist', cover_image_url],
    ['genre', null],
    ['artist', cover_image_url],
  ]);
  const out = await release({ display_artist: 'Seen', cover_image_url });
  await notifyOfNews(s.c);
  const [told] = await news(ann);
  expect(told).toMatchObject({ track_id: out, status: null, choosing_ends_at: null });
  expect(new URL(told!.cover_image_url!).pathname).toBe(cover_image_url);
});

it('is part of the export, and ends with the account', async () => {
  const [ann, nora] = [await signUp(s), await signUp(s)];
  await send('PUT', nora, '/auth/me/public-profile', { is_public: true });
  await follow(ann, 'genre', 'pop');
  s.time.now++;
  expect((await follow(ann, 'person', nora.username)).statusCode).toBe(200);
  expect((await send('GET', ann, '/auth/me/export')).json().follows).toMatchObject([
    { kind: 'genre', target: 'pop' },
    { kind: 'person', target: nora.id },
  ]);
  await send('DELETE', nora, '/auth/me', { password: PASSWORD });
  expect((await send('GET', ann, '/follow/list')).json()).toMatchObject([{ kind: 'genre' }]);
  await send('DELETE', ann, '/auth/me', { password: PASSWORD });
  const left = s.c.db.selectFrom('follow').where('user_id', 'in', [ann.id, nora.id]).select('id');
  expect(await left.execute()).toEqual([]);
});

it('survives a flood of follow and unfollow, and ends at the limit', async () => {
  const [ann, eve] = [await signUp(s), await signUp(s)];
  const answers = await Promise.all(Array.from({ length: 20 }, () => follow(ann, 'genre', 'pop')));
  expect(new Set(answers.map((one) => one.payload)).size).toBe(1);
  const { id } = answers[0]!.json() as { id: string };
  expect((await send('DELETE', eve, `/follow/${id}`)).statusCode).toBe(404);
  const mine = (await send('GET', ann, '/follow?kind=genre&target=pop')).json();
  expect(mine).toEqual({ id });
  const ended = await Promise.all(Array.from({ length: 20 }, () => send('DELETE', ann, `/follow/${id}`)));
  expect(ended.filter((one) => one.statusCode === 200)).toHaveLength(1);
  const rows = Array.from({ length: FOLLOWS_MAX }, (_, number) => ({
    ...{
      id: randomUUID(),
      user_id: ann.id,
      kind: 'artist' as const,
      target: `a-${number}`,
      created_at: number,
    },
  }));
  for (let at = 0; at < rows.length; at += 200) await insertRows(s.c, 'follow', rows.slice(at, at + 200));
  expect((await follow(ann, 'genre', 'pop')).json()).toMatchObject({
    code: 'too_many_follows',
    message: expect.stringContaining(FOLLOWS_MAX.toLocaleString('en')),
  });
});

it('tells many followers in batches between which others write, at most twenty times a day of one artist', async () => {
  await publishTrack(s.c, { display_artist: 'Crowd' });
  const fans = 1201;
  const people = Array.from({ length: fans }, () => ({ id: randomUUID() }));
  for (let at = 0; at < fans; at += 100) {
    const part = people.slice(at, at + 100);
    await insertRows(
      s.c,
      'user',
      part.map(({ id }) => ({
        ...{ id, username: id, username_key: id, name: 'Fan', email: null, password_hash: null },
        ...{ avatar_url: null, created_at: 1, deleted_at: null },
      })) as never,
    );
    await insertRows(
      s.c,
      'follow',
      part.map(({ id }) => ({ id, user_id: id, kind: 'artist' as const, target: 'crowd', created_at: 1 })),
    );
  }
  const track_id = await release({ display_artist: 'Crowd' });
  await notifyOfNews(s.c);
  const count = async (of: string) =>
    Number(
      (
        await s.c.db
          .selectFrom('notification')
          .where('track_id', '=', of)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  expect(await count(track_id)).toBe(fans);
  await s.c.db.deleteFrom('follow').where('target', '=', 'crowd').where('id', '<>', people[0]!.id).execute();
  const more: string[] = [];
  for (let number = 0; number < 20; number++) more.push(await release({ display_artist: 'Crowd' }));
  await notifyOfNews(s.c);
  const told = await Promise.all(more.map(count));
  expect(told.filter((one) => one === 1)).toHaveLength(19);
}, 60_000);
