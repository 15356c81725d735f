import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mp3 } from '../../server/features/publishing/testing/containers.ts';
import { call } from '../../server/testing/calls.ts';
import { PASSWORD, publishTrack, signUp, testServer } from '../../server/testing/server.ts';
import { type Part, type Proof, type Stage, startDaemon } from './part.ts';

/** Another server of the same protocol, asked the same about the same songs: the shapes of the answers are compared. */
export const part: Part = {
  name: 'supysonic',
  programs: { 'supysonic-server': 'supysonic', 'waitress-serve': 'python3-waitress', ffmpeg: 'ffmpeg' },
  longOnly: true,
  run,
};

const PORT = 5722;
const SONGS = ['Rain on Tin', 'Paper Lanterns'];
const ARTIST = 'The Marlow Trio';

/** Differences between the two, and why they stay. */
const EXPLAINED: [difference: RegExp, why: string][] = [
  [/\.coverArt is only here/, 'every song here has a picture'],
  [/\.discNumber is only there/, 'an album here is one year'],
  [/^getAlbumList\..*\.(artistId|duration|year|genre) is only here/, 'optional fields of an album'],
  [/\.(searchResult[23]|starred2?)\.(artist|album) is only here/, 'an empty list is sent as such'],
  [/\.musicFolder\[\]\.id is number here/, 'an integer in the specification'],
  [/\.playlist(\[\])?\.changed is only here/, 'required since 1.8.0'],
  [/^createPlaylist\.playlist is only here/, 'part of the answer since 1.14.0'],
  [/\.user\.(videoConversionRole|folder) is only here/, 'fields of 1.16.1'],
  [/\.user\.email is only there/, 'players get no mail addresses'],
  [/\.(mediaType|genres|artists|error\.helpUrl) is only here/, 'fields of OpenSubsonic'],
];

type Ask = (name: string, parameters?: Record<string, string>) => Promise<Record<string, unknown>>;

async function run({ folder }: Stage): Promise<Proof> {
  const installed = execFileSync('dpkg-query', ['-W', 'supysonic'], { encoding: 'utf8' });
  const proof: Proof = { version: installed.split('\t')[1]!.trim(), proved: [], broken: [] };
  const theirs = await startSupysonic(folder);
  const ours = await startOurs();
  try {
    const [we, they] = await Promise.all([answers(ours), answers(theirs)]);
    const all = differences(we, they, '');
    const unexplained = all.filter((one) => !EXPLAINED.some(([difference]) => difference.test(one)));
    proof.broken.push(...unexplained);
    const same = `${Object.keys(they).length} answers have the same fields, but for ${all.length} explained differences`;
    if (unexplained.length === 0) proof.proved.push(same);
    return proof;
  } finally {
    await theirs.stop();
    await ours.stop();
  }
}

/** Asks what players ask when they fetch a catalogue, each with the ids of this server. */
async function answers({ ask, username }: { ask: Ask; username: string }): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const remember = async (name: string, parameters: Record<string, string> = {}) => {
    const { status, version, type, serverVersion, openSubsonic, ...answer } = await ask(name, parameters);
    found[name] = { status, version, ...answer };
    // biome-ignore lint/suspicious/noExplicitAny: what comes is what is compared.
    return answer as any;
  };
  await remember('ping');
  await remember('getLicense');
  await remember('getMusicFolders');
  await remember('getIndexes');
  await remember('getGenres');
  const [{ artist }] = (await remember('getArtists')).artists.index;
  const { album } = (await remember('getArtist', { id: artist[0].id })).artist;
  const { song } = (await remember('getAlbum', { id: album[0].id })).album;
  await remember('getSong', { id: song[0].id });
  await remember('getMusicDirectory', { id: song[0].parent });
  await remember('getAlbumList', { type: 'newest' });
  await remember('getAlbumList2', { type: 'alphabeticalByName' });
  await remember('getRandomSongs');
  await remember('search2', { query: 'Rain' });
  await remember('search3', { query: 'Rain' });
  await remember('star', { id: song[0].id });
  await remember('getStarred');
  await remember('getStarred2');
  await remember('createPlaylist', { name: 'Night train', songId: song[0].id });
  const { playlist } = (await remember('getPlaylists')).playlists;
  await remember('getPlaylist', { id: playlist[0].id });
  await remember('scrobble', { id: song[0].id });
  await remember('getUser', { username });
  await remember('getAlbum', { id: 'nothing' });
  return found;
}

