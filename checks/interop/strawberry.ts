import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, startTarget, temporaryFolder } from '../attack/lib/target.ts';
import type { Part, Proof, Stage } from './part.ts';

/**
 * A player on a screen of its own fetches the demo's catalogue, plays a song, jumps in it and reports it; the server's
 * log and its database tell whether all of that came. The screenshots stay in a temporary folder.
 */
export const part: Part = {
  name: 'Strawberry',
  programs: { strawberry: 'strawberry', Xvfb: 'xvfb', xdotool: 'xdotool', import: 'imagemagick' },
  longOnly: true,
  run,
};

const SCREEN = ':77';
/** Coordinates to click in the window of version 1.0.14, which is at the top left. */
const PLACES = { subsonicTab: '41 611', refresh: '166 66', firstArtist: '170 108', firstSong: '380 84' };
const PATIENCE_MS = 120_000;

const settings = { NODE_ENV: 'development', DEMO: '1', LOG_LEVEL: 'info', ACCESS_LOG: 'on' };
const limits = { lightCall: '/', observedMs: 0, maxP99: 0, maxMemoryMb: 0 };

async function run({ folder: home }: Stage): Promise<Proof> {
  const [version] = /[\d.]+/.exec(execFileSync('strawberry', ['--version'], { encoding: 'utf8' }))!;
  const pictures = mkdtempSync(path.join(tmpdir(), 'ovation-strawberry-'));
  const environment = {
    ...{ PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8', DISPLAY: SCREEN },
  };
  const children: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) =>
    children.push(spawn(program, args, { env: environment, stdio: 'ignore' }));
  const runInScreen = (program: string, ...args: string[]) =>
    spawnSync(program, args, { env: environment, timeout: 20_000 });
  const click = (place: string, times = 1) =>
    runInScreen(
      'xdotool',
      ...['mousemove', ...place.split(' '), 'click', '--repeat', String(times), '--delay', '80', '1'],
    );
  const takePicture = (name: string) =>
    runInScreen('import', '-window', 'root', path.join(pictures, `${name}.png`));

  const dataDir = temporaryFolder();
  const target = await startTarget(dataDir, limits, settings);
  /** Waits until the log has a call with this status. */
  const called = (name: string, status: number) =>
    until(`No call of ${name} was answered with ${status}.`, PATIENCE_MS, () =>
      target
        .log()
        .split('\n')
        .some((line) => line.includes(`"/rest/${name}.view"`) && line.includes(`"status":"${status}"`)),
    );
  try {
    const url = `http://${target.host}:${target.port}`;
    const account = await createAccount(target, dataDir, settings, 'p@trial.example', 'plus');
    await until('The demo recorded no song.', 10 * PATIENCE_MS, async () => {
      const tracks = (await (await fetch(`${url}/track`)).json()) as unknown[];
      return tracks.length > 0;
    });
    writeSettings(home, url, account);
    start('Xvfb', SCREEN, '-screen', '0', '1280x800x24');
    await sleep(2000);
    start('strawberry');
    await until(
      'Strawberry shows no window.',
      PATIENCE_MS,
      () => runInScreen('xdotool', 'search', '--onlyvisible', '--class', 'strawberry').status === 0,
    );
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
    await sleep(5000);
    takePicture('plays');
    runInScreen('strawberry', '--seek-by', '10');
    await called('stream', 206);
    await called('scrobble', 200);
    await until('The play did not count.', PATIENCE_MS, () => countPlays(dataDir, account.username) > 0);
    takePicture('reported');
    const proved = [`fetches, plays, jumps and reports what it played (screenshots: ${pictures})`];
    return { version, proved, broken: [] };
  } catch (error) {
    takePicture('failed');
    return { version, proved: [], broken: [`${(error as Error).message} Screenshots: ${pictures}`] };
  } finally {
    for (const child of children.reverse()) child.kill();
    await target.stop();
  }
}

/** Strawberry's own settings, as its dialogs write them. */
function writeSettings(
  home: string,
  url: string,
  { username, appPassword }: { username: string; appPassword: string },
): void {
  const folder = path.join(home, '.config/strawberry');
  mkdirSync(folder, { recursive: true });
  const account = { url, username, password: Buffer.from(appPassword).toString('base64') };
  const lines = [
    '[Subsonic]',
    ...Object.entries(account).map(([name, value]) => `${name}="${value}"`),
    ...['enabled=true', 'authmethod=0', 'downloadalbumcovers=true', 'serversidescrobbling=true'],
    ...['[MainWindow]', 'do_not_show_sponsor_message=true', '[Scrobbler]', 'enabled=true'],
  ];
  writeFileSync(path.join(folder, 'strawberry.conf'), `${lines.join('\n')}\n`);
}

function countPlays(dataDir: string, username: string): number {
  const database = new DatabaseSync(path.join(dataDir, 'ovation.db'), { readOnly: true });
  const row = database
    .prepare('select count(*) as plays from play_event join "user" u on u.id = user_id where u.username = ?')
    .get(username) as { plays: number };
  database.close();
  return row.plays;
}

async function until(failure: string, ms: number, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(failure);
    await sleep(500);
  }
}
