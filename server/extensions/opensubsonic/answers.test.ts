import { randomLyrics } from 'contract/testing/random-lyrics.ts';
import fc from 'fast-check';
// @ts-expect-error: its types are not installed.

import { JSDOM } from 'jsdom';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { insertRows } from '../../testing/rows.ts';
import { PASSWORD, publishTrack, signUp } from '../../testing/server.ts';
import { restCalls } from './routes.ts';
import { FIELDS, PATHS } from './testing/fields.ts';

const DOMParser = new JSDOM('').window.DOMParser;

const s = serverOfFile();
let apiKey: string;
beforeAll(async () => {
  const { token } = await signUp(s, { tier: 'plus' });
  await call(s, 'POST /auth/confirmation', { token, body: { password: PASSWORD } });
  apiKey = (await call(s, 'POST /auth/app-passwords', { token, body: { name: 'Player' } })).body.password;
});

interface Field {
  /** `string`, `integer`, `number`, `boolean`, `date`, or a type. */
  kind: string;
  isArray: boolean;
  isRequired: boolean;
}
const types = new Map(
  FIELDS.trim()
    .split('\n')
    .map((line) => {
      const [type, ...fields] = line.split(' ');
      const entries = fields.map((field): [string, Field] => {
        const [, name, open, kind, required] = /^(\w+):(\[?)(\w+)\]?(!?)$/.exec(field)!;
        return [name!, { kind: kind!, isArray: open === '[', isRequired: required === '!' }];
      });
      return [type!, new Map(entries)];
    }),
);

const SCALARS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
};

/** Differences of a JSON value from the specification. */
function faultsOf(value: unknown, { kind, isArray }: Pick<Field, 'kind' | 'isArray'>, at: string): string[] {
  if (isArray)
    return Array.isArray(value)
      ? value.flatMap((one, i) => faultsOf(one, { kind, isArray: false }, `${at}[${i}]`))
      : [`${at} is no array`];
  const isScalar = SCALARS[kind];
  if (isScalar) return isScalar(value) ? [] : [`${at} is no ${kind}`];
  const fields = types.get(kind);
  if (!fields) return [`${at} has the type ${kind}, which is not listed`];
  const missing = [...fields].filter(([name, { isRequired }]) => isRequired && !(name in (value as object)));
  return [
    ...missing.map(([name]) => `${at}.${name} is missing`),
    ...Object.entries(value as object).flatMap(([name, one]) => {
      const field = fields.get(name);
      return field ? faultsOf(one, field, `${at}.${name}`) : [`${at}.${name} is not known`];
    }),
  ];
}

/** These types have elements where all others have attributes. */
const WITH_ELEMENTS = ['AlbumInfo', 'ArtistInfo', 'ArtistInfo2'];

/** An element of XML as JSON has it, with all single values as text. */
function fromXml(element: Element, type: string): unknown {
  const fields = types.get(type);
  if (!fields) return element.textContent;
  const value: Record<string, unknown> = {};
  for (const { name, value: text } of element.attributes) {
    if (name === 'xmlns') continue;
    const { kind, isArray } = fields.get(name)!;
    expect([type, name, isArray, kind in SCALARS]).toEqual([type, name, false, true]);
    expect(WITH_ELEMENTS).not.toContain(type);
    value[name] = text;
  }
  for (const child of element.children) {
    const { kind, isArray } = fields.get(child.tagName)!;
    if (isArray) value[child.tagName] = [...((value[child.tagName] as []) ?? []), fromXml(child, kind)];
    else {
      expect([type, child.tagName, kind in SCALARS]).toEqual([
        type,
        child.tagName,
        WITH_ELEMENTS.includes(type),
      ]);
      value[child.tagName] = fromXml(child, kind);
    }
  }
  if (!('value' in value) && element.children.length === 0 && element.textContent !== '')
    value.value = element.textContent;
  return value;
}

