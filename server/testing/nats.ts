import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { installOnDebian } from '../../tools/debian.ts';
import { freePort } from './postgres.ts';

/** Debian keeps daemons where only root's PATH leads. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const isInstalled = () => spawnSync('nats-server', ['--version'], { env: { PATH } }).status === 0;

/** Whether there is a NATS; installs it as root on Debian. Says loudly what is skipped otherwise. */
export function hasNats(): boolean {
  if (isInstalled() || (installOnDebian('nats-server') && isInstalled())) return true;
  console.log('\n!! SKIPPED: no nats-server was found. Install one (Debian: apt-get install nats-server).\n');
  return false;
}

/** A private NATS, on one port as long as it lives. */
export interface Nats {
  url: string;
  start: () => Promise<void>;
  /** kill -9. */
  kill: () => Promise<void>;
  /** Freezes it: connections stay open, and nothing answers. */
  pause: () => void;
  resume: () => void;
}

/** @param args of `nats-server`. */
export async function startNats(...args: string[]): Promise<Nats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const endAtOnce = () => void child?.kill('SIGKILL');
  process.once('exit', endAtOnce);
  const kill = async () => {
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await gone;
  };
  const start = async () => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...args], {
      env: { PATH },
      stdio: 'ignore',
    });
    while (!(await isTaken(port))) await sleep(20);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

async function isTaken(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    probe.close();
    return false;
  } catch {
    return true;
  }
}
