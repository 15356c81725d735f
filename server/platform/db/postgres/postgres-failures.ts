import pg from 'pg';

/**
 * SQLSTATEs of temporary failures: no connection (08), no resources (53), a server that shuts down or starts (57P),
 * deadlock and serialization (40), a lock or statement that took too long (55P03, 57014), an idle transaction
 * (25P03), a standby that is not promoted yet (25006).
 */
const TEMPORARY = /^(08|53|57P|40001|40P01|55P03|57014|25P03|25006)/;

/** Serialization failures and deadlocks. */
const CONFLICT = /^40(001|P01)$/;

/** Error codes of the network. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages of driver errors without a code: the connection was lost or could not be opened. */
const DRIVER =
  /^Connection terminated|not queryable|timeout exceeded when trying to connect|^Query read timeout/;

/** Tells whether the transaction was rolled back because of another one, so that it can run again at once. */
export const isConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && CONFLICT.test(error.code ?? '');

/** Tells whether a retry may succeed: the database was unreachable or busy, or a wait timed out. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof pg.DatabaseError ? TEMPORARY.test(error.code ?? '') : isLost(error);
}

/** Tells whether no answer came: the connection was lost or could not be opened, or PostgreSQL took too long. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (NETWORK.has((error as NodeJS.ErrnoException).code ?? '') || DRIVER.test(error.message));
