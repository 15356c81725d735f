import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { saveTracks } from '../../server/features/library/library.ts';
import { changeTracks, createPlaylist } from '../../server/features/playlists/playlists.ts';
import { callCharged } from '../../server/platform/metrics/events.ts';
import { createOpenRequest, member } from '../../server/testing/requests.ts';
import { PASSWORD, signUp, type TestServer, testServer } from '../../server/testing/server.ts';
import type { Finding } from './lib/report.ts';

/** The most CPU time that a call may take, as a multiple of what the reference takes for the same charge. */
const MOST = 3;
/** A list of 200 tracks, which is charged about 5. Compared with it, the speed of the machine does not matter. */
const REFERENCE = 'a list';
/** Number of comparisons of a call with it, and if the first ones say that it is too cheap. */
const ROUNDS = { first: 3, most: 9 };

interface Call {
  method?: 'GET' | 'POST' | 'HEAD';
  url: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** Calls of a kind, each as expensive as a caller can make it; `n` grows, so that none is answered from what is kept. */
type Kind = (n: number) => Call;

/**
 * Compares the CPU time that each kind of call takes in this process with what it is charged.
 * @param folder with a catalogue, on SQLite.
 * @param trackIds the ids of some thousand tracks.
 * @param leastMs the CPU time of one measurement at least.
 */
export async function prices(
  folder: string,
  trackIds: readonly string[],
  leastMs: number,
): Promise<Finding[]> {
  const s = await testServer({ folder, rateLimit: true, site: builtSite() });
  let charged = 0;
  const onCharge = (cost: unknown) => {
    charged += cost as number;
  };
  callCharged.subscribe(onCharge);

  let calls = 0;
  async function measure(kind: Kind, least = leastMs) {
    let [made, cost, ms, status] = [0, 0, 0, 0];
    while (made < 2 || ms < least) {
      const { url, method = 'GET', body, headers } = kind(calls++);
      // Each call comes from an address that has made no other.
      const remoteAddress = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
      const options = { url, method, remoteAddress, ...(body !== undefined && { payload: body }) };
      charged = 0;
      const from = process.cpuUsage();
      const answer = await s.app.inject({
        ...options,
        headers: { host: 'localhost', 'accept-encoding': 'br', ...headers },
      });
      const { user, system } = process.cpuUsage(from);
      [made, cost, ms, status] = [made + 1, cost + charged, ms + (user + system) / 1000, answer.statusCode];
    }
    return { ms: ms / made, cost: cost / made, status };
  }

  try {
    const kinds = await makeKinds(s, trackIds);
    for (const kind of Object.values(kinds)) await measure(kind, 0);
    const findings: Finding[] = [];
    for (const [attack, kind] of Object.entries(kinds)) {
      const rounds: { times: number; sent: string }[] = [];
      const median = () => rounds.toSorted((a, b) => a.times - b.times)[rounds.length >> 1]!;
      while (rounds.length < ROUNDS.first || (median().times > MOST && rounds.length < ROUNDS.most)) {
        // Right before, because the machine may do other work meanwhile.
        const unit = await measure(kinds[REFERENCE]!);
        const { ms, cost, status } = await measure(kind);
        const sent = `${status} in ${ms.toFixed(2)} ms, charged ${cost.toFixed(2)}`;
        rounds.push({ times: ms / cost / (unit.ms / unit.cost), sent });
      }
      const { times, sent } = median();
      const broken = times > MOST ? [`a call takes ${times.toFixed(1)} times what it is charged`] : [];
      findings.push({ attack, sent: `${sent}: ${times.toFixed(2)} times the reference`, broken });
    }
    return findings;
  } finally {
    callCharged.unsubscribe(onCharge);
    await s.close();
  }
}

/** The page, once it is built. */
function builtSite() {
  const web = path.join(import.meta.dirname, '../../web');
  const modules = path.join(web, 'dist-server');
  if (!existsSync(modules)) return undefined;
  const [renderModule, embedModule] = ['server-render.js', 'embed.js'].map((file) =>
    path.join(modules, file),
  );
  return { folder: path.join(web, 'dist'), renderModule: renderModule!, embedModule: embedModule! };
}

/** Creates the data that the calls are about: as much as one member can own. */
async function prepare(s: TestServer, trackIds: readonly string[]) {
  const { c } = s;
  const owner = await member(s, 1_000_000, 'premium');
  await saveTracks(c, owner.id, trackIds.slice(0, 1000));
  // More than are kept.
  const playlists: string[] = [];
  for (let i = 0; i < 12; i++) {
    const { id } = await createPlaylist(c, owner.id, { name: `List ${i}`, privacy: 'public' });
    await changeTracks(c, owner.id, id, () => trackIds.slice(i, i + 1000));
    playlists.push(id);
  }
  const requests: string[] = [];
  for (let i = 0; i < 300; i++)
    requests.push(await createOpenRequest(c, owner.id, { title: `Amber ${i}`, votes: i % 30 }));
  const { default: sharp } = await import('sharp');
  const picture = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#345' } });
  const cover = await picture(640).webp().toBuffer();
  for (const id of trackIds.slice(0, 220)) {
    const cover_image_url = await c.media.put(Buffer.concat([cover, randomBytes(8)]), 'webp');
    await c.db.updateTable('track').set({ cover_image_url }).where('id', '=', id).execute();
  }
  const ask = (url: string, payload: object) =>
    s.app.inject({ method: 'POST', url, headers: owner.headers, payload });
  await ask('/auth/confirmation', { password: PASSWORD });
  const made = await ask('/auth/app-passwords', { name: 'Player' });
  const admin = await signUp(s, { tier: 'admin' });
  const portrait = await picture(7000).png().toBuffer();
  return { owner, admin, key: made.json().password as string, playlists, requests, portrait };
}

async function makeKinds(s: TestServer, trackIds: readonly string[]): Promise<Record<string, Kind>> {
  const { owner, admin, key, playlists, requests, portrait } = await prepare(s, trackIds);
  const auth = owner.headers;
  const nth = (list: readonly string[]) => (n: number) => list[n % list.length]!;
  const [track, list, request] = [nth(trackIds), nth(playlists), nth(requests)];
  const some = (count: number, from: number) => Array.from({ length: count }, (_, i) => track(from + i));
  const visit =
    (url: (n: number) => string): Kind =>
    (n) => ({ url: url(n) });
  const post =
    (url: string, body: (n: number) => object): Kind =>
    (n) => ({
      ...{ method: 'POST', url, body: JSON.stringify(body(n)) },
      headers: { 'content-type': 'application/json', ...auth },
    });
  const send =
    (url: string, body: (n: number) => Buffer): Kind =>
    (n) => ({ method: 'POST', url, body: body(n), headers: { 'content-type': 'x/y', ...auth } });
  const player =
    (name: string, parameters: (n: number) => string): Kind =>
    (n) => ({
      ...{ method: 'POST', url: `/rest/${name}`, body: `f=json&apiKey=${key}&${parameters(n)}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const repeated = (name: string, values: readonly (string | number)[]) =>
    values.map((value) => `${name}=${value}`).join('&');
  const heard = (n: number) => {
    s.time.now += 100_000_000;
    return (
      repeated('id', some(50, n)) +
      repeated(
        '&time',
        some(50, n).map((_, i) => s.time.now - i * 1e6),
      )
    );
  };

  return {
    [REFERENCE]: visit(() => '/track?limit=200'),
    'a page': visit(() => '/'),
    'a page without content': visit(() => '/profile'),
    'no page': visit((n) => `/no/page/${n}`),
    'no file': visit((n) => `/none/${n}.js`),
    'page of a song': visit((n) => `/tracks/${track(n)}/x`),
    'page of an artist': visit(() => '/artists/dormouse'),
    'page of a genre': visit(() => '/genres/jazz'),
    'page of a request': visit((n) => `/leaderboard/${request(n)}`),
    'page of the board': visit((n) => `/leaderboard?page=${n % 6}`),
    'page of a playlist': visit((n) => `/playlists/${list(n)}`),
    'embed of a song': visit((n) => `/embed/tracks/${track(n)}`),
    'embed of a playlist': visit((n) => `/embed/playlists/${list(n)}`),
    'search: a letter': visit(() => '/track?q=a'),
    'search: two words': visit(() => '/track?q=amber%20river'),
    'search: no match': visit(() => '/track?q=zzzzzz'),
    'search: everything': visit(() => '/search?q=amber%20river'),
    'search: Explore': visit(() => '/explore?q=amber'),
    'search: similar requests': visit((n) => `/requests/similar?title=amber%20${n % 300}`),
    radio: visit((n) => `/radio?seed=track:${track(n)}`),
    'feed of a playlist': visit((n) => `/feeds/playlists/${list(n)}.xml`),
    'part of the sitemap': visit(() => '/sitemap-tracks-1.xml'),
    sitemap: visit(() => '/sitemap.xml'),
    'robots.txt': visit(() => '/robots.txt'),
    'openapi.json': visit(() => '/openapi.json'),
    healthz: visit(() => '/healthz'),
    readyz: visit(() => '/readyz'),
    'picture of a genre': visit(() => '/art/genres/jazz.svg'),
    'preview of a song': visit((n) => `/social/tracks/${track(n)}.jpg`),
    'preview of a request': visit((n) => `/social/requests/${request(n)}.jpg`),
    'playlist as XSPF': visit((n) => `/playlist/${list(n)}/export?format=xspf`),
    'import of a playlist': send('/playlist/import', (n) =>
      Buffer.from(`#EXTM3U\n${some(1000, n).map((_, i) => `#EXTINF:1,Dormouse - amber ${i}\nx.mp3\n`)}`),
    ),
    'new playlist': post('/playlist', (n) => ({ name: `New ${n}` })),
    'track into a playlist': post('/playlist_track', (n) => ({
      playlist_id: list(n),
      track_id: track(2000 + n),
    })),
    'saved track': post('/saved_track', (n) => ({ track_id: track(2000 + n) })),
    play: post('/plays', (n) => ({ track_id: track(n), played_ms: 0 })),
    vote: (n) => post(`/requests/${request(n)}/votes`, () => ({}))(n),
    request: post('/requests', (n) => ({
      ...{ title: `New ${n} ${randomUUID()}`, artist: 'Ilse', genre: 'jazz' },
      description: 'slow, no drums, loud at the end, '.repeat(15),
    })),
    wishes: post('/studio/wishes', () => ({ description: 'slow, no drums, loud at the end, '.repeat(15) })),
    login: post('/auth/login', () => ({ email: owner.email, password: PASSWORD })),
    'wrong login': post('/auth/login', (n) => ({ email: `nobody${n}@people.example`, password: PASSWORD })),
    'sign-up': post('/auth/signup', (n) => ({
      ...{ name: 'New', email: `new${n}@people.example`, password: PASSWORD },
    })),
    'picture of oneself': send('/auth/avatar', () => portrait),
    'forged webhook': send('/api/stripe/webhook', () => Buffer.alloc(200_000, 'x')),
    'player: ping': player('ping', () => ''),
    'player: wrong password': player('ping', () => `u=${owner.username}&p=wrong`),
    'player: playlist': player('getPlaylist', (n) => `id=${list(n)}`),
    'player: playlists': player('getPlaylists', () => ''),
    'player: 1,000 songs into it': player(
      'createPlaylist',
      (n) => `playlistId=${list(n)}&${repeated('songId', some(1000, n % 50))}`,
    ),
    'player: one more, one less': player(
      'updatePlaylist',
      (n) => `playlistId=${list(n)}&songIdToAdd=${track(3000 + n)}&songIndexToRemove=0`,
    ),
    'player: 1,000 stars, and none': (n) =>
      player(n % 2 === 0 ? 'star' : 'unstar', () => repeated('id', some(1000, 3000)))(n),
    'player: unknown stars': player('star', () =>
      repeated(
        'id',
        some(1000, 0).map(() => randomUUID()),
      ),
    ),
    'player: saved songs': player('getStarred2', () => ''),
    'player: saved albums': player('getAlbumList2', () => 'type=starred&size=500'),
    'player: 50 songs heard': player('scrobble', heard),
    'player: queue kept': player('savePlayQueue', (n) => repeated('id', some(1000, n))),
    'player: queue': player('getPlayQueue', () => ''),
    'player: artists': player('getArtists', () => ''),
    'player: albums by name': player('getAlbumList2', () => 'type=alphabeticalByName&size=500'),
    'player: newest albums': player('getAlbumList2', () => 'type=newest&size=500'),
    'player: album': player('getAlbum', () => 'id=al-dormouse-2023'),
    'player: songs at random': player('getRandomSongs', () => 'size=500'),
    'player: songs of a genre': player('getSongsByGenre', () => 'genre=Jazz&count=500'),
    'player: similar songs': player('getSimilarSongs2', (n) => `id=${track(n)}&count=500`),
    'player: search': player('search3', () => 'query=a&songCount=500&albumCount=500'),
    'player: everything': player('search3', () => 'query=&songCount=500&albumCount=500'),
    'player: far away': player('search3', (n) => `query=&songCount=500&songOffset=${15_000 + (n % 100)}`),
    'player: words': player('getLyrics', () => 'artist=Dormouse&title=amber%20river'),
    'player: cover': player('getCoverArt', (n) => `id=${track(n % 220)}`),
    ...Object.fromEntries(
      (endpoints as readonly Endpoint[])
        .filter(({ method, events }) => method === 'GET' && !events)
        .map(({ route, path: template, access }): [string, Kind] => {
          const url = (n: number) =>
            template
              .replace('/playlist/:id', `/playlist/${list(n)}`)
              .replace('/requests/:id', `/requests/${request(n)}`)
              .replace(':id', track(n))
              .replace(':slug', 'jazz')
              .replace(':username', owner.username)
              .replace(':format', 'json');
          const headers = access === 'admin' ? admin.headers : auth;
          return [route, (n) => ({ url: `${url(n)}?limit=200`, headers })];
        }),
    ),
  };
}
