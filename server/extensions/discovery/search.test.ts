import type { SearchResults } from 'contract/extensions/search.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../features/song-requests/song-requests.ts';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let ann: Person;
beforeAll(async () => {
  ann = await signUp(s, { tier: 'platinum' });
  await publishTrack(s.c, { title: 'Lantern Street', display_artist: 'Ágnes Orbán', genre: 'jazz:bebop' });
  await publishTrack(s.c, { title: 'Second Lantern', display_artist: 'Agnes Orban', genre: 'jazz' });
  await publishTrack(s.c, { title: 'Hidden Lantern', display_artist: 'Gone', is_deleted: 1 });
  await publishTrack(s.c, {
    title: 'Future Lantern',
    display_artist: 'Later',
    release_date: '2999-01-01T00:00:00.000Z',
  });
});

const search = async (q: string, person?: Person) => {
  const { status, body } = await call(s, `GET /search?q=${encodeURIComponent(q)}`, {
    ...(person && { headers: person.headers }),
  });
  expect(status, q).toBe(200);
  return body as SearchResults;
};
const nothing = {
  top: null,
  closest: [],
  tracks: [],
  artists: [],
  genres: [],
  requests: [],
  playlists: [],
  matched: [],
  meant: null,
};

describe('results', () => {
  it('have only live tracks', async () => {
    const { tracks } = await search('lantern');
    expect(tracks.map(({ title }) => title).sort()).toEqual(['Lantern Street', 'Second Lantern']);
  });

  it('have an artist once, whatever the spelling, and misspelled', async () => {
    for (const q of ['agnes orban', 'ÁGNES', 'orbam agnes', 'agens orban'])
      expect((await search(q)).artists, q).toEqual([
        { slug: 'agnes-orban', name: 'Agnes Orban', tracks: 2, cover_image_url: null },
      ]);
  });

  it('have genres, also misspelled', async () => {
    expect((await search('bebop')).genres).toEqual([{ genre: 'jazz:bebop', label: 'Bebop', tracks: 1 }]);
    expect((await search('synthwvae')).genres[0]).toMatchObject({ genre: 'electronic-dance:synthwave' });
  });

  it.each([
    [
      'Salt & Pepper',
      'Ama&Lia',
      ['salt and pepper', 'salt & pepper', 'SALT&PEPPER', 'ama and lia', 'lia & ama'],
    ],
    ['Fire and Ice', 'Somebody', ['fire & ice', 'ice ＆ fire']],
    ['さくら道', 'ミキ', ['さくら', 'サクラ道', 'ｻｸﾗ', 'みき']],
  ])('have %s by %s, however it is written', async (title, display_artist, queries) => {
    const id = await publishTrack(s.c, { title, display_artist });
    for (const q of queries)
      expect(
        (await search(q)).tracks.map((track) => track.id),
        q,
      ).toContain(id);
    for (const q of queries)
      expect((await call(s, `GET /track?q=${encodeURIComponent(q)}`)).body, q).toContainEqual(
        expect.objectContaining({ id }),
      );
  });

  it('say which words matched, as they are spelled', async () => {
    expect((await search('lantren stre')).matched).toEqual(['lantern', 'stre']);
  });
});

describe('the wish of a released song', () => {
  const titles = async (q: string) => (await search(q)).tracks.map(({ title }) => title);
  const description = 'Starts as a Whisper, ends with the whole band soaked.';
  const isDeleted = (id: string, is_deleted: boolean) =>
    call(s, `PATCH /track/${id}`, { headers: admin.headers, body: { is_deleted } });
  let admin: Person;
  let id: string;
  let track_id: string;
  beforeAll(async () => {
    admin = await signUp(s, { tier: 'admin' });
    id = await createOpenRequest(s.c, ann.id, { title: 'Paper Boats', description });
    track_id = await publishTrack(s.c, { title: 'Paper Boats' });
  });

  it('finds it, below what has the words in its name, once it is out', async () => {
    await publishTrack(s.c, { title: 'Careless Whisper' });
    expect(await titles('whisper')).toEqual(['Careless Whisper']);
    await s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id, now: s.time.now }));
    const { tracks } = await search('whisper');
    expect(tracks.map(({ title, wish }) => [title, wish])).toEqual([
      ['Careless Whisper', null],
      ['Paper Boats', description],
    ]);
    for (const q of ['band soaked', 'WHOLE whisp'])
      expect(await search(q), q).toMatchObject({ top: { kind: 'track', id: track_id }, meant: null });
    expect(await titles('soaked sunshine')).toEqual([]);
    expect((await search('paper')).tracks).toMatchObject([{ title: 'Paper Boats', wish: null }]);
  });

  it('follows an edit, and is not found while its request or its song is hidden', async () => {
    const body = { description: 'Quiet verses, a huge chorus' };
    await call(s, `PATCH /requests/${id}`, { headers: admin.headers, body });
    expect(await titles('soaked')).toEqual([]);
    expect(await titles('chorus huge')).toEqual(['Paper Boats']);
    const inReview = (in_review: 0 | 1) =>
      s.c.db.updateTable('song_request').set({ in_review }).where('id', '=', id).execute();
    await inReview(1);
    expect(await titles('verses')).toEqual([]);
    await inReview(0);
    await isDeleted(track_id, true);
    expect(await titles('verses')).toEqual([]);
    await isDeleted(track_id, false);
    expect(await titles('verses')).toEqual(['Paper Boats']);
  });

  it('is forgotten when the request is put back on the board', async () => {
    await isDeleted(track_id, true);
    await call(s, `PATCH /requests/${id}`, { headers: admin.headers, body: { released: false } });
    expect(await s.c.db.selectFrom('wish_word').selectAll().execute()).toEqual([]);
  });
});

