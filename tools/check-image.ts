import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `npm run check:image` follows the Dockerfile without a container engine: it runs the build's steps on the committed
 * files in a clean folder, copies what the image would get, starts its command as a user without rights, and asks its
 * health check. Where systemd is installed, it checks the unit, too. What it cannot do is named: the packages of the
 * system, and the isolation.
 */
const root = path.join(import.meta.dirname, '..');
const NOBODY = 65534;
/** Packages that only build or show pages; the image must not have them. */
const UNWANTED = ['typescript', 'vite', 'vitest', 'react', '@biomejs/biome', 'pinned-node'];
/** The most exposure that `systemd-analyze security` may see, in tenths; what is left is the network, which it needs. */
const EXPOSURE = 20;

const folder = mkdtempSync(path.join(tmpdir(), 'ovation-image-'));
chmodSync(folder, 0o755);
try {
  const image = buildImage(path.join(folder, 'build'), path.join(folder, 'image'));
  await runImage(image);
  checkUnit();
  console.log('1 passed, 0 failed');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Looks at the unit as systemd does, where it is installed. */
function checkUnit(): void {
  const unit = path.join(root, 'deploy/ovation.service');
  for (const words of [['verify'], ['security', '--offline=true', `--threshold=${EXPOSURE}`]]) {
    const { error, status, stderr } = spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' });
    const command = `systemd-analyze ${words.join(' ')}`;
    if (error) console.log(`NOT RUN ${command}`);
    else if (status !== 0) throw new Error(`${command} refuses the unit: ${stderr}`);
    else console.log(command);
  }
}

/** Instructions, with continued lines joined. */
function instructions(): { name: string; value: string }[] {
  return readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ')[0]!, value: line.slice(line.indexOf(' ') + 1) }));
}

function buildImage(build: string, image: string): string {
  mkdirSync(build);
  mkdirSync(image);
  const archive = path.join(folder, 'source.tar');
  execFileSync('git', ['archive', '--output', archive, 'HEAD'], { cwd: root });
  execFileSync('tar', ['--extract', '--file', archive, '--directory', build]);
  for (const name of readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n'))
    if (name && !name.startsWith('**')) rmSync(path.join(build, name), { recursive: true, force: true });
  let isBuild = true;
  for (const { name, value } of instructions().slice(1)) {
    if (name === 'FROM') isBuild = false;
    else if (name === 'RUN' && isBuild) {
      console.log(`RUN ${value}`);
      execFileSync('sh', ['-c', value], { cwd: build, stdio: ['ignore', 'ignore', 'inherit'] });
    } else if (name === 'RUN') console.log(`NOT RUN ${value}`);
    else if (name === 'COPY' && !isBuild) {
      const [from, to] = value.split(' ').slice(1) as [string, string];
      const target = to === './' ? path.basename(from) : to;
      cpSync(path.join(build, path.relative('/app', from)), path.join(image, target), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }
  rmSync(build, { recursive: true });
  const unwanted = UNWANTED.filter((name) => existsSync(path.join(image, 'node_modules', name)));
  if (unwanted.length > 0) throw new Error(`The image has ${unwanted.join(', ')}.`);
  const size = execFileSync('du', ['--summarize', '--block-size=1M', image], { encoding: 'utf8' }).split(
    '\t',
  )[0];
  console.log(`The image has ${size} MB besides its base.`);
  return image;
}

async function runImage(image: string): Promise<void> {
  const data = path.join(folder, 'data');
  const bin = path.join(folder, 'bin');
  for (const one of [data, bin]) mkdirSync(one);
  chmodSync(data, 0o777);
  copyFileSync(process.execPath, path.join(bin, 'node'));
  const all = instructions();
  const last = (name: string) => all.findLast((one) => one.name === name)!.value;
  const given = Object.fromEntries(
    last('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );
  const env = { ...given, PATH: bin, DATA_DIR: data, HOST: '127.0.0.1', PORT: String(await freePort()) };
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const run = (command: string) => {
    const [program, ...args] = JSON.parse(command) as [string, ...string[]];
    const options = { cwd: image, env, ...user, stdio: 'inherit' } as const;
    return spawn(path.join(bin, program), args, options);
  };
  const healthCheck = last('HEALTHCHECK').replace(/^.*?CMD /, '');
  const server = run(last('CMD'));
  const exited = once(server, 'exit');
  try {
    for (let attempt = 0; ; attempt++) {
      const [code] = await once(run(healthCheck), 'exit');
      if (code === 0) break;
      if (attempt === 60 || server.exitCode !== null) throw new Error('The server did not become healthy.');
      await sleep(500);
    }
    for (const path of ['/readyz', '/', '/track']) {
      const { status } = await fetch(`http://127.0.0.1:${env.PORT}${path}`);
      if (status !== 200) throw new Error(`${path} is answered with ${status}.`);
    }
  } finally {
    server.kill('SIGTERM');
    const [code] = await exited;
    console.log(`The server ended with ${code}.`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