/** JSON with all single values as text, and without empty arrays and texts, which XML does not show. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return String(value);
  const isHidden = (name: string, one: unknown) =>
    (Array.isArray(one) && one.length === 0) || (name === 'value' && one === '');
  const shown = Object.entries(value).filter(([name, one]) => !isHidden(name, one));
  return Object.fromEntries(shown.map(([name, one]) => [name, asText(one)]));
}

/** Every documented path, with the field of its answer. */
const documented = new Map(
  PATHS.trim()
    .split('\n')
    .map((line): [string, string] => {
      const [name, field = ''] = line.split(' ');
      return [name!, field];
    }),
);
const CHANGING = /^(create|update|delete|change|save|star$|unstar|scrobble|report|add|set|download)/;
/** Calls that Ovation has nothing for and refuses. */
const REFUSED = new Set([
  ...['addChatMessage', 'changePassword', 'createBookmark', 'deleteBookmark', 'setRating', 'jukeboxControl'],
  ...['createInternetRadioStation', 'updateInternetRadioStation', 'deleteInternetRadioStation'],
  ...['createPodcastChannel', 'deletePodcastChannel', 'deletePodcastEpisode', 'downloadPodcastEpisode'],
  ...['createShare', 'updateShare', 'deleteShare', 'createUser', 'updateUser', 'deleteUser'],
  ...['getPodcastEpisode', 'getVideoInfo', 'getTranscodeDecision'],
]);
const NO_FILES = new Set(['getCaptions', 'getTranscodeStream', 'hls.m3u8']);

it('every answer has the fields of the specification, in XML the same as in JSON', async () => {
  const given = { display_artist: 'Xaver & Söhne', genre: 'jazz', bpm: 92.4, loudness_lufs: -14.1 };
  const id = await publishTrack(s.c, { ...given, title: 'Line\nbreak <&> "for"', backers: 3 });
  const second = await publishTrack(s.c, { ...given, title: 'Second' });
  await insertRows(s.c, 'lyrics', { track_id: id, text: '[00:01.00]One <00:01.50>more\n[00:02.50]Zwölf' });
  const [artist, album] = ['ar-xaver-and-sohne', 'al-xaver-and-sohne-2026'];
  const asks: [name: string, query: Record<string, string>][] = [
    ['star', { id }],
    ['savePlayQueue', { id, current: id, c: 'Test' }],
    ...restCalls
      .filter((name) => !CHANGING.test(name) && documented.get(name) !== 'file')
      .map((name): [string, Record<string, string>] => [
        name,
        {
          id,
          query: 'xaver',
          any: 'xaver',
          type: 'newest',
          genre: 'Jazz',
          startSongId: id,
          endSongId: second,
        },
      ]),
    ['getLyricsBySongId', { id, enhanced: 'true' }],
    ['reportPlayback', { mediaId: id, mediaType: 'song', positionMs: '1500', state: 'playing' }],
    ['getNowPlaying', {}],
    ['savePlayQueueByIndex', { id: second, currentIndex: '0' }],
    ['getPlayQueueByIndex', {}],
    ['getArtistInfo', { id: artist }],
    ['getAlbumInfo', { id: album }],
    ['getAlbumList', { type: 'starred' }],
    ['getArtist', { id: artist }],
    ['getAlbum', { id: album }],
    ['getMusicDirectory', { id: '1' }],
    ['getMusicDirectory', { id: artist }],
    ['getMusicDirectory', { id: album }],
    ['getArtistInfo2', { id: artist }],
    ['getAlbumInfo2', { id: album }],
    ['getTopSongs', { artist: 'Xaver & Söhne' }],
    ['getSimilarSongs2', { id: artist }],
    ['getLyrics', { artist: 'Xaver & Söhne', title: 'Line\nbreak <&> "for"' }],
    ['search2', { query: '' }],
    ['search3', { query: '' }],
    ['nothing', {}],
  ];
  const ask = async (name: string, f: string, query: Record<string, string>) => {
    const url = `/rest/${name}?${new URLSearchParams({ apiKey, f, ...query })}`;
    return (await s.app.inject({ url, headers: { host: 'localhost' } })).body;
  };
  const made = JSON.parse(await ask('createPlaylist', 'json', { name: 'Train <3', songId: id }));
  asks.push(['getPlaylist', { id: made['subsonic-response'].playlist.id }]);
  const playlistId = made['subsonic-response'].playlist.id;
  asks.push(
    ['createPlaylist', { playlistId, songId: id }],
    ['updatePlaylist', { playlistId }],
    ['scrobble', { id }],
    ['unstar', { id }],
    ...[...REFUSED].map((name): (typeof asks)[number] => [name, { id }]),
  );
  const answered = new Set<string>();
  for (const [name, query] of asks) {
    const json = JSON.parse(await ask(name, 'json', query))['subsonic-response'];
    expect([name, faultsOf(json, { kind: 'Response', isArray: false }, name)]).toEqual([name, []]);
    const { documentElement } = new DOMParser().parseFromString(
      await ask(name, 'xml', query),
      'application/xml',
    );
    expect(documentElement.tagName).toBe('subsonic-response');
    if (name !== 'getRandomSongs')
      expect([name, fromXml(documentElement, 'Response')]).toEqual([name, asText(json)]);
    if (json.status !== 'ok') continue;
    answered.add(name);
    const field = documented.get(name);
    if (field) expect([name, field in json]).toEqual([name, true]);
  }
  for (const [name, field] of documented) if (field === 'file') answered.add(name);
  const gone = JSON.parse(await ask('deletePlaylist', 'json', { id: playlistId }))['subsonic-response'];
  expect(faultsOf(gone, { kind: 'Response', isArray: false }, 'deletePlaylist')).toEqual([]);
  if (gone.status === 'ok') answered.add('deletePlaylist');
  expect([...documented.keys()].filter((name) => !restCalls.includes(name))).toEqual([]);
  expect([...documented.keys()].filter((name) => !answered.has(name)).sort()).toEqual([...REFUSED].sort());
});