describe('a genre', () => {
  const titles = async (q: string) => (await search(q)).tracks.map(({ title }) => title);
  const labels = async (q: string) => (await search(q)).genres.map(({ label }) => label);
  beforeAll(async () => {
    const songs = [
      ['Harbor Grey', 'blues', 9],
      ['Delta Morning', 'blues:delta-blues', 12],
      ['Late Quartet', 'hip-hop-rap:jazz-rap', 3],
      ['The Blues in Green', 'folk', 1],
    ] as const;
    for (const [title, genre, popularity] of songs)
      await publishTrack(s.c, { title, display_artist: 'Nils Varga', genre, popularity });
    await createOpenRequest(s.c, ann.id, { title: 'Slow Freight', genre: 'blues:delta-blues', votes: 4 });
    await createOpenRequest(s.c, ann.id, { title: 'Mud and Brass', genre: 'blues', votes: 7 });
    await createOpenRequest(s.c, ann.id, { title: 'Somewhere Else', genre: 'folk', votes: 29 });
  });

  it('brings its songs and requests, those of its sub-genres too, after what has its name', async () => {
    const { tracks, requests, top } = await search('blues');
    expect(tracks.map(({ title }) => title)).toEqual(['The Blues in Green', 'Delta Morning', 'Harbor Grey']);
    expect(requests.map(({ title }) => title)).toEqual(['Mud and Brass', 'Slow Freight']);
    expect(top).toEqual({ kind: 'genre', id: 'blues' });
    expect(await titles('delta blues')).toEqual(['Delta Morning']);
  });

  it('comes before those with a longer name, and before the rest of them those that have songs', async () => {
    expect((await labels('jaz')).slice(0, 3)).toEqual(['Jazz', 'Jazz Rap', 'Jazz-Funk']);
    expect((await search('jaz')).top).toEqual({ kind: 'genre', id: 'jazz' });
    expect((await labels('rap'))[0]).toBe('Hip-Hop / Rap');
    expect((await labels('ambient'))[0]).toBe('Ambient');
  });

  it('is found without songs, but is not the best while there are songs', async () => {
    const { top, tracks, closest } = await search('gamelan');
    expect([top, tracks, closest]).toEqual([
      { kind: 'genre', id: 'east-and-southeast-asia:gamelan' },
      [],
      [],
    ]);
    await publishTrack(s.c, { title: 'Gamelan in the Rain', display_artist: 'Nobody' });
    expect((await search('gamelan')).top?.kind).toBe('track');
  });

  it('that was only meant brings nothing where something has the name', async () => {
    await publishTrack(s.c, { title: 'Blurs', display_artist: 'Somebody' });
    expect((await titles('blurs'))[0]).toBe('Blurs');
    expect(await titles('bleus')).toContain('Delta Morning');
  });
});

describe('the best result', () => {
  it('has the name, then starts with it, then is the most popular', async () => {
    await publishTrack(s.c, { title: 'Cinder', display_artist: 'A', popularity: 1 });
    await publishTrack(s.c, { title: 'Cinder Road', display_artist: 'B', popularity: 9 });
    const popular = await publishTrack(s.c, { title: 'Out of Cinder', display_artist: 'C', popularity: 99 });
    expect((await search('cinder')).tracks.map(({ title }) => title)).toEqual([
      'Cinder',
      'Cinder Road',
      'Out of Cinder',
    ]);
    expect((await search('out of')).top).toEqual({ kind: 'track', id: popular });
    await publishTrack(s.c, { title: 'Elsewhere', display_artist: 'Cinder' });
    expect((await search('cinder')).top).toEqual({ kind: 'artist', id: 'cinder' });
  });
});

