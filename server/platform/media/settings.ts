import { z } from 'zod';

/** Where files are kept instead of the local folder: a bucket of any store that speaks S3. */
export interface BucketSettings {
  /** Of the store's API, without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where everybody may read the bucket, without a trailing slash; undefined means signed addresses. */
  publicUrl: string | undefined;
}

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional();
const word = z.string().regex(/^\S+$/, 'must be without spaces').optional();

/** The settings in the environment, each by itself. */
export const bucketKeys = {
  S3_ENDPOINT: address,
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: word,
  S3_ACCESS_KEY_ID: word,
  S3_SECRET_ACCESS_KEY: word,
  S3_PUBLIC_URL: address,
};

type Given = { [K in keyof typeof bucketKeys]?: string | undefined };

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The settings together: all or nothing. @returns undefined without any of them; a sentence that names what is missing. */
export function bucketSettings(given: Given): BucketSettings | string | undefined {
  const set = (Object.keys(bucketKeys) as (keyof Given)[]).filter((name) => given[name] !== undefined);
  if (set.length === 0) return undefined;
  const missing = NEEDED.filter((name) => given[name] === undefined);
  if (missing.length > 0)
    return `${set[0]} is set, but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not. Keeping files in a bucket needs all of them.`;
  const plain = (url: string) => url.replace(/\/+$/, '');
  return {
    endpoint: plain(given.S3_ENDPOINT!),
    bucket: given.S3_BUCKET!,
    region: given.S3_REGION!,
    accessKeyId: given.S3_ACCESS_KEY_ID!,
    secretAccessKey: given.S3_SECRET_ACCESS_KEY!,
    publicUrl: given.S3_PUBLIC_URL && plain(given.S3_PUBLIC_URL),
  };
}
