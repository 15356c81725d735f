import type { LanguageCode } from 'contract/languages.ts';
import { z } from 'zod';
import type { BucketSettings } from './media/bucket-settings.ts';

export type Role = 'both' | 'web' | 'worker';

/** The settings of the server itself, beside those of features. */
export interface CoreConfig {
  production: boolean;
  port: number;
  host: string;
  /** Absolute folder of the embedded database. */
  dataDir: string;
  /** Absolute folder of the media, which servers may share. */
  mediaDir: string;
  /** Role of the server: it answers people (web), does the jobs (worker), or both. */
  role: Role;
  /** The URL of PostgreSQL; undefined means SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  /** The public origin, without a trailing slash; undefined means the one each caller used. */
  publicUrl: string | undefined;
  /** The other origins whose pages may use the API. */
  corsOrigins: string[];
  demo: boolean;
  /** DEMO=1 was set, rather than left to its default: demo accounts may then be public. */
  demoExplicit: boolean;
  /** Number of proxies in front of this server; their X-Forwarded-* headers are trusted. */
  trustProxy: number;
  /** Off only in tests and benchmarks. */
  rateLimit: boolean;
  /** The SMTP server; undefined means that no mail is sent. */
  smtpUrl: string | undefined;
  /** The sender of mails. */
  smtpFrom: string;
  /** Address for members' messages; undefined means that none are taken. */
  supportEmail: string | undefined;
  /** The languages that are offered; the first is that of people whose own is not among them. At least one. */
  siteLanguages: LanguageCode[];
  /** Bucket for files; undefined means in `mediaDir`. */
  bucket: BucketSettings | undefined;
  /** Encrypts secrets in the database; undefined means a key that the database itself keeps. */
  secretKey: string | undefined;
  logLevel: string;
  /** Writes everything on standard output as JSON, one object a line. */
  jsonLog: boolean;
  /** Logs each call. */
  accessLog: boolean;
  /** Access for Prometheus to the metrics: a port of their own, a token, or both; off without either. */
  metricsPort: number | undefined;
  metricsToken: string | undefined;
  /** Folder of the daily backups, and the number that is kept; undefined writes none. */
  backups: { folder: string; keep: number } | undefined;
  /** Time between unready and draining, ms. */
  stopDelayMs: number;
  /** Opens pages without a network; false takes back the worker that does it. */
  offline: boolean;
}

/** A list of origins in an environment variable. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine(
    (all) => all.every((origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin),
    'must list origins such as https://app.example, separated by commas, without a path or a slash at the end',
  );
