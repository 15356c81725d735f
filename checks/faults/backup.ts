import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { openDatabase } from '../../server/platform/db/database.ts';
import { openMediaFolder } from '../../server/platform/media/store.ts';
import { brokenForClients, delay, describe, type Result, type Stage } from './lib/scenario.ts';
import type { System } from './lib/system.ts';
import { verifyWrites } from './lib/verify.ts';
import { startWriters } from './lib/writers.ts';

/** A backup is taken while clients write, everything is lost, and the backup is restored. */
export async function restoreBackup({ system, requests, short }: Stage): Promise<Result> {
  const media = path.join(system.folder, 'media');
  const song = await (await openMediaFolder(media)).put(Buffer.from('the only copy'), 'mp3');
  const kept = path.join(path.dirname(system.folder), `${path.basename(system.folder)}.tar`);
  const writers = startWriters(system, requests);
  try {
    await delay(short ? 1000 : 10_000);
    const before = [...writers.outcome.acknowledged];
    const broken = await cli(system, ['backup', kept]);
    const outcome = await writers.stop();
    const during = outcome.acknowledged.length - before.length;
    if (during === 0) broken.push('nothing was written during the backup, so it proves nothing');
    broken.push(...brokenForClients(outcome));

    await system.end('SIGTERM');
    await wipe(system);
    broken.push(...(await cli(system, ['restore', kept])));
    await system.start();
    const restored = await openDatabase(
      { dataDir: system.folder, databaseUrl: system.databaseUrl },
      { exclusive: false },
    );
    broken.push(...(await verifyWrites({ ...system, database: restored }, before)));
    await restored.close();
    const answer = await fetch(system.origins[0]! + song);
    if ((await answer.text()) !== 'the only copy') broken.push('a file is missing after the restore');
    return { what: `${before.length} writes before it, ${during} meanwhile, ${describe(outcome)}`, broken };
  } finally {
    await rm(kept, { force: true });
  }
}

/** Takes away all rows and all files. */
export async function wipe({ folder, databaseUrl }: System): Promise<void> {
  await rename(folder, `${folder}.gone`);
  await rm(`${folder}.gone`, { recursive: true });
  await mkdir(folder);
  if (!databaseUrl) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

/**
 * Runs `npm run cli`.
 * @param settings of the server, besides the usual ones.
 * @returns what the command complained about.
 */
export async function cli(
  { folder, databaseUrl }: Pick<System, 'folder' | 'databaseUrl'>,
  args: string[],
  settings: Record<string, string> = {},
): Promise<string[]> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '', ...settings };
  const script = path.join(import.meta.dirname, '../../server/cli.ts');
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return code === 0 ? [] : [`${args[0]} failed: ${complaint.trim()}`];
}
