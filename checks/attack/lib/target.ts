import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Tier } from 'contract/plans.ts';
import { startArguments } from '../../../tools/start-command.ts';

/** The server under attack, in a process of its own. */
export interface Target {
  host: '127.0.0.1';
  port: number;
  /** Duration of each flood, ms. */
  observedMs: number;
  /** Highest 99th-percentile latency for a visitor elsewhere during a flood, ms. */
  maxP99: number;
  /** The most resident memory that the server may reach, MB. */
  maxMemoryMb: number;
  /** Path of a call that reads one row, which bystanders make during an attack. */
  lightCall: string;
  pid: number;
  /** Everything the server printed so far; a fault of ours shows up here. */
  log: () => string;
  /** Resident memory, MB. */
  memory: () => number;
  /** The highest resident memory so far, MB. */
  peakMemory: () => number;
  isAlive: () => boolean;
  stop: () => Promise<void>;
}

const root = path.join(import.meta.dirname, '../../..');

/** Starts a server on `dataDir` and a free port, with its limits on unless `settings` say otherwise. */
export async function startTarget(
  dataDir: string,
  {
    lightCall,
    observedMs,
    maxP99,
    maxMemoryMb,
  }: Pick<Target, 'lightCall' | 'observedMs' | 'maxP99' | 'maxMemoryMb'>,
  settings: Record<string, string> = {},
): Promise<Target> {
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    env: {
      ...process.env,
      // Nothing leaves this machine.
      LISTENBRAINZ_URL: 'http://127.0.0.1:1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '0',
      STUDIO: 'manual',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const stop = () => stopProcess(child);
  process.once('exit', () => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log += `${line}\n`;
      const [, found] = /https?:\/\/\S+:(\d+)/.exec(line) ?? [];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code}.\n${log}`)));
  });
  return {
    host: '127.0.0.1',
    port,
    lightCall,
    observedMs,
    maxP99,
    maxMemoryMb,
    pid: child.pid!,
    log: () => log,
    memory: () => memoryOf(child.pid!, 'VmRSS'),
    peakMemory: () => memoryOf(child.pid!, 'VmHWM'),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop,
  };
}

const PASSWORD = 'attack on purpose';

/** Creates an account through the command line, as an operator does, and logs it in. */
export async function createAccount(
  { host, port }: Target,
  dataDir: string,
  settings: Record<string, string>,
  email: string,
  tier: Tier,
) {
  const args = ['server/cli.ts', 'user', 'create', email, '--tier', tier, '--password-stdin'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...settings },
    input: `${PASSWORD}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Could not create ${email}: ${stderr}`);
  const post = async (where: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`http://${host}:${port}${where}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { authToken: string; password?: string; user: { username: string } };
  };
  const { authToken: token, user } = await post('/auth/login', { email, password: PASSWORD });
  await post('/auth/confirmation', { password: PASSWORD }, token);
  const { password: appPassword } = await post('/auth/app-passwords', { name: 'Attack' }, token);
  if (!appPassword) throw new Error(`${tier} got no app password.`);
  return { token, appPassword, username: user.username };
}

/** A folder that is removed when this process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-attack-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(timer);
}

/** Reads a line such as `VmRSS: 81234 kB` of Linux's process status; 0 on other systems. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}
