/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL */
export const TEMPORARY = new Set([5, 6, 8, 10, 13]);

/** SQLITE_BUSY: another process, such as the console, is writing. */
export const BUSY = 5;

/** The primary result code of an error of SQLite; NaN for any other error. */
export const errorCode = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
