import { existsSync } from 'node:fs';
import path from 'node:path';
import { translated } from 'contract/languages.ts';
import { correctionOf } from 'contract/text/mistakes.ts';
import { type ZodType, z } from 'zod';
import type { FeatureSettings } from './app-context.ts';
import { features } from './features.ts';
import { type CoreConfig, origins } from './platform/core-config.ts';
import { bucketKeys, bucketSettings } from './platform/media/bucket-settings.ts';

export interface Config extends CoreConfig, FeatureSettings {}

/** Names the setting that is wrong, in a sentence for the operator. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment, once. An empty value counts as unset, as in `.env` files.
 * @throws ConfigError naming the wrong setting.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const lines = [
    ...misspelt(given),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
  ];
  if (!parsed.success || lines.length > 0) {
    throw new ConfigError(`Ovation cannot start. Please correct these settings:\n  ${lines.join('\n  ')}`);
  }
  const e = core.parse(given);
  const production = e.NODE_ENV === 'production';
  if (production && e.DEMO) {
    throw new ConfigError('Ovation cannot start: DEMO=1 is refused when NODE_ENV is production.');
  }
  if (production && e.RATE_LIMIT === 'off') {
    throw new ConfigError('Ovation cannot start: RATE_LIMIT=off is refused when NODE_ENV is production.');
  }
  if (production && e.SMTP_URL && !e.PUBLIC_URL) {
    throw new ConfigError(
      'Ovation cannot start: SMTP_URL needs PUBLIC_URL, because mails contain links to the site.',
    );
  }
  if (e.SUPPORT_EMAIL && !e.SMTP_URL) {
    throw new ConfigError('Ovation cannot start: SUPPORT_EMAIL needs SMTP_URL, which sends the messages.');
  }
  const bucket = bucketSettings(e);
  if (typeof bucket === 'string') throw new ConfigError(`Ovation cannot start: ${bucket}`);
  if (e.ROLE !== 'both' && !e.DATABASE_URL) {
    throw new ConfigError(
      `Ovation cannot start: ROLE=${e.ROLE} needs DATABASE_URL, because only one server can use the embedded database.`,
    );
  }
  if (e.ROLE !== 'both' && !bucket && !e.MEDIA_DIR) {
    throw new ConfigError(
      `Ovation cannot start: ROLE=${e.ROLE} needs a bucket or a MEDIA_DIR that all servers share.`,
    );
  }
  const { SITE_NAME: siteName = 'Ovation' } = parsed.data as { SITE_NAME?: string };
  const dataDir = path.resolve(e.DATA_DIR);
  const publicUrl = e.PUBLIC_URL?.replace(/\/+$/, '');
  return {
    production,
    port: e.PORT,
    // Fastify listens on `localhost` with two servers, and the second one has none of our limits on sockets.
    host: e.HOST === 'localhost' ? '127.0.0.1' : e.HOST,
    dataDir,
    mediaDir: e.MEDIA_DIR ? path.resolve(e.MEDIA_DIR) : path.join(dataDir, 'media'),
    role: e.ROLE,
    databaseUrl: e.DATABASE_URL,
    publicUrl,
    corsOrigins: e.CORS_ORIGINS ?? [],
    demo: e.DEMO ?? !production,
    demoExplicit: e.DEMO === true,
    trustProxy: e.TRUST_PROXY,
    rateLimit: e.RATE_LIMIT === 'on',
    smtpUrl: e.SMTP_URL,
    smtpFrom:
      e.SMTP_FROM ?? `${siteName} <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`,
    supportEmail: e.SUPPORT_EMAIL,
    siteLanguages: e.SITE_LANGUAGES ?? offerable,
    bucket,
    secretKey: e.SECRET_KEY,
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    jsonLog: e.LOG_FORMAT === 'json',
    accessLog: e.ACCESS_LOG === 'on',
    metricsPort: e.METRICS_PORT,
    metricsToken: e.METRICS_TOKEN,
    backups:
      e.BACKUP_DIR === undefined ? undefined : { folder: path.resolve(e.BACKUP_DIR), keep: e.BACKUP_KEEP },
    stopDelayMs: e.STOP_DELAY * 1000,
    offline: e.OFFLINE === 'on',
    ...featureSettings(parsed.data),
  };
}

/** The settings of each feature, by the names that it gives them. @throws ConfigError */
function featureSettings(given: object): FeatureSettings {
  const read = features.flatMap(({ settings }) => {
    if (!settings) return [];
    const value = settings.read(given);
    if (typeof value === 'string') throw new ConfigError(`Ovation cannot start: ${value}`);
    return [[settings.name, value]];
  });
  return Object.fromEntries(read) as FeatureSettings;
}

/** A sentence for each variable that looks like a misspelt setting of ours, unless that setting is there too. */
function misspelt(given: Record<string, unknown>): string[] {
  const known = Object.keys(environment.shape);
  return Object.keys(given).flatMap((name) => {
    const key = correctionOf(name, known);
    return key === undefined || key in given ? [] : `${name} is not a setting. Did you mean ${key}?`;
  });
}

/** Loads a `.env` file in the working folder into the environment. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile();
}

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

const offerable = ['en' as const, ...translated];

const core = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  MEDIA_DIR: z.string().min(1).optional(),
  ROLE: z.enum(['both', 'web', 'worker'], 'must be web, worker or both').default('both'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://, or be unset for the embedded database')
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  CORS_ORIGINS: origins.optional(),
  DEMO: flag.optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s]+$/, 'must start with smtp:// or smtps://')
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an email address')
    .optional(),
  SITE_LANGUAGES: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((code) => code.trim()))])
    .pipe(z.array(z.enum(offerable, `must be a list of ${offerable.join(', ')}`)).min(1))
    .optional(),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  LOG_FORMAT: z.enum(['text', 'json'], 'must be text or json').default('text'),
  ACCESS_LOG: z.enum(['on', 'off'], 'must be on or off').default('off'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  STOP_DELAY: wholeNumber(0, 300).default(0),
  OFFLINE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ...bucketKeys,
});

/** The variables of the core and of all features. */
export const environment = core.extend(
  Object.assign({}, ...features.map(({ settings }) => settings?.keys)) as Record<string, ZodType>,
);