/** Fields that only one has, and other types; arrays by their first element. */
function differences(ours: unknown, theirs: unknown, at: string): string[] {
  const kind = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  if (kind(ours) !== kind(theirs)) return [`${at} is ${kind(ours)} here, ${kind(theirs)} there`];
  if (Array.isArray(ours) && Array.isArray(theirs))
    return ours.length && theirs.length ? differences(ours[0], theirs[0], `${at}[]`) : [];
  if (typeof ours !== 'object' || !ours || !theirs) return [];
  const [we, they] = [ours, theirs] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(we), ...Object.keys(they)])].flatMap((name) => {
    if (!(name in they)) return [`${at}.${name} is only here`];
    if (!(name in we)) return [`${at}.${name} is only there`];
    return differences(we[name], they[name], at ? `${at}.${name}` : name);
  });
}

async function startOurs() {
  const s = await testServer();
  const { token, username } = await signUp(s, { tier: 'plus' });
  await call(s, 'POST /auth/confirmation', { token, body: { password: PASSWORD } });
  const made = await call(s, 'POST /auth/app-passwords', { token, body: { name: 'supysonic' } });
  const audio_url = await s.c.media.put(await mp3(2), 'mp3');
  for (const title of SONGS)
    await publishTrack(s.c, { title, display_artist: ARTIST, genre: 'jazz', audio_url });
  const url = await s.app.listen({ port: 0, host: '127.0.0.1' });
  return { ask: asker(url, { u: username, p: made.body.password }), username, stop: () => s.close() };
}

async function startSupysonic(folder: string) {
  const music = path.join(folder, 'music', ARTIST, '2026');
  mkdirSync(music, { recursive: true });
  const plain = path.join(folder, 'plain.mp3');
  writeFileSync(plain, await mp3(2));
  SONGS.forEach((title, at) => {
    const tags = { title, artist: ARTIST, album: '2026', date: '2026', genre: 'Jazz', track: at + 1 };
    const words = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
    const file = path.join(music, `${title}.mp3`);
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', plain, '-c', 'copy', ...words, file]);
  });
  writeFileSync(
    path.join(folder, 'supysonic.conf'),
    `[base]\ndatabase_uri = sqlite:///${folder}/supysonic.db\n[webapp]\ncache_dir = ${folder}/cache\nlog_file = ${folder}/log\n`,
  );
  const env = { ...process.env, HOME: folder };
  const cli = (...words: string[]) =>
    execFileSync('supysonic-cli', words, { cwd: folder, env, stdio: 'pipe' });
  cli('user', 'add', 'listener', '-p', 'secret');
  cli('folder', 'add', 'songs', path.join(folder, 'music'));
  cli('folder', 'scan', '-f', 'songs');
  const daemon = await startDaemon(['supysonic-server', '-h', '127.0.0.1', '-p', String(PORT)], PORT, {
    cwd: folder,
    env: { HOME: folder },
  });
  const account = { u: 'listener', p: 'secret' };
  return { ask: asker(`http://127.0.0.1:${PORT}`, account), username: account.u, stop: () => daemon.end() };
}

const asker =
  (url: string, account: Record<string, string>): Ask =>
  async (name, parameters = {}) => {
    const query = new URLSearchParams({ ...account, ...parameters, f: 'json', v: '1.12.0', c: 'compare' });
    const response = await fetch(`${url}/rest/${name}.view?${query}`);
    return ((await response.json()) as { 'subsonic-response': Record<string, unknown> })['subsonic-response'];
  };
