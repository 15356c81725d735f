import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
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
  const isGone = () => !child || child.exitCode !== null || child.signalCode !== null;
  const kill = async () => {
    if (isGone()) return;
    const gone = once(child!, 'exit');
    child!.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    // Another process may hold the port for a moment; nats-server then exits, and is started again.
    for (let tries = 0; !(await answers(port)); tries++) {
      if (tries === 500) throw new Error(`nats-server does not listen on port ${port}.`);
      if (isGone())
        child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...args], {
          env: { PATH },
          stdio: 'ignore',
        });
      await sleep(20);
    }
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

/** Connects, because a probe that listens would keep the port from the server that starts. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
