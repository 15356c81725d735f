import { createHash } from 'node:crypto';
import sharp from 'sharp';
import SubsonicAPI from 'subsonic-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import {
  PASSWORD,
  type Person,
  publishTrack,
  signUp,
  type TestServer,
  testServer,
} from '../../testing/server.ts';
import { restCalls } from './routes.ts';

let s: TestServer;
let url: string;
const log: string[] = [];
beforeAll(async () => {
  s = await testServer({
    rateLimit: true,
    logLevel: 'info',
    accessLog: true,
    logTo: { write: (line) => void log.push(line) },
  });
  url = await s.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => s.close());

interface Member extends Person {
  password: string;
  client: SubsonicAPI;
}

async function member(tier: 'free' | 'plus' | 'admin' = 'plus'): Promise<Member> {
  const person = await signUp(s, { tier });
  const { token } = person;
  await call(s, 'POST /auth/confirmation', { token, body: { password: PASSWORD } });
  const made = await call(s, 'POST /auth/app-passwords', { token, body: { name: 'Player' } });
  const { password } = made.body;
  const client = new SubsonicAPI({ url, auth: { username: person.username, password } });
  return { ...person, password, client };
}

type Query = Record<string, string | number | readonly (string | number)[]>;
const queryOf = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
    ),
  ).toString();

/** The answer to a call with an app password, as JSON. */
async function ask({ username, password }: Member, name: string, query: Query = {}) {
  const parameters = queryOf({ u: username, p: password, f: 'json', ...query });
  const answer = await s.app.inject({ url: `/rest/${name}?${parameters}`, headers: { host: 'localhost' } });
  expect([name, answer.statusCode]).toEqual([name, 200]);
  return answer.json()['subsonic-response'];
}
const errorOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).error?.code;
/** The answer to any parameters. */
const raw = async (query: Query, name = 'ping', from = '192.0.2.9') => {
  const target = `/rest/${name}?${queryOf({ f: 'json', ...query })}`;
  const answer = await s.app.inject({ url: target, headers: { host: 'localhost' }, remoteAddress: from });
  return answer.json()['subsonic-response'];
};

/** An artist's songs of two years. */
async function discography(artist: string) {
  const cover_image_url = await s.c.media.putWidths(
    await Promise.all(
      [96, 320, 640, 1280].map(async (width) => {
        const picture = sharp({ create: { width, height: width, channels: 3, background: '#345' } });
        return { width, data: await picture.webp().toBuffer() };
      }),
    ),
    640,
  );
  const audio_url = await s.c.media.put(Buffer.from(`the sound of ${artist}`), 'mp3');
  const given = { display_artist: artist, cover_image_url, audio_url, genre: 'jazz' };
  return {
    old: await publishTrack(s.c, { ...given, title: 'First', release_date: '2025-03-01T00:00:00.000Z' }),
    asked: await publishTrack(s.c, { ...given, title: 'Asked <&> "for"', backers: 30 }),
    last: await publishTrack(s.c, { ...given, title: 'Last', duration_seconds: 200 }),
  };
}