it('without any result, what has most of the words is closest, songs and requests mixed', async () => {
  await publishTrack(s.c, { title: 'Mirror Waltz', display_artist: 'Wren' });
  await createOpenRequest(s.c, ann.id, { title: 'My Grandmother’s Accordion', votes: 27 });
  await createOpenRequest(s.c, ann.id, { title: 'An Accordion Waltz', artist: 'Nobody', votes: 2 });
  const found = await search('accordian waltz qqqqqq');
  expect(found).toMatchObject({ tracks: [], requests: [], top: null, meant: 'accordion' });
  expect(found.closest.map(({ track, request }) => (track ?? request)?.title)).toEqual([
    'An Accordion Waltz',
    'Mirror Waltz',
    'My Grandmother’s Accordion',
  ]);
});

describe('what was probably meant', () => {
  const meant = async (q: string) => (await search(q)).meant;

  it('is the text with its words corrected, and nothing for what is spelled well', async () => {
    expect(await meant('lantren stret')).toBe('lantern street');
    expect(await meant('LANTERN, street!')).toBeNull();
  });

  it('is the part of a text that finds something, if the whole finds nothing', async () => {
    expect((await search('lantren qqqqqqqqqqqq')).tracks).toEqual([]);
    expect(await meant('lantren qqqqqqqqqqqq')).toBe('lantern');
    expect(await meant('qqqqqqqqqqqq')).toBeNull();
  });
});

describe('the list of tracks', () => {
  const list = async (query: string) => {
    const { headers, body } = await call(s, `GET /track?${query}`);
    return {
      titles: (body as { title: string }[]).map(({ title }) => title),
      total: headers['x-total-count'],
    };
  };

  it('forgives spelling as the search does, with its total and of a genre', async () => {
    expect(await list('q=lantren+stret')).toEqual({ titles: ['Lantern Street'], total: '1' });
    expect((await list('q=lantren')).titles.sort()).toEqual(['Lantern Street', 'Second Lantern']);
    expect((await list('q=lantren&genre=jazz:bebop')).titles).toEqual(['Lantern Street']);
    expect(await list('q=qqqqqqqqqqqq')).toEqual({ titles: [], total: '0' });
  });

  it('corrects nothing while something has the words as they are typed', async () => {
    expect((await list('q=street')).titles).toEqual(['Lantern Street']);
  });

  it('gives Explore its sections of a misspelled search', async () => {
    const { body } = await call(s, 'GET /explore?q=secnd+lantern');
    expect((body as { mostPopular: { title: string }[] }).mostPopular).toMatchObject([
      { title: 'Second Lantern' },
    ]);
  });
});

describe('song requests', () => {
  it('are found misspelled, but not before they are reviewed or after they were declined', async () => {
    const shown = await createOpenRequest(s.c, ann.id, { title: 'Paper Comets', artist: 'Nobody Else' });
    const found = await search('paper comtes');
    expect(found.requests).toMatchObject([{ id: shown, title: 'Paper Comets', status: 'open' }]);
    const change = (changes: object) =>
      s.c.db.updateTable('song_request').set(changes).where('id', '=', shown).execute();
    await change({ in_review: 1 });
    for (const person of [undefined, ann])
      expect((await search('paper comets', person)).requests).toEqual([]);
    await change({ in_review: 0, refunded_at: 1, decline_reason: 'No' });
    expect((await search('paper comets')).requests).toEqual([]);
  });

  it('are learned when they are submitted and edited', async () => {
    await s.c.db.updateTable('credits').set({ credits: 1000 }).where('user_id', '=', ann.id).execute();
    const sent = await call(s, 'POST /requests', {
      headers: ann.headers,
      body: { title: 'Zeppelin Gardens', artist: 'Anybody', genre: 'jazz', description: '' },
    });
    expect(sent.status).toBe(201);
    expect((await search('zepelin gardens')).requests).toMatchObject([{ title: 'Zeppelin Gardens' }]);
  });
});

