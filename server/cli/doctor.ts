import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { features } from '../features.ts';
import { connect } from '../platform/db/database.ts';
import { openPostgres } from '../platform/db/postgres/postgres.ts';
import { assertUsable } from '../platform/db/postgres/postgres-requirements.ts';
import { openSqlite } from '../platform/db/sqlite/sqlite.ts';
import { CommandFailed, type Diagnosis } from '../platform/feature.ts';
import { verifySmtp } from '../platform/mail/mail.ts';
import { openMedia } from '../platform/media/bucket-store.ts';

/** A check that takes longer has failed, ms. */
const PATIENCE_MS = 20_000;
/** Room on the disk that songs and backups soon need, bytes. */
const LITTLE_ROOM = 2 * 1024 ** 3;
/** Servers and databases whose clocks differ by more disagree about sessions and deadlines, ms. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Checks what the server needs from its surroundings, without changing any of it.
 * @returns a line for each check.
 * @throws CommandFailed with the same lines, if a check failed.
 */
export async function doctor(config: Config): Promise<string> {
  const checks: Diagnosis[] = [
    { name: 'settings', check: async () => 'can be read' },
    { name: 'data folder', check: () => checkFolder(config.dataDir) },
    ...(config.backups ? [{ name: 'backup folder', check: () => checkFolder(config.backups!.folder) }] : []),
    { name: 'database', check: () => checkDatabase(config) },
    { name: 'clock', check: () => checkClock(config) },
    { name: 'media', check: () => checkMedia(config) },
    { name: 'mail', check: () => checkMail(config) },
    ...features.flatMap(
      ({ settings, diagnose }) => diagnose?.(settings && config[settings.name as keyof Config]) ?? [],
    ),
  ];
  const lines = await Promise.all(checks.map(lineOf));
  const text = lines.map(({ line }) => line).join('\n');
  if (lines.some(({ isOk }) => !isOk)) throw new CommandFailed(text);
  return text;
}

async function lineOf({ name, check }: Diagnosis): Promise<{ isOk: boolean; line: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, PATIENCE_MS, new Error(`no answer within ${PATIENCE_MS / 1000} seconds`));
  });
  try {
    return { isOk: true, line: `ok      ${name.padEnd(14)} ${await Promise.race([check(), late])}` };
  } catch (error) {
    return { isOk: false, line: `FAILED  ${name.padEnd(14)} ${(error as Error).message}` };
  } finally {
    clearTimeout(timer);
  }
}

async function checkFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  const room = bavail * bsize;
  if (room < LITTLE_ROOM)
    throw new Error(`${folder} has ${Math.floor(room / 1024 ** 2)} MB left; songs and backups need more`);
  return `${folder} can be written, ${Math.floor(room / 1024 ** 3)} GB free`;
}

/** Runs a statement without migrating anything. */
async function ask<T>({ databaseUrl, dataDir }: Config, statement: ReturnType<typeof sql<T>>): Promise<T> {
  const engine = databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir, { exclusive: false });
  const { db, close } = connect(engine);
  try {
    return (await statement.execute(db)).rows[0]!;
  } finally {
    await close();
  }
}

async function checkDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) await assertUsable(config.databaseUrl);
  await ask(config, sql`select 1`);
  return config.databaseUrl ? 'PostgreSQL answers' : `the embedded database in ${config.dataDir} opens`;
}

async function checkClock(config: Config): Promise<string> {
  const now = new Date();
  const text = `${now.toISOString().slice(0, 19)}Z`;
  if (!config.databaseUrl) return `${text}; compare it with yours`;
  const { ms } = await ask(
    config,
    sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  const apart = Math.abs(Number(ms) - now.getTime());
  if (apart > CLOCK_TOLERANCE_MS)
    throw new Error(
      `PostgreSQL's clock differs by ${Math.round(apart / 1000)} seconds; run NTP on both machines`,
    );
  return `${text}, the same as PostgreSQL's`;
}

async function checkMedia(config: Config): Promise<string> {
  const media = await openMedia(config);
  await media.check();
  return config.bucket ? `the bucket ${config.bucket.bucket} answers` : `files are in ${config.mediaDir}`;
}

async function checkMail({ smtpUrl }: Config): Promise<string> {
  if (!smtpUrl) return 'is off: SMTP_URL is not set, so that nobody can reset a password';
  await verifySmtp(smtpUrl);
  return `${new URL(smtpUrl).host} accepts us`;
}
