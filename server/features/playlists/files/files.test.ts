import { randomUUID } from 'node:crypto';
import { upgradeHint } from 'contract/plans.ts';
// @ts-expect-error: it has no types of its own.
import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { type Person, publishTrack, signUp } from '../../../testing/server.ts';

const s = serverOfFile();
let person: Person;
beforeEach(async () => {
  person = await signUp(s, { tier: 'premium' });
});

const NASTY = 'Two\nlines\r#EXTINF:1,Faked - Line\u2028"quoted", - with, commas - 100%';
const trackNames = [
  { title: 'Café del Mar', display_artist: 'Ilse Varga Trio' },
  { title: NASTY, display_artist: 'A - B - C' },
  { title: '#EXTM3U', display_artist: '<i>Markup</i>' },
  { title: '日本の歌 🎵', display_artist: 'Ørsted' },
];

async function playlistOf(ids: string[], body: object = {}): Promise<string> {
  const created = await call(s, 'POST /playlist', { token: person.token, body: { name: 'Mine', ...body } });
  for (const track_id of ids)
    await call(s, 'POST /playlist_track', {
      token: person.token,
      body: { playlist_id: created.body.id, track_id },
    });
  return created.body.id;
}
const exportAs = (id: string, format: string) =>
  call(s, `GET /playlist/${id}/export?format=${format}`, { token: person.token });
