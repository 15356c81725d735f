import { z } from 'zod';
import { accountKeys } from './features/accounts/settings.ts';
import { paymentKeys } from './features/payments/settings.ts';
import { generatorKeys } from './features/studio/generators/settings.ts';
import { studioKeys } from './features/studio/settings.ts';
import { bucketKeys } from './platform/media/settings.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

export const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://, or be unset for the embedded database')
    .optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://, or be unset')
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin),
      'must list origins such as https://app.example, separated by commas, without a path or a slash at the end',
    )
    .optional(),
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
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  LOG_FORMAT: z.enum(['text', 'json'], 'must be text or json').default('text'),
  ACCESS_LOG: z.enum(['on', 'off'], 'must be on or off').default('off'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  STOP_DELAY: wholeNumber(0, 300).default(0),
  ...accountKeys,
  ...paymentKeys,
  ...bucketKeys,
  ...generatorKeys,
  ...studioKeys,
});
