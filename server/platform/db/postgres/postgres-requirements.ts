import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../startup-error.ts';

const OLDEST = 15;

/** Timeout of a notification between two connections, ms. */
const NOTIFICATION_MS = 5000;

/**
 * Checks that the server is new enough, and no pooler in transaction mode: that mixes sessions, and then notifications
 * get lost without an error.
 * @throws StartupError if the server cannot be used.
 */
export async function assertUsable(connectionString: string): Promise<void> {
  const settings = { connectionString, connectionTimeoutMillis: NOTIFICATION_MS };
  const [listener, notifier] = [new pg.Client(settings), new pg.Client(settings)];
  for (const client of [listener, notifier]) client.on('error', () => {});
  try {
    await listener.connect();
    const { rows } = await listener.query('show server_version_num');
    const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
    if (version < OLDEST)
      throw new StartupError(
        `Ovation cannot start: it needs PostgreSQL ${OLDEST} or newer, but DATABASE_URL is version ${version}.`,
      );
    await notifier.connect();
    if (!(await canNotify(listener, notifier)))
      throw new StartupError(
        'Ovation cannot start: DATABASE_URL is a connection pooler in transaction mode, which loses notifications. ' +
          'Use its session mode, or connect to PostgreSQL itself.',
      );
  } finally {
    await Promise.all([listener.end(), notifier.end()]);
  }
}

/** Tells whether the listener, and only the listener, receives what the notifier sends. */
async function canNotify(listener: pg.Client, notifier: pg.Client): Promise<boolean> {
  const channel = `ovation_${randomUUID().replaceAll('-', '')}`;
  const received = new Promise<boolean>((resolve) => {
    listener.once('notification', () => resolve(true));
    notifier.once('notification', () => resolve(false));
  });
  await listener.query(`listen ${channel}`);
  await notifier.query(`notify ${channel}`);
  const stop = new AbortController();
  const never = sleep(NOTIFICATION_MS, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([received, never]);
  } finally {
    stop.abort();
  }
}