describe('a player that nobody here wrote', () => {
  it('finds the way from the artist to the sound, and keeps what it likes', async () => {
    const { client, token } = await member();
    const { asked, last } = await discography('Ilse Harbor');
    expect((await client.ping()).status).toBe('ok');
    const { artists } = await client.getArtists();
    const artist = artists
      .index!.flatMap((index) => index.artist ?? [])
      .find(({ name }) => name === 'Ilse Harbor');
    expect(artist).toMatchObject({ id: 'ar-ilse-harbor', albumCount: 2 });
    const { album: albums } = (await client.getArtist({ id: artist!.id })).artist;
    expect(albums!.map(({ name, songCount }) => [name, songCount])).toEqual([
      ['Ilse Harbor 2025', 1],
      ['Ilse Harbor 2026', 2],
    ]);
    const { album } = await client.getAlbum({ id: albums![1]!.id });
    expect(album).toMatchObject({ songCount: 2, duration: 260, genre: 'Jazz', year: 2026 });
    expect(album.song!.map(({ id, isDir, comment }) => [id, isDir, comment])).toEqual([
      [asked, false, 'Called for by the crowd'],
      [last, false, undefined],
    ]);
    for (const song of album.song!)
      expect(song).toMatchObject({
        size: 'the sound of Ilse Harbor'.length,
        parent: album.id,
        albumId: album.id,
        coverArt: song.id,
        isVideo: false,
      });

    const sound = await client.stream({ id: last });
    expect([sound.status, await sound.text()]).toEqual([200, 'the sound of Ilse Harbor']);
    const cover = await client.getCoverArt({ id: album.coverArt!, size: 300 });
    const { format, width } = await sharp(await cover.arrayBuffer()).metadata();
    expect([cover.headers.get('content-type'), format, width]).toEqual(['image/jpeg', 'jpeg', 320]);

    await client.star({ id: last });
    await client.star({ id: last });
    const { starred2 } = await client.getStarred2();
    expect(starred2.song).toMatchObject([{ id: last, starred: new Date(s.time.now) }]);
    expect((await call(s, 'GET /saved_track', { token })).body).toMatchObject([{ track_id: last }]);
    await client.unstar({ id: last });
    expect((await client.getStarred2()).starred2.song).toEqual([]);
  });

  it('makes a playlist, changes it and takes it away', async () => {
    const { client, token } = await member();
    const { old, asked, last } = await discography('Nora Quill');
    const { playlist } = await client.createPlaylist({ name: 'Train', songId: [old, asked] });
    expect(playlist.entry!.map(({ id }) => id)).toEqual([old, asked]);
    await client.updatePlaylist({
      playlistId: playlist.id,
      name: 'Night train',
      songIdToAdd: [last],
      songIndexToRemove: [0],
    });
    const changed = (await client.getPlaylist({ id: playlist.id })).playlist;
    expect([changed.name, changed.songCount, changed.entry!.map(({ id }) => id)]).toEqual([
      'Night train',
      2,
      [asked, last],
    ]);
    expect((await call(s, 'GET /playlist', { token })).body).toMatchObject([{ name: 'Night train' }]);
    await client.deletePlaylist({ id: playlist.id });
    expect((await client.getPlaylists()).playlists.playlist).toEqual([]);
  });

  it('changes the songs of a playlist that it edits for somebody else, and nothing else of it', async () => {
    const [owner, editor] = [await member(), await member('free')];
    const [a, b] = await Promise.all([publishTrack(s.c), publishTrack(s.c)]);
    const { id } = (await owner.client.createPlaylist({ name: 'Ours', songId: [a] })).playlist;
    const row = { playlist_id: id, user_id: editor.id, invited_at: 1, since: 1 };
    await s.c.db.insertInto('playlist_editor').values(row).execute();
    const listed = (await editor.client.getPlaylists()).playlists.playlist!;
    expect(listed).toMatchObject([{ id, owner: owner.username }]);
    await editor.client.updatePlaylist({ playlistId: id, songIdToAdd: [b], songIndexToRemove: [0] });
    const { playlist } = await owner.client.getPlaylist({ id });
    expect(playlist.entry!.map((song) => song.id)).toEqual([b]);
    expect(await errorOf(editor, 'updatePlaylist', { playlistId: id, name: 'Mine' })).toBe(50);
    expect(await errorOf(editor, 'deletePlaylist', { id })).toBe(50);
  });

  it('removes the song that it was shown, and leaves withdrawn ones where they are', async () => {
    const { client } = await member();
    const [a, b, c, d, e] = await Promise.all(Array.from({ length: 5 }, () => publishTrack(s.c)));
    const withdraw = (id: string, is_deleted: 0 | 1) =>
      s.c.db.updateTable('track').set({ is_deleted }).where('id', '=', id).execute();
    const { id } = (await client.createPlaylist({ name: 'Gaps', songId: [a!, b!, c!, d!] })).playlist;
    const songs = async () => (await client.getPlaylist({ id })).playlist.entry!.map((song) => song.id);
    for (const gone of [a!, c!]) await withdraw(gone, 1);
    expect(await songs()).toEqual([b, d]);
    await client.updatePlaylist({ playlistId: id, songIndexToRemove: [1] });
    expect(await songs()).toEqual([b]);
    await client.createPlaylist({ playlistId: id, songId: [e!, b!] });
    expect(await songs()).toEqual([e, b]);
    for (const back of [a!, c!]) await withdraw(back, 0);
    expect(await songs()).toEqual([a, e, b, c]);
  });

  it('works with the key alone, and with forms', async () => {
    const { password, username } = await member();
    const key = new SubsonicAPI({ url, auth: { apiKey: password }, post: true });
    expect((await key.ping()).status).toBe('ok');
    const answer = await s.app.inject({
      method: 'POST',
      url: '/rest/tokenInfo.view',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: queryOf({ f: 'json', apiKey: password }),
    });
    expect(answer.json()['subsonic-response'].tokenInfo).toEqual({ username });
  });

  it('finds everything without words, page by page, and some of it with words', async () => {
    const one = await member();
    await discography('Pagina Uno');
    const all: string[] = [];
    for (let songOffset = 0; ; songOffset += 2) {
      const { song } = (await ask(one, 'search3', { query: '""', songCount: 2, songOffset })).searchResult3;
      if (song.length === 0) break;
      all.push(...song.map(({ id }: { id: string }) => id));
    }
    const rows = await s.c.db.selectFrom('track').select('id').orderBy('created_at').orderBy('id').execute();
    expect(all).toEqual(rows.map(({ id }) => id));
    const songsAlone = { query: '', artistCount: 0, albumCount: 0, songCount: 500 };
    const { artist, album, song } = (await ask(one, 'search3', songsAlone)).searchResult3;
    expect([artist.length, album.length, song.length]).toEqual([0, 0, rows.length]);
    const { searchResult3: found } = await ask(one, 'search3', { query: 'pagina' });
    expect(found.artist).toMatchObject([{ name: 'Pagina Uno', albumCount: 2 }]);
    expect([found.album.length, found.song.length]).toEqual([2, 3]);
    const seen: string[] = [];
    for (let offset = 0; offset < 20; offset += 3) {
      const page = await ask(one, 'getAlbumList2', { type: 'alphabeticalByName', size: 3, offset });
      seen.push(...page.albumList2.album.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toContain('al-pagina-uno-2025');
  });
});

describe('the answers', () => {
  it('send the sound raw with Range, and count nothing', async () => {
    const one = await member();
    const { last } = await discography('Range Rover');
    const parameters = queryOf({ u: one.username, p: one.password, id: last });
    const answer = await s.app.inject({
      url: `/rest/stream?${parameters}`,
      headers: { host: 'localhost', range: 'bytes=4-8' },
    });
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      206,
      'sound',
      'audio/mpeg',
    ]);
    expect(await s.c.db.selectFrom('play_event').selectAll().where('track_id', '=', last).execute()).toEqual(
      [],
    );
  });

  it('say how long a file is, also without sending it', async () => {
    const one = await member();
    const { last } = await discography('Long Head');
    for (const name of ['stream', 'download']) {
      const url = `/rest/${name}?${queryOf({ u: one.username, p: one.password, id: last })}`;
      const answer = await s.app.inject({ method: 'HEAD', url, headers: { host: 'localhost' } });
      expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
        200,
        '',
        String('the sound of Long Head'.length),
      ]);
    }
  });

  it('count what was heard once, also late, and nothing that nobody can have heard', async () => {
    const one = await member();
    const { old, asked, last } = await discography('Late Riser');
    const plays = () =>
      s.c.db.selectFrom('play_event').select('track_id').where('user_id', '=', one.id).execute();
    await ask(one, 'scrobble', { id: last, submission: 'false' });
    expect(await plays()).toEqual([]);
    const at = s.time.now;
    // Two songs in the same second: only one was heard.
    await ask(one, 'scrobble', { id: [old, asked], time: [at - 500_000, at - 499_000] });
    expect(await plays()).toEqual([{ track_id: old }]);
    await ask(one, 'scrobble', { id: [last], time: [at - 150_000] });
    await ask(one, 'scrobble', { id: [last] });
    expect((await plays()).map(({ track_id }) => track_id).sort()).toEqual([old, last].sort());
    // No time: as if it had been heard just now.
    for (const time of ['x', '-1', '1e308', at - 1000.5]) {
      s.time.now += 1_000_000;
      await ask(one, 'scrobble', { id: last, time });
    }
    expect(await plays()).toHaveLength(6);
  });

  it('keep what plays next', async () => {
    const one = await member();
    const { old, last } = await discography('Queue Here');
    await ask(one, 'savePlayQueue', { id: [old, last], current: last, position: 1500, c: 'Test' });
    const { playQueue } = await ask(one, 'getPlayQueue');
    expect(playQueue).toMatchObject({
      current: last,
      position: 1500,
      username: one.username,
      changedBy: 'Test',
    });
    expect(playQueue.entry.map(({ id }: { id: string }) => id)).toEqual([old, last]);
  });

  it('keep a song that is in the queue twice at its place', async () => {
    const one = await member();
    const { playQueue } = await ask(one, 'getPlayQueue');
    expect(playQueue).toEqual({
      ...{ username: one.username, entry: [], position: 0, changedBy: '' },
      changed: new Date(0).toISOString(),
    });
    const { old, asked, last } = await discography('Twice Told');
    await ask(one, 'savePlayQueueByIndex', { id: [old, last, asked, last], currentIndex: 3, position: 700 });
    const { playQueueByIndex: queue } = await ask(one, 'getPlayQueueByIndex');
    expect(queue).toMatchObject({ currentIndex: 3, position: 700 });
    expect(queue.entry.map(({ id }: { id: string }) => id)).toEqual([old, last, asked, last]);
    expect((await ask(one, 'getPlayQueue')).playQueue).toMatchObject({ current: last, position: 700 });
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', old).execute();
    expect((await ask(one, 'getPlayQueueByIndex')).playQueueByIndex.currentIndex).toBe(2);
    for (const currentIndex of ['4', '-1', 'x', ''])
      expect(await errorOf(one, 'savePlayQueueByIndex', { id: [last], currentIndex })).toBe(10);
    await ask(one, 'savePlayQueueByIndex', { id: ['no song', last, asked], currentIndex: 2 });
    const { playQueueByIndex: songs } = await ask(one, 'getPlayQueueByIndex');
    expect([songs.entry.length, songs.currentIndex]).toEqual([2, 1]);
    await ask(one, 'savePlayQueueByIndex', { id: ['no song', last], currentIndex: 0 });
    expect((await ask(one, 'getPlayQueueByIndex')).playQueueByIndex.currentIndex).toBeUndefined();
    await ask(one, 'savePlayQueueByIndex');
    expect((await ask(one, 'getPlayQueueByIndex')).playQueueByIndex.entry).toEqual([]);
  });

  it('number the songs of an album, and tell their genre, artist, picture and bit rate', async () => {
    const one = await member();
    const { old, asked, last } = await discography('Numbered Days');
    const { song } = await ask(one, 'getSong', { id: last });
    expect(song).toMatchObject({
      ...{ track: 2, coverArt: last, genre: 'Jazz', genres: [{ name: 'Jazz' }], bitRate: 0 },
      artists: [{ id: 'ar-numbered-days', name: 'Numbered Days' }],
    });
    const { album } = await ask(one, 'getAlbum', { id: song.albumId });
    expect(album).toMatchObject({ genres: [{ name: 'Jazz' }], artists: song.artists });
    expect(album.song.map(({ id, track }: typeof song) => [id, track])).toEqual([
      [asked, 1],
      [last, 2],
    ]);
    expect((await ask(one, 'getSong', { id: old })).song.track).toBe(1);
    const bare = await publishTrack(s.c, { cover_image_url: null });
    const { song: plain } = await ask(one, 'getSong', { id: bare });
    expect([plain.coverArt, plain.bitRate]).toEqual([plain.albumId, 192]);
  });

  it('tell members what they hear themselves, on any device, and nobody what others hear', async () => {
    const [one, other] = [await member(), await member()];
    const { last } = await discography('Right Now');
    const playing = async (who: Member) => (await ask(who, 'getNowPlaying')).nowPlaying.entry;
    await call(s, 'POST /plays', { token: one.token, body: { track_id: last, played_ms: 0 } });
    s.time.now += 61_000;
    expect(await playing(one)).toMatchObject([{ id: last, username: one.username, minutesAgo: 1 }]);
    expect(await playing(other)).toEqual([]);
    const report = (state: string, positionMs: number) =>
      ask(one, 'reportPlayback', { mediaId: last, mediaType: 'song', state, positionMs });
    const plays = () => s.c.db.selectFrom('play_event').where('user_id', '=', one.id).selectAll().execute();
    await report('playing', 5000);
    expect(await playing(one)).toMatchObject([{ state: 'playing', positionMs: 5000 }]);
    expect(await plays()).toEqual([]);
    await report('paused', 61_000);
    s.time.now += 600_000;
    await report('stopped', 62_000);
    expect(await plays()).toHaveLength(1);
    expect(await playing(one)).toEqual([]);
    await report('starting', 0);
    s.time.now += 201_000;
    expect(await playing(one)).toEqual([]);
    expect(await errorOf(one, 'reportPlayback', { mediaId: last, mediaType: 'song', state: 'x' })).toBe(10);
    expect((await report('dancing', 0)).error.code).toBe(0);
  });

  it('time the words of a line by their bytes, for who asks', async () => {
    const one = await member();
    const id = await publishTrack(s.c);
    const text = '[00:01.00]Zw\u00f6lf <00:01.50>Uhr\n[00:03.00]Still';
    await s.c.db.insertInto('lyrics').values({ track_id: id, text }).execute();
    const lyrics = async (enhanced: string) =>
      (await ask(one, 'getLyricsBySongId', { id, enhanced })).lyricsList.structuredLyrics[0];
    expect((await lyrics('false')).cueLine).toBeUndefined();
    expect((await lyrics('true')).cueLine).toEqual([
      {
        ...{ index: 0, start: 1000, value: 'Zw\u00f6lf Uhr' },
        cue: [
          { start: 1000, byteStart: 0, byteEnd: 6, value: 'Zw\u00f6lf ' },
          { start: 1500, byteStart: 7, byteEnd: 9, value: 'Uhr' },
        ],
      },
      {
        index: 1,
        start: 3000,
        value: 'Still',
        cue: [{ start: 3000, byteStart: 0, byteEnd: 4, value: 'Still' }],
      },
    ]);
  });

  it('find neighbors by likeness, and a way from one song to another', async () => {
    const one = await member();
    const song = (title: string, bpm: number) =>
      publishTrack(s.c, { title, display_artist: title, genre: 'reggae:dub', bpm, musical_key: null });
    const [a, b, c] = [
      await song('Slow Water', 70),
      await song('Mid Water', 76),
      await song('Far Water', 83),
    ];
    const { sonicMatch } = await ask(one, 'getSonicSimilarTracks', { id: a });
    const likeness = sonicMatch.map(({ similarity }: { similarity: number }) => similarity);
    expect(likeness).toEqual([...likeness].sort((x, y) => y - x));
    expect(likeness.every((value: number) => value >= 0 && value <= 1)).toBe(true);
    const ids = sonicMatch.map(({ entry }: { entry: { id: string } }) => entry.id);
    expect(ids).toContain(b);
    expect(ids).not.toContain(a);
    const { sonicMatch: way } = await ask(one, 'findSonicPath', { startSongId: a, endSongId: c, count: 5 });
    expect(way.map(({ entry }: { entry: { id: string } }) => entry.id)).toEqual(
      expect.arrayContaining([a, b, c]),
    );
    expect([way[0].entry.id, way[0].similarity, way.at(-1).entry.id]).toEqual([a, 1, c]);
    expect(way.length).toBeLessThanOrEqual(5);
    expect(await errorOf(one, 'findSonicPath', { startSongId: a, endSongId: 'x' })).toBe(70);
  });

  it('are empty for what Ovation does not have', async () => {
    const one = await member();
    expect((await ask(one, 'getPodcasts')).podcasts).toEqual({ channel: [] });
    expect(await errorOf(one, 'createShare', { id: 'x' })).toBe(0);
    expect(await errorOf(one, 'createUser', { username: 'x' })).toBe(50);
  });
});

