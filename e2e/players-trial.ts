import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, startTarget, type Target, temporaryFolder } from '../attack/target.ts';

/**
 * `npm run trial`: a player that nobody here wrote, Strawberry 1.0.14 of Debian 12, on a screen of its own. It fetches
 * the demo's catalogue, plays a song, jumps in it and reports it; the server's log and its database tell whether all of
 * that came. Needs `strawberry`, `xvfb`, `xdotool` and `imagemagick`. The screenshots stay in a temporary folder.
 */
const SCREEN = ':77';
/** Where to click in Strawberry's window, which is at the top left. */
const PLACES = { subsonicTab: '41 611', refresh: '166 66', firstArtist: '170 108', firstSong: '380 84' };
const SLOW_MS = 120_000;

for (const program of ['strawberry', 'Xvfb', 'xdotool', 'import'])
  if (spawnSync('which', [program]).status !== 0) throw new Error(`Please install ${program} first.`);

const dataDir = temporaryFolder();
const home = temporaryFolder();
const pictures = mkdtempSync(path.join(tmpdir(), 'ovation-trial-'));
const settings = { NODE_ENV: 'development', DEMO: '1', LOG_LEVEL: 'info', ACCESS_LOG: 'on' };
const limits = { lightCall: '/', observedMs: 0, maxP99: 0, maxMemoryMb: 0 };
const target = await startTarget(dataDir, limits, settings);
const children: ChildProcess[] = [];

async function trial({ host, port }: Target): Promise<void> {
  const url = `http://${host}:${port}`;
  const { appPassword, username } = await createAccount(target, dataDir, settings, 'p@trial.example', 'plus');
  console.log('Waiting for the demo’s first song …');
  await until('The demo recorded no song.', 10 * SLOW_MS, async () => {
    const tracks = (await (await fetch(`${url}/track`)).json()) as unknown[];
    return tracks.length > 0;
  });
  writeSettings({ url, username, password: Buffer.from(appPassword).toString('base64') });
  start('Xvfb', [SCREEN, '-screen', '0', '1280x800x24']);
  await sleep(2000);
  start('strawberry', []);
  await until('Strawberry shows no window.', SLOW_MS, () => {
    const { status } = inScreen('xdotool', ['search', '--onlyvisible', '--class', 'strawberry']);
    return status === 0;
  });
  await sleep(10_000);

  click(PLACES.subsonicTab);
  await sleep(2000);
  click(PLACES.refresh);
  for (const call of ['getAlbumList2', 'getAlbum', 'getCoverArt']) await called(call, 200);
  await sleep(5000);
  takePicture('catalogue');

  click(PLACES.firstArtist, 2);
  await sleep(3000);
  click(PLACES.firstSong, 2);
  await called('stream', 200);
  takePicture('plays');
  inScreen('strawberry', ['--seek-by', '10']);
  await called('stream', 206);
  await called('scrobble', 200);
  await until('The play did not count.', SLOW_MS, () => {
    const database = new DatabaseSync(path.join(dataDir, 'ovation.db'), { readOnly: true });
    const row = database
      .prepare(
        'select count(*) as plays from play_event join "user" u on u.id = user_id where u.username = ?',
      )
      .get(username) as { plays: number };
    database.close();
    return row.plays > 0;
  });
  takePicture('reported');
}

/** Strawberry's own settings, as its dialogs write them. */
function writeSettings(subsonic: { url: string; username: string; password: string }): void {
  const folder = path.join(home, '.config/strawberry');
  mkdirSync(folder, { recursive: true });
  const lines = [
    '[Subsonic]',
    ...Object.entries(subsonic).map(([name, value]) => `${name}="${value}"`),
    ...['enabled=true', 'authmethod=0', 'downloadalbumcovers=true', 'serversidescrobbling=true'],
    ...['[MainWindow]', 'do_not_show_sponsor_message=true', '[Scrobbler]', 'enabled=true'],
  ];
  writeFileSync(path.join(folder, 'strawberry.conf'), `${lines.join('\n')}\n`);
}

const environment = () => ({
  ...{ PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8', DISPLAY: SCREEN },
});

function start(program: string, args: string[]): void {
  children.push(spawn(program, args, { env: environment(), stdio: 'ignore' }));
}

const inScreen = (program: string, args: string[]) =>
  spawnSync(program, args, { env: environment(), timeout: 20_000 });

const click = (place: string, times = 1) =>
  inScreen('xdotool', [
    ...['mousemove', ...place.split(' '), 'click', '--repeat', String(times), '--delay', '80', '1'],
  ]);

function takePicture(name: string): void {
  inScreen('import', ['-window', 'root', path.join(pictures, `${name}.png`)]);
}

/** Waits until the log has a call with this status. */
const called = (name: string, status: number) =>
  until(`No call of ${name} was answered with ${status}.`, SLOW_MS, () =>
    target
      .log()
      .split('\n')
      .some((line) => line.includes(`"/rest/${name}.view"`) && line.includes(`"status":"${status}"`)),
  );

async function until(failure: string, ms: number, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(failure);
    await sleep(500);
  }
}

try {
  await trial(target);
  console.log(`Strawberry fetched, played, jumped and reported. Screenshots: ${pictures}`);
} catch (error) {
  takePicture('failed');
  console.error(`${(error as Error).message} Screenshots: ${pictures}`);
  process.exitCode = 1;
} finally {
  for (const child of children.reverse()) child.kill();
  await target.stop();
}