it('requests that match equally well are sorted by votes', async () => {
  const votes = { Amber: 2, Blue: 9, Coral: 5 };
  for (const [word, count] of Object.entries(votes))
    await createOpenRequest(s.c, ann.id, { title: `${word} Windmill`, artist: 'Same', votes: count });
  const { requests } = await search('windmill');
  expect(requests.map((one) => one.votes)).toEqual([9, 5, 2]);
});

describe('playlists', () => {
  const make = async (body: object) =>
    (await call(s, 'POST /playlist', { headers: ann.headers, body })).body as { id: string };
  const edit = (id: string, body: object) => call(s, `PATCH /playlist/${id}`, { headers: ann.headers, body });
  const names = async (q: string) => (await search(q, ann)).playlists.map(({ name }) => name);

  it('are found only while they are public and not deleted', async () => {
    const { id } = await make({ name: 'Moonlit Kitchen', privacy: 'public' });
    expect(await names('moonlit')).toEqual(['Moonlit Kitchen']);
    expect(await names('kitchen monlit')).toEqual(['Moonlit Kitchen']);
    await edit(id, { privacy: 'private' });
    expect(await names('moonlit')).toEqual([]);
    await edit(id, { privacy: 'public', name: 'Sunlit Kitchen' });
    expect(await names('moonlit')).toEqual([]);
    expect(await names('sunlit')).toEqual(['Sunlit Kitchen']);
    await call(s, `DELETE /playlist/${id}`, { headers: ann.headers });
    expect(await names('sunlit')).toEqual([]);
    await edit(id, { is_deleted: false });
    expect(await names('sunlit')).toEqual(['Sunlit Kitchen']);
  });

  it('teach the words of a bounded number of names', async () => {
    const name = (nth: number) => `Zyx${String.fromCharCode(97 + nth)}gorst`;
    const { id } = await make({ name: name(0), privacy: 'public' });
    for (let nth = 1; nth < 25; nth++) await edit(id, { name: name(nth) });
    expect(await names(name(24))).toEqual([name(24)]);
    const learned = s.c.db
      .selectFrom('spelling')
      .where('word', 'like', 'zyx%gorst')
      .select('word')
      .distinct();
    const { length } = await learned.execute();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(20);
  });

  it('that are private teach no words', async () => {
    await make({ name: 'Xylophonist Secrets', privacy: 'private' });
    const learned = s.c.db.selectFrom('spelling').where('word', '=', 'xylophonist').select('word').execute();
    expect(await learned).toEqual([]);
  });
});

describe('bad input', () => {
  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['symbols', '*'],
    ['an emoji', '🎷'],
    ['two emoji', '🎷🎷🎷🎷'],
    ['a quotation mark', '"'],
    ['a word that nothing resembles', 'qqqqqqqqqqqq'],
    ['two hundred letters', 'x'.repeat(200)],
    ['a hundred words', 'zq '.repeat(66)],
  ])('%s finds nothing', async (_, q) => {
    expect(await search(q)).toEqual(nothing);
  });

  it.each([
    ['quotes', '"lantern" "street"'],
    ['operators of FTS5', 'lantern* AND street'],
    ['a column of FTS5', 'search_text:lantern^ NEAR(street)'],
    ['wildcards', '%lantern_street%'],
    ['SQL', "lantern'; drop table track; --"],
    ['an operator of to_tsquery', 'lantern & !street | (x <-> y)'],
    ['a backslash', 'lantern\\'],
  ])('%s are only text', async (_, q) => {
    await search(q);
    expect((await search('lantern')).tracks).toHaveLength(2);
  });

  it('quotes and wildcards do not hide a track', async () => {
    for (const q of ['"lantern" "street"', '%lantern_street%', 'lantern\\ street'])
      expect((await search(q)).tracks[0]?.title, q).toBe('Lantern Street');
  });

  it('one letter finds the most popular tracks with it', async () => {
    expect((await search('l')).tracks.length).toBeGreaterThan(0);
  });

  it.each([
    ['10 kB', 'a'.repeat(10_000)],
    ['NUL', 'lan\0tern'],
  ])('%s is refused', async (_, q) => {
    const { status, body } = await call(s, `GET /search?q=${encodeURIComponent(q)}`);
    expect([status, (body as { code: string }).code]).toEqual([400, 'bad_input']);
  });

  it('a repeated, missing or unknown parameter is refused', async () => {
    for (const query of ['', '?q=a&q=b', '?q=a&limit=5', '?q=%ED%A0%80'])
      expect((await call(s, `GET /search${query}`)).status, query).toBeLessThan(500);
    expect((await call(s, 'GET /search')).status).toBe(400);
  });
});