describe('who calls', () => {
  it('proves it with an app password in any of four ways', async () => {
    const { username, email, password } = await member();
    const proof = (salt: string) =>
      createHash('md5')
        .update(password + salt)
        .digest('hex');
    const ways: Query[] = [
      { u: username, p: password },
      { u: email, p: password },
      { u: username, p: `enc:${Buffer.from(password).toString('hex')}` },
      { u: username, t: proof('pepper'), s: 'pepper' },
      { apiKey: password },
    ];
    for (const query of ways) expect((await raw(query)).status).toBe('ok');
    expect((await raw({}, 'getOpenSubsonicExtensions')).status).toBe('ok');
  });

  it('is refused with the codes of the specification', async () => {
    const { username, password } = await member();
    const stranger = await member();
    const table: [Query, number][] = [
      [{}, 10],
      [{ u: username }, 10],
      [{ u: username, p: 'wrong' }, 40],
      [{ u: username, p: PASSWORD }, 40],
      [{ u: stranger.username, p: password }, 40],
      [{ u: username, p: 'enc:zz' }, 40],
      [{ u: username, p: 'enc:' }, 40],
      [{ u: username, t: 'f'.repeat(32), s: 'x' }, 40],
      [{ u: username, t: 'rubbish', s: 'x' }, 40],
      [{ u: username, jwt: 'x' }, 42],
      [{ u: username, apiKey: password }, 43],
      [{ apiKey: 'ovn-unknown' }, 44],
    ];
    for (const [i, [query, code]] of table.entries()) {
      const { status, error } = await raw(query, 'ping', `192.0.2.${20 + i}`);
      expect([query, status, error.code]).toEqual([query, 'failed', code]);
      expect(error.helpUrl).toContain('/profile');
    }
  });

  it('is let in with an app password alone, whatever the call', async () => {
    const { token } = await member();
    const closed = restCalls.filter((name) => name !== 'getOpenSubsonicExtensions');
    for (const [i, name] of closed.entries()) {
      const from = `198.51.100.${i}`;
      // Wrong keys are refused for a while after many.
      s.time.now += 60_000;
      expect([name, (await raw({}, name, from)).error.code]).toEqual([name, 10]);
      expect([name, (await raw({ apiKey: token }, name, from)).error.code]).toEqual([name, 44]);
    }
  });

  it('waits after wrong attempts like at the login, while the right password keeps working', async () => {
    const { username, password } = await member();
    const answers = [];
    for (let i = 0; i < 8; i++)
      answers.push((await raw({ u: username, p: 'wrong' }, 'ping', '192.0.2.66')).error.code);
    expect([answers[0], answers.at(-1)]).toEqual([40, 0]);
    expect((await raw({ u: username, p: password }, 'ping', '192.0.2.66')).status).toBe('ok');
  });

  it('gets nothing while suspended', async () => {
    const one = await member();
    await s.c.db.updateTable('user').set({ suspended_at: 1 }).where('id', '=', one.id).execute();
    expect(await errorOf(one, 'getStarred2')).toBe(40);
  });

  it('gets no more than on the site', async () => {
    const free = await member('free');
    const plus = await member();
    const tracks = await Promise.all(Array.from({ length: 6 }, () => publishTrack(s.c)));
    // All of them or none.
    expect(await errorOf(free, 'star', { id: tracks })).toBe(50);
    expect(await errorOf(free, 'star', { id: tracks.slice(0, 5) })).toBeUndefined();
    const { error } = await ask(free, 'star', { id: tracks.slice(4) });
    expect([error.code, error.message]).toEqual([50, 'Upgrade to Plus for unlimited saved tracks']);
    expect(await errorOf(free, 'createPlaylist', { name: 'Mine' })).toBe(50);
    const { playlist } = await ask(plus, 'createPlaylist', { name: 'Private', songId: tracks[0]! });
    for (const [name, query] of [
      ['getPlaylist', { id: playlist.id }],
      ['updatePlaylist', { playlistId: playlist.id, name: 'Taken' }],
      ['createPlaylist', { playlistId: playlist.id, songId: tracks[1]! }],
      ['deletePlaylist', { id: playlist.id }],
      ['getCoverArt', { id: `pl-${playlist.id}` }],
    ] as const)
      expect([name, await errorOf(free, name, query)]).toEqual([name, 70]);
    expect((await ask(plus, 'getPlaylist', { id: playlist.id })).playlist.name).toBe('Private');
    expect(await errorOf(free, 'getUser', { username: plus.username })).toBe(50);
  });

  it('gives playlists only names that the site takes', async () => {
    const one = await member();
    const { playlist } = await ask(one, 'createPlaylist', { name: ' Mine ' });
    expect(playlist.name).toBe('Mine');
    for (const name of ['a\u202Eb', ' ', 'n'.repeat(101)]) {
      expect([name, (await ask(one, 'createPlaylist', { name })).error?.code]).toEqual([name, 0]);
      for (const changed of ['createPlaylist', 'updatePlaylist'])
        expect(await errorOf(one, changed, { playlistId: playlist.id, name })).toBe(0);
    }
    expect(await errorOf(one, 'updatePlaylist', { playlistId: playlist.id, comment: 'c'.repeat(501) })).toBe(
      0,
    );
    expect((await call(s, 'GET /playlist', { token: one.token })).body).toMatchObject([
      { name: 'Mine', description: null },
    ]);
  });

  it('gets an envelope, whatever is asked', async () => {
    const one = await member();
    const rubbish: Query[] = [
      {},
      { id: "'; drop table track; --" },
      { id: 'al--2026', query: '%_"\\', type: 'x', size: '1e99', offset: '-5', genre: '\u0000' },
      {
        id: 'ar-',
        songOffset: 999999999999999,
        songCount: 999999,
        query: '',
        type: 'newest',
        offset: 999999999,
      },
      { id: 'pl-x', playlistId: 'x', name: '', songId: 'x', time: 'NaN', artist: '\ud800', type: 'byYear' },
      { id: Array.from({ length: 3000 }, (_, i) => String(i)), query: 'a'.repeat(5000), type: 'random' },
    ];
    for (const name of [...restCalls, 'nothing/at/all'])
      for (const query of rubbish) {
        s.time.now += 5000;
        const { version } = await ask(one, name, query);
        expect([name, version]).toEqual([name, '1.16.1']);
      }
    expect(await errorOf(one, 'getNothing')).toBe(70);
  });

  it('leaves no secret in the log', async () => {
    const { username, password } = await member();
    const proof = createHash('md5').update(`${password}salty`).digest('hex');
    await raw({ u: username, p: password });
    await raw({ u: username, t: proof, s: 'salty' });
    await raw({ apiKey: password });
    await raw({ apiKey: `${password}x` });
    const lines = log.join('\n');
    expect(lines).toContain('/rest/ping');
    for (const secret of [password, proof, 'salty']) expect(lines).not.toContain(secret);
  });
});