it('sends bytes for every path that has them, or says why there are none', async () => {
  const audio_url = await s.c.media.put(Buffer.from('sound'), 'mp3');
  const id = await publishTrack(s.c, { audio_url, cover_image_url: 'https://example.com/cover.webp' });
  for (const [name, field] of documented) {
    if (field !== 'file') continue;
    const url = `/rest/${name}?${new URLSearchParams({ apiKey, f: 'json', id, username: 'nobody' })}`;
    const answer = await s.app.inject({ url, headers: { host: 'localhost' } });
    const isRefused = answer.headers['content-type']?.startsWith('application/json') ?? false;
    expect([name, answer.statusCode < 400, isRefused]).toEqual([name, true, NO_FILES.has(name)]);
    if (isRefused) expect(answer.json()['subsonic-response'].error.code).toBe(0);
  }
});

it('answers with any lyrics', async () => {
  const title = 'Sung in pieces';
  const id = await publishTrack(s.c, { title });
  await s.c.db.insertInto('lyrics').values({ track_id: id, text: '' }).execute();
  await fc.assert(
    fc.asyncProperty(randomLyrics, async (lyrics) => {
      const text = lyrics.replaceAll('\0', '').toWellFormed();
      await s.c.db.updateTable('lyrics').set({ text }).where('track_id', '=', id).execute();
      for (const [name, query] of [
        ['getLyrics', { title }],
        ['getLyricsBySongId', { id }],
      ] as const) {
        const url = `/rest/${name}?${new URLSearchParams({ apiKey, f: 'json', ...query })}`;
        const answer = (await s.app.inject({ url, headers: { host: 'localhost' } })).json()[
          'subsonic-response'
        ];
        expect([answer.status, faultsOf(answer, { kind: 'Response', isArray: false }, name)]).toEqual([
          'ok',
          [],
        ]);
      }
    }),
    { numRuns: 40 },
  );
});