async function importFile(
  file: string | Buffer,
  query = '',
  who = person,
  type = 'application/octet-stream',
) {
  const answer = await s.app.inject({
    method: 'POST',
    url: `/playlist/import${query}`,
    headers: { ...who.headers, ...(type && { 'content-type': type }) },
    payload: file,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const tracksOf = async (id: string): Promise<string[]> => {
  const { body } = await call(s, `GET /playlist/${id}/tracks`, { token: person.token });
  return body.entries.map((entry: { track_id: string }) => entry.track_id);
};
const jspf = (playlist: object) => JSON.stringify({ playlist: { track: [], ...playlist } });
const xspf = (tracks: string, head = '') => `<?xml version="1.0"?>
${head}<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>${tracks}</trackList></playlist>`;
const countPlaylists = async () => (await call(s, 'GET /playlist', { token: person.token })).body.length;

describe('an export', () => {
  it('as M3U8 follows the format, and no name can start a new line', async () => {
    const ids = await Promise.all(
      trackNames.map((one) => publishTrack(s.c, { ...one, duration_seconds: 61 })),
    );
    const { status, body, headers } = await exportAs(
      await playlistOf(ids, { name: 'Évening "1"; x=/../y' }),
      'm3u8',
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.apple.mpegurl; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_vening _1_ x_.._y.m3u8"; filename*=UTF-8''%C3%89vening%20%221%22%3B%20x%3D_.._y.m3u8`,
    );
    const lines = body.split('\n');
    expect(lines[0]).toBe('#EXTM3U');
    expect(lines[1]).toBe('#PLAYLIST:Évening "1"; x=/../y');
    expect(lines).toHaveLength(2 + 3 * trackNames.length + 1);
    expect(lines.slice(2, 5)).toEqual([
      `#OVATION-TRACK:${ids[0]}`,
      '#EXTINF:61,Ilse Varga Trio - Café del Mar',
      'http://localhost:80/media/00000000000000000000000000000000.mp3',
    ]);
    expect(lines.filter((line: string) => line.startsWith('#EXTINF'))).toHaveLength(trackNames.length);
  });

  it.each([
    ['xspf', 'application/xspf+xml; charset=utf-8'],
    ['jspf', 'application/jspf+json; charset=utf-8'],
  ])('as %s has its type, and a file name', async (format, type) => {
    const { headers } = await exportAs(await playlistOf([], { name: 'A' }), format);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toContain(`filename="A.${format}"`);
  });

  it('as XSPF is what another reader reads, and names stay texts', async () => {
    const ids = await Promise.all(
      trackNames.map((one) => publishTrack(s.c, { ...one, duration_seconds: 61 })),
    );
    const { body } = await exportAs(await playlistOf(ids, { name: 'A & B', description: '<b>' }), 'xspf');
    const xml = new new JSDOM('').window.DOMParser().parseFromString(body, 'application/xml');
    const all = (selector: string) => [...xml.querySelectorAll(selector)].map((one) => one.textContent);
    expect(xml.documentElement.namespaceURI).toBe('http://xspf.org/ns/0/');
    expect(all('playlist > title, playlist > annotation')).toEqual(['A & B', '<b>']);
    expect(all('track > creator')).toEqual(trackNames.map(({ display_artist }) => display_artist));
    expect(all('track > identifier')).toEqual(ids.map((id) => `http://localhost:80/tracks/${id}`));
    expect(all('track > duration')).toEqual(ids.map(() => '61000'));
    // In the order of the specification's schema.
    expect([...xml.querySelector('track')!.children].map(({ tagName }) => tagName)).toEqual([
      'location',
      'identifier',
      'title',
      'creator',
      'duration',
    ]);
  });

  it('as JSPF has the fields of XSPF, lists of addresses included', async () => {
    const [first] = trackNames;
    const id = await publishTrack(s.c, { ...first, duration_seconds: 61 });
    const { body } = await exportAs(await playlistOf([id], { name: 'A', description: 'B' }), 'jspf');
    expect(body).toEqual({
      playlist: {
        title: 'A',
        annotation: 'B',
        track: [
          {
            location: ['http://localhost:80/media/00000000000000000000000000000000.mp3'],
            identifier: [`http://localhost:80/tracks/${id}`],
            title: first!.title,
            creator: first!.display_artist,
            duration: 61_000,
          },
        ],
      },
    });
  });

  it('includes withdrawn tracks without a location, but not in M3U8', async () => {
    const [kept, gone] = await Promise.all([publishTrack(s.c), publishTrack(s.c, { title: 'Gone' })]);
    const id = await playlistOf([gone, kept]);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', gone).execute();
    const { track } = (await exportAs(id, 'jspf')).body.playlist;
    expect(track.map((one: object) => 'location' in one)).toEqual([false, true]);
    expect((await exportAs(id, 'xspf')).body.match(/<location>/g)).toHaveLength(1);
    const m3u = (await exportAs(id, 'm3u8')).body;
    expect(m3u).toContain(kept);
    expect(m3u).not.toContain('Gone');
  });

  it('of a public playlist is available to everyone', async () => {
    const id = await playlistOf([await publishTrack(s.c)], { privacy: 'public' });
    expect((await call(s, `GET /playlist/${id}/export`)).status).toBe(200);
    expect((await call(s, `GET /playlist/${id}/export?format=json`)).status).toBe(400);
  });
});

describe('an import', () => {
  it.each(['m3u8', 'xspf', 'jspf'])(
    'of an exported %s file creates the same playlist, private',
    async (format) => {
      const ids = await Promise.all(trackNames.map((one) => publishTrack(s.c, one)));
      const exported = await exportAs(
        await playlistOf(ids, { name: 'Évening', description: 'Words' }),
        format,
      );
      const file = typeof exported.body === 'string' ? exported.body : JSON.stringify(exported.body);
      for (const type of ['application/octet-stream', 'application/json', 'audio/x-mpegurl', '']) {
        const { status, body } = await importFile(file, '', person, type);
        expect(status).toBe(201);
        expect(body).toMatchObject({ notFound: [], repeated: 0 });
        expect(body.playlist).toMatchObject({
          name: 'Évening',
          description: format === 'm3u8' ? null : 'Words',
          privacy: 'private',
          track_count: trackNames.length,
          user_id: person.id,
        });
        expect(await tracksOf(body.playlist.id)).toEqual(ids);
      }
    },
  );

  it('of an empty playlist works too', async () => {
    for (const format of ['m3u8', 'xspf', 'jspf']) {
      const { body } = await exportAs(await playlistOf([]), format);
      const back = await importFile(typeof body === 'string' ? body : JSON.stringify(body));
      expect(back).toMatchObject({ status: 201, body: { playlist: { name: 'Mine', track_count: 0 } } });
    }
  });

  it('finds tracks by title and artist if the id is unknown', async () => {
    const tag = randomUUID();
    const names = trackNames.map(({ title, display_artist }) => ({
      title: `${title} ${tag}`,
      display_artist,
    }));
    const ids = await Promise.all(names.map((one) => publishTrack(s.c, one)));
    const elsewhere = names.map(({ title, display_artist }) => ({
      ...{ title, creator: display_artist },
      identifier: `https://musicbrainz.org/recording/${randomUUID()}`,
    }));
    const first = await importFile(jspf({ track: elsewhere }));
    expect(first.body).toMatchObject({ notFound: [], playlist: { name: 'Imported playlist' } });
    expect(await tracksOf(first.body.playlist.id)).toEqual(ids);

    const lines = names.flatMap((one) => [
      `#EXTINF:-1 tvg-name="a, b" x="1",${one.display_artist.toUpperCase()}  -  ${one.title.replace(/[\n\r\u2028]/g, ' ')}`,
      'C:\\Music\\whatever.flac',
    ]);
    for (const end of ['\n', '\r\n', '\r']) {
      const second = await importFile(
        `\ufeff#EXTM3U\n#EXTENC: UTF-8\n${lines.join(end)}`,
        '?name=From%20elsewhere',
      );
      expect(second.body).toMatchObject({ notFound: [], playlist: { name: 'From elsewhere' } });
      expect(await tracksOf(second.body.playlist.id)).toEqual(ids);
    }
  });

  it('finds tracks by file name if the file contains nothing else', async () => {
    const tag = randomUUID().slice(0, 8);
    const ids = [
      await publishTrack(s.c, { title: `Rain ${tag}`, display_artist: 'Dormouse' }),
      await publishTrack(s.c, { title: `100% ${tag}`, display_artist: 'Dormouse' }),
    ];
    const { body } = await importFile(
      `#EXTM3U\nhttps://x.example/a%20b/Dormouse%20-%20Rain%20${tag}.mp3?x=1\nD:\\Dormouse - 100% ${tag}.mp3\n`,
    );
    expect(await tracksOf(body.playlist.id)).toEqual(ids);
  });

  it('prefers the newest of tracks with the same name, and ignores deleted and unreleased ones', async () => {
    const title = `Twin ${randomUUID()}`;
    const [, newer] = [await publishTrack(s.c, { title }), await publishTrack(s.c, { title })];
    const gone = await publishTrack(s.c, { title, is_deleted: 1 });
    await publishTrack(s.c, { title, release_date: '2999-01-01T00:00:00.000Z' });
    const { body } = await importFile(
      jspf({ track: [{ identifier: [`urn:uuid:${gone}`], title, creator: 'Somebody' }] }),
    );
    expect(await tracksOf(body.playlist.id)).toEqual([newer]);
  });

  it('of XSPF from elsewhere reads prefixes, CDATA, references of characters and only what it knows', async () => {
    const tag = randomUUID();
    const ids = [
      await publishTrack(s.c, { title: `Rain & ${tag}`, display_artist: 'Dormouse' }),
      await publishTrack(s.c, { title: `Snow ${tag}`, display_artist: 'Dormouse' }),
    ];
    const file = `<?xml version='1.0' encoding="UTF-8"?><!-- made > by hand -->
<x:playlist xmlns:x="http://xspf.org/ns/0/" version='1'><x:title><![CDATA[Mix & <more>]]></x:title>
<x:extension application="http://player.example"><title>No</title><track/></x:extension>
<x:trackList>
  <x:track><x:title>Rain &#38; ${tag}</x:title><x:creator>Dor&#x6d;ouse</x:creator><x:meta rel="a>b"/></x:track>
  <x:track><x:location>file:///C:/Music/Dormouse%20-%20Snow%20${tag}.flac</x:location></x:track>
</x:trackList></x:playlist>`;
    const { status, body } = await importFile(file);
    expect([status, body.playlist.name, body.notFound]).toEqual([201, 'Mix & <more>', []]);
    expect(await tracksOf(body.playlist.id)).toEqual(ids);
  });

  it.each([
    ['M3U as text', (one) => `${one.a} - ${one.t}.mp3\r\n`],
    ['M3U with folders', (one) => `../Music/${one.a}/An Album/02 ${one.t}.flac\n`],
    ['M3U with discs', (one) => `E:\\Music\\${one.a}\\An Album\\1-02 - ${one.t}.m4a\n`],
    ['M3U with one folder', (one) => `${one.a} - An Album (2024)/07. ${one.t}.opus\n`],
    ['M3U with long file names', (one) => `x/${one.a} - An Album - 02 - ${one.t}.mp3\n`],
    ['M3U with numbers', (one) => `02 - ${one.a} - ${one.t}.mp3\n`],
    ['M3U without spaces', (one) => `02_${one.a}_-_${one.t}.mp3\n`.replaceAll(' ', '_')],
    ['M3U with en dashes', (one) => `#EXTM3U\n#EXTINF:61,${one.a} – ${one.t}\nx.mp3\n`],
    ['M3U with em dashes', (one) => `Music/${one.a} — ${one.t}.mp3\n`],
    ['M3U with a hash', (one) => `C:\\#1 Hits\\${one.a} - ${one.t}.mp3`],
    [
      'M3U of VLC without an artist',
      (one) => `#EXTM3U\n#EXTINF:61,${one.t}\nfile:///m/${encodeURIComponent(one.a)}/B/x.mp3`,
    ],
    ['M3U of iTunes', (one) => `#EXTM3U\r#EXTINF:61,${one.t} - ${one.a}\r/Users/x/iTunes/2.m4a`],
    [
      'PLS of Winamp',
      (one) =>
        `[playlist]\r\nFile1=x.mp3\r\nTitle1=${one.a} - ${one.t}\r\nLength1=61\r\nNumberOfEntries=1\r\nVersion=2\r\n`,
    ],
    [
      'PLS of Strawberry',
      (one) =>
        `[playlist]\nVersion=2\nNumberOfEntries=1\nFile1=/m/${one.a}/B/3 ${one.t}.flac\nTitle1=${one.t}\n`,
    ],
    [
      'XSPF with a document type',
      (one) =>
        xspf(
          `<track><title>${one.t}</title><creator>${one.a}</creator></track>`,
          '<!DOCTYPE playlist PUBLIC "-//x//y" "http://x.example/x.dtd" [<!-- ]> don\'t --><!ENTITY a "]>">]>',
        ),
    ],
    [
      'XSPF of VLC without tags',
      (one) =>
        xspf(
          `<track><location>file:///m/${encodeURIComponent(`${one.a}/B/02 ${one.t}.mp3`).replaceAll('%2F', '/')}</location><title>02 ${one.t}.mp3</title></track>`,
        ),
    ],
    [
      'columns of iTunes',
      (one) => `Nom\tArtiste\tCompositeur\tAlbum\tGroupement\tGenre\r${one.t}\t${one.a}\t\tB\r`,
    ],
    [
      'XML of iTunes',
      (one) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>Major Version</key><integer>1</integer><key>Tracks</key><dict>
<key>7</key><dict><key>Track ID</key><integer>7</integer><key>Name</key><string>${one.t}</string><key>Artist</key><string>${one.a}</string></dict>
<key>8</key><dict><key>Track ID</key><integer>8</integer><key>Name</key><string>Not listed</string></dict>
</dict><key>Playlists</key><array><dict><key>Name</key><string>Mine</string><key>Playlist Items</key><array>
<dict><key>Track ID</key><integer>7</integer></dict></array></dict></array></dict></plist>`,
    ],
  ] as [string, (one: { a: string; t: string }) => string][])(
    'takes %s in any encoding',
    async (_what, write) => {
      const tag = randomUUID().slice(0, 8);
      const [title, display_artist] = [`Déjà ${tag}`, 'Café Tacvba'];
      const id = await publishTrack(s.c, { title, display_artist });
      const text = write({ t: title, a: display_artist });
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
      const files = [
        text,
        `\ufeff${text}`,
        utf16,
        Buffer.from(utf16).swap16(),
        utf16.subarray(2),
        // The dashes are no Latin-1, but Windows-1252.
        Buffer.from(text.replace('–', '\x96').replace('—', '\x97').replace('UTF-8', 'ISO-8859-1'), 'latin1'),
      ];
      for (const file of files) {
        const { status, body } = await importFile(file);
        expect([status, body.message, body.notFound]).toEqual([201, undefined, []]);
        expect(await tracksOf(body.playlist.id)).toEqual([id]);
      }
    },
  );

  it('takes the encoding that a file declares', async () => {
    const tag = randomUUID().slice(0, 8);
    const id = await publishTrack(s.c, { title: `Ёлка ${tag}`, display_artist: 'Кино' });
    const bytes = (text: string) =>
      Buffer.from(
        [...text].map((letter) => {
          const code = letter.codePointAt(0)!;
          return code < 128 ? code : letter === 'Ё' ? 0xa8 : code - 0x0410 + 0xc0;
        }),
      );
    const track = `<track><title>Ёлка ${tag}</title><creator>Кино</creator></track>`;
    for (const file of [
      `#EXTM3U\n#EXTENC: windows-1251\n#EXTINF:61,Кино - Ёлка ${tag}\nx.mp3`,
      xspf(track).replace('?>', ' encoding="windows-1251"?>'),
    ])
      expect(await tracksOf((await importFile(bytes(file))).body.playlist.id)).toEqual([id]);
  });

  it('prefers what the file says to what a path may mean, and numbers that are titles', async () => {
    const tag = randomUUID().slice(0, 8);
    const names = [`99 ${tag}`, tag, `B ${tag}`].map((title) => ({ title, display_artist: 'Nena' }));
    const [ninetyNine, plain, other] = await Promise.all(names.map((one) => publishTrack(s.c, one)));
    const { body } = await importFile(
      [
        `Nena/99 ${tag}.mp3`,
        `Nena/Best/05 ${tag}.mp3`,
        `#EXTINF:1,Nena - B ${tag}`,
        `Nena/A/01 ${tag}.mp3`,
      ].join('\n'),
    );
    expect(await tracksOf(body.playlist.id)).toEqual([ninetyNine, plain, other]);
  });

  it('reports tracks that were not found, and adds each track once', async () => {
    const id = await publishTrack(s.c);
    const { body } = await importFile(
      [
        '#EXTM3U',
        `#OVATION-TRACK:${id}`,
        'a.mp3',
        '#EXTINF:3,Nobody - <b>Nothing</b>',
        'b.mp3',
        `#OVATION-TRACK:${id.toUpperCase()}`,
        'a.mp3',
        'nameless.mp3',
        'Somebody/Else/02 Something.flac',
      ].join('\n'),
    );
    expect(body).toMatchObject({
      playlist: { track_count: 1 },
      notFound: [
        { title: '<b>Nothing</b>', display_artist: 'Nobody' },
        { title: 'nameless', display_artist: '' },
        { title: 'Something', display_artist: 'Somebody' },
      ],
      repeated: 1,
    });
  });

  it('creates nothing if no track was found', async () => {
    for (const file of ['#EXTM3U\n#EXTINF:3,Nobody - Nothing\nb.mp3', 'a.mp3\nb.mp3', 'Nobody/Nothing/1 x']) {
      const { status, body } = await importFile(file);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'bad_playlist_file', message: expect.stringContaining('None of') });
    }
    expect(await countPlaylists()).toBe(0);
  });

  it('accepts at most 1,000 tracks', async () => {
    const ids: string[] = [];
    // Not all at once: a transaction that waits longer than five seconds is refused, however slow the machine.
    while (ids.length < 1000)
      ids.push(...(await Promise.all(Array.from({ length: 50 }, () => publishTrack(s.c)))));
    s.time.now += 2_000_000; // Each published track is a second newer than the one before.
    const lines = ids.flatMap((id) => [`#OVATION-TRACK:${id}`, 'x.mp3']);
    const whole = await importFile(['#EXTM3U', ...lines].join('\n'));
    expect(whole.body.playlist.track_count).toBe(1000);
    expect(await tracksOf(whole.body.playlist.id)).toEqual(ids);
    expect(await importFile(['#EXTM3U', ...lines, 'y.mp3'].join('\n'))).toMatchObject({
      status: 409,
      body: { code: 'playlist_full', limit: 1000 },
    });
    const many = await importFile(jspf({ track: Array.from({ length: 100_000 }, () => 0) }));
    expect(many.status).toBe(409);
    expect((await importFile(xspf('<track/>'.repeat(1001)))).status).toBe(409);
  });

  it('stays within the plan, even with concurrent calls', async () => {
    const free = await signUp(s);
    expect(await importFile('no playlist at all', '', free)).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', limit: 0, message: upgradeHint('playlists', 'free') },
    });
    const plus = await signUp(s, { tier: 'plus' });
    const importEmpty = () => importFile('#EXTM3U\n', '', plus);
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++)
      for (const { status } of await Promise.all([1, 2, 3].map(importEmpty))) statuses.push(status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    // One import of a person runs at a time.
    expect(statuses.every((status) => [201, 403, 429].includes(status))).toBe(true);
    expect((await importEmpty()).status).toBe(403);
  });

  it('skips any number of empty lines, and names that are longer than any of ours', async () => {
    const id = await publishTrack(s.c, { title: 'Found', display_artist: 'Somebody' });
    s.time.now += 60_000;
    const lines = [
      '#EXTM3U',
      '\n'.repeat(500_000),
      '#EXTINF:1,Somebody - Found',
      '\r'.repeat(400_000),
      'a.mp3',
    ];
    const long = `${'x'.repeat(400)} - ${'y'.repeat(400)}`;
    const { status, body } = await importFile([...lines, `#EXTINF:1,${long}`, 'b.mp3'].join('\n'));
    expect(status).toBe(201);
    expect(await tracksOf(body.playlist.id)).toEqual([id]);
    expect(body.notFound).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['text', 'just some words'],
    ['lines that name no sounds', 'a.doc\nb.pdf'],
    ['two document types', xspf('', '<!DOCTYPE playlist><!DOCTYPE playlist')],
    ['another first line', '#EXTM3UX\na.mp3'],
    ['truncated JSON', '{"playlist":{"track":[]}'],
    ['JSON of another format', '{"name":"x","tracks":[]}'],
    ['a list', '[]'],
    ['no tracks', '{"playlist":{}}'],
    ['tracks that are numbers', jspf({ track: [1] })],
    ['tracks that are not a list', jspf({ track: { length: 5 } })],
    ['a title that is an object', jspf({ track: [{ title: {} }] })],
    ['a name that is a list', jspf({ title: ['x'] })],
    ['deep nesting', `{"playlist":{"track":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`],
    ['XML that does not end', xspf('').slice(0, -1)],
    ['XML that is wrongly nested', '<playlist><trackList></playlist></trackList>'],
    ['two roots', `${xspf('')}<playlist/>`],
    ['another XML', '<rss version="2.0"><channel/></rss>'],
    ['XML without tracks', '<playlist><title>x</title></playlist>'],
    ['XML of 300,000 levels', xspf('<a>'.repeat(300_000))],
    ['an unknown entity', xspf('<track><title>&title;</title></track>')],
    ['an entity that objects have', xspf('<track><title>&toString;</title></track>')],
    ['an ampersand', xspf('<track><title>A & B</title></track>')],
    [
      'a file as an entity',
      xspf('<track><title>&x;</title></track>', '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    [
      'entities of entities',
      xspf(
        '<track><title>&c;</title></track>',
        '<!DOCTYPE p [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>',
      ),
    ],
    ['bytes that are not UTF-8', Buffer.from([0x23, 0xff, 0xfe, 0x80])],
    ['a picture', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ])('refuses %s', async (_what, file) => {
    expect(await importFile(file)).toMatchObject({ status: 400, body: { code: 'bad_playlist_file' } });
    expect(await countPlaylists()).toBe(0);
  });

  it('refuses more than a megabyte', async () => {
    expect((await importFile(`#EXTM3U\n${'#'.repeat(1024 * 1024)}`)).status).toBe(413);
  });

  it.each([
    ['only invisible characters', '\u200b \t', 'Imported playlist'],
    ['too many characters', '🎵'.repeat(80), '🎵'.repeat(50)],
    ['a surrogate pair across the limit', `${'x'.repeat(99)}🎵`, 'x'.repeat(99)],
    ['characters that databases refuse', 'a\0b\ud800c', 'a b\ufffdc'],
    ['several lines', 'a\nb', 'a b'],
    ['bidirectional controls', '\u202eabc', 'abc'],
  ])('cleans a name with %s', async (_what, name, expected) => {
    const { status, body } = await importFile(jspf({ title: name, annotation: `${'d\0'.repeat(900)}` }));
    expect(status).toBe(201);
    expect(body.playlist.name).toBe(expected);
    expect(body.playlist.description).toHaveLength(500);
  });

  it.each([
    ['names that databases refuse', jspf({ track: [{ title: 'a\0\ud800', creator: '%_\\' }] })],
    ['a track without fields', jspf({ track: [{}] })],
    [
      'malformed ids',
      jspf({ track: [{ identifier: "' or 1=1 --" }, { identifier: [''] }, { identifier: null }] }),
    ],
    ['prototype keys', '{"playlist":{"__proto__":{"title":"x"},"track":[{"__proto__":{}}]}}'],
    ['a title of one megabyte', jspf({ track: [{ title: 'é'.repeat(500_000) }] })],
    ['an element of one megabyte', xspf(`<track><title>${'&lt;'.repeat(250_000)}</title></track>`)],
    ['100,000 comments', xspf(`<track>${'<!--->-->'.repeat(100_000)}</track>`)],
    ['an attribute of one megabyte', xspf(`<track a="${'>'.repeat(1_000_000)}"/>`)],
    ['a line of one megabyte', `#EXTM3U\n#EXTINF:${' '.repeat(500_000)}${'"'.repeat(499_000)}\nx`],
    ['200,000 separators', `#EXTM3U\n#EXTINF:1,${'a - '.repeat(200_000)}\nx`],
    ['a malformed address', '#EXTM3U\nhttps://x.example/%E0%A4%A.mp3'],
    ['search wildcards', '#EXTM3U\n%_*"()\\.mp3'],
  ])('finds nothing quickly for %s', async (_what, file) => {
    const began = performance.now();
    expect(await importFile(file)).toMatchObject({ status: 400, body: { code: 'bad_playlist_file' } });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it.each(['?name=', '?name=%20', `?name=${'x'.repeat(101)}`])('%s is a 400', async (query) => {
    expect((await importFile('#EXTM3U\n', query)).status).toBe(400);
  });
});
