import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from 'contract/features/publishing.ts';
import { readConfig } from '../config.ts';
import { createAccount } from '../features/accounts/accounts.ts';
import { beginSession } from '../features/accounts/login/sessions.ts';
import { personalData } from '../features.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { bundled } from './bundles.ts';
import { freshDatabase } from './databases/fresh-database.ts';
import { form } from './sounds.ts';

/** A server in a process of its own, over a database that outlives it. */
export interface RealServer {
  database: Database;
  /** Headers of an admin, and of somebody who is none. */
  admin: { authorization: string };
  listener: { authorization: string };
  /** `http://127.0.0.1:…`; another one after each start. */
  origin: () => string;
  pid: () => number;
  start: () => Promise<void>;
  /** kill -9: nothing gets to tidy up. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
  mediaFolder: string;
  /** Names in it. */
  files: () => string[];
  send: (kind: 'audio' | 'cover', data: Buffer, name?: string) => Promise<Response>;
  upload: (id: string) => Promise<Upload>;
  /** The upload once it is ready or has failed. */
  settled: (id: string) => Promise<Upload>;
}

/** @param settings that the server gets beside its own. */
export async function realServer(settings: Record<string, string> = {}): Promise<RealServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ovation-real-'));
  const postgres = process.env.TEST_DATABASE_URL
    ? await freshDatabase(process.env.TEST_DATABASE_URL, process.env.TEST_DATABASE_TEMPLATE)
    : undefined;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: '0',
    HOST: '',
    PUBLIC_URL: '',
    RATE_LIMIT: 'off',
    DATA_DIR: folder,
    DATABASE_URL: postgres?.url ?? '',
    ...settings,
  };
  const database = await openDatabase(readConfig(env), { exclusive: false });
  const session = async (tier: 'admin' | 'free') =>
    database.db.transaction().execute(async (tx) => {
      const given = { name: tier, email: `${tier}@people.example`, password_hash: 'none' };
      const { id } = await createAccount(tx, { clock: Date.now, personalData }, given, tier);
      return { authorization: `Bearer ${await beginSession(tx, id, Date.now())}` };
    });
  const [admin, listener] = [await session('admin'), await session('free')];
  let running: { child: ChildProcess; origin: string } | undefined;
  const media = path.join(folder, 'media');

  const start = async () => {
    const script = await bundled('testing/api-server.ts');
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (line) => resolve(String(line).trim()));
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    });
    running = { child, origin };
  };
  const kill = async () => {
    const { child } = running ?? {};
    running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const upload = async (id: string) =>
    (await (await fetch(`${running!.origin}/publishing/uploads/${id}`, { headers: admin })).json()) as Upload;
  await start();
  return {
    database,
    admin,
    listener,
    origin: () => running!.origin,
    pid: () => running!.child.pid!,
    start,
    kill,
    close: async () => {
      await kill();
      await database.close();
      await postgres?.drop();
      await rm(folder, { recursive: true, force: true });
    },
    mediaFolder: media,
    files: () => (existsSync(media) ? readdirSync(media).sort() : []),
    send: (kind, data, name = 'song.wav') => {
      const { body, headers } = form({ field: kind, name, data });
      const init = { method: 'POST', headers: { ...admin, ...headers }, body: new Uint8Array(body) };
      return fetch(`${running!.origin}/api/upload/${kind}`, init);
    },
    upload,
    settled: async (id) => {
      for (;;) {
        const found = await upload(id);
        if (found.state === 'ready' || found.state === 'failed') return found;
        await sleep(50);
      }
    },
  };
}

/** The most memory that a process has held at once, MB; undefined where the system does not report it (Linux does). */
export function peakMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}
