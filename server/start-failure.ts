import path from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from './config.ts';
import { StartupError } from './platform/startup-error.ts';

/** Failure of a call of the operating system or of a database. */
interface Failure extends Error {
  code?: string;
  syscall?: string;
  hostname?: string;
  port?: number;
  /** SQLite's result code. */
  errcode?: number;
}

/**
 * Says why the server cannot start and what the operator can do.
 * @returns undefined for an error that nobody foresaw.
 */
export function startFailure(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message;
  if (!(error instanceof Error) || !config) return undefined;
  const failure = error as Failure;
  const reason = ofListening(failure, config) ?? ofPostgres(failure, config) ?? ofFolder(failure, config);
  return reason && `Ovation cannot start: ${reason}`;
}

function ofListening(failure: Failure, { port: mainPort, metricsPort, host }: Config): string | undefined {
  const { code, syscall, hostname, port = mainPort } = failure;
  const setting = port === metricsPort ? 'METRICS_PORT' : 'PORT';
  const isHost = syscall === 'getaddrinfo' && hostname === host;
  if (syscall !== 'listen' && !isHost) return undefined;
  if (code === 'EADDRINUSE')
    return `port ${port} is in use. Stop the program that uses it, or set ${setting} to another one.`;
  if (code === 'EACCES')
    return `this user may not listen on port ${port}. Set ${setting} to one above 1023, and put a proxy in front.`;
  return `this machine has no address ${host}. Correct HOST.`;
}

/** SQLSTATEs of refused logins, missing databases and missing rights. */
const POSTGRES: Record<string, (database: string) => string> = {
  '28': (database) => `PostgreSQL refuses the user or password for ${database}. Correct DATABASE_URL.`,
  '3D': (database) => `PostgreSQL has no database ${database}. Create it, or correct DATABASE_URL.`,
  '42': (database) => `PostgreSQL refuses to set up ${database}. Its user must own the database.`,
  '53': (database) => `PostgreSQL has no room for ${database}: too many connections, or a full disk.`,
};

function ofPostgres(error: Failure, { databaseUrl }: Config): string | undefined {
  if (!databaseUrl || error.errcode !== undefined) return undefined;
  const { host, pathname } = new URL(databaseUrl);
  const database = `${decodeURIComponent(pathname.slice(1))} on ${host}`;
  if (error instanceof pg.DatabaseError) {
    const sentence = POSTGRES[error.code?.slice(0, 2) ?? '']?.(database);
    return `${sentence ?? `PostgreSQL cannot open ${database}.`} It says: ${error.message}`;
  }
  const isNetwork = /^E[A-Z_]+$/.test(error.code ?? '') && !('path' in error);
  if (!isNetwork && !/^(Connection terminated|timeout expired)/.test(error.message)) return undefined;
  return `PostgreSQL does not answer at ${host}. Start it, or correct DATABASE_URL. (${error.code ?? error.message})`;
}

function ofFolder({ code, errcode, message }: Failure, { dataDir }: Config): string | undefined {
  const file = path.join(dataDir, 'ovation.db');
  // The lower byte is the primary code.
  switch (errcode === undefined ? code : errcode & 0xff) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${dataDir} is not a folder. Correct DATA_DIR.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
      return `it cannot write to the folder ${dataDir}. Give its user the right to, or correct DATA_DIR.`;
    case 'ENOSPC':
    case 'EDQUOT':
    case SQLITE.full:
      return `the disk with the folder ${dataDir} is full. Free some space.`;
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return `the database ${file} is damaged. Restore it from a backup. (${message})`;
    case 'EIO':
    case SQLITE.ioError:
      return `the disk with the folder ${dataDir} fails, or is full. (${message})`;
    default:
      return undefined;
  }
}

/** Primary result codes of SQLite. */
const SQLITE = { readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };
