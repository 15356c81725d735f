import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isExecutable } from '../../tools/debian.ts';

/** A program that others wrote and operators put beside Ovation. */
export interface Part {
  name: string;
  /** The programs it starts, and Debian's package of each. */
  programs: Record<string, string>;
  /** Takes too long for `npm run test:slow`. */
  longOnly?: boolean;
  /** @throws Skipped (of faults/scenario.ts) if the part cannot run here. */
  run: (stage: Stage) => Promise<Proof>;
}

export interface Stage {
  /** A folder of its own, which other accounts may read. It is deleted afterwards. */
  folder: string;
  /** True if only seconds are left, as in `npm run test:slow`. */
  short: boolean;
}

/** One sentence for each thing that was proved, could not be tried, or did not work. */
export interface Proof {
  version: string;
  proved: string[];
  skipped?: string[];
  broken: string[];
}

/** Debian keeps daemons where only root's PATH leads. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), '/usr/sbin', '/usr/bin'];

export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable);

export interface Daemon {
  /** Its output. */
  log: () => string;
  /** Waits until it exits. SIGKILL follows if it takes too long. */
  end: (signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<void>;
}

/** Generous, for machines that do other things too. */
const PATIENCE_MS = 120_000;

/**
 * Starts a program that stays, and waits until it listens. It ends with this process.
 * @param port on 127.0.0.1.
 * @param account the user and the group that it runs as.
 */
export async function startDaemon(
  [program, ...args]: string[],
  port: number,
  {
    cwd,
    env = {},
    account,
  }: { cwd: string; env?: NodeJS.ProcessEnv; account?: { uid: number; gid: number } },
): Promise<Daemon> {
  let log = '';
  const child: ChildProcess = spawn(findProgram(program!) ?? program!, args, {
    ...account,
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.on('error', (error) => (log += error.message));
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (log += chunk));
  const isGone = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const end: Daemon['end'] = async (signal = 'SIGTERM') => {
    process.off('exit', kill);
    if (isGone()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(kill, PATIENCE_MS);
    await exited;
    clearTimeout(timer);
  };
  for (const until = Date.now() + PATIENCE_MS; !(await isOpen(port)); await sleep(50))
    if (isGone() || Date.now() > until) {
      await end('SIGKILL');
      throw new Error(`${program} did not start.\n${log}`);
    }
  return { log: () => log, end };
}

async function isOpen(port: number): Promise<boolean> {
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
