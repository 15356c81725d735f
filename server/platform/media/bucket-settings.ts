import { z } from 'zod';

/** An S3-compatible bucket that stores files instead of the local folder. */
export interface BucketSettings {
  /** URL of the S3 API, without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Public URL of the bucket, without a trailing slash; undefined for signed URLs. */
  publicUrl: string | undefined;
}

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional();
const word = z.string().regex(/^\S+$/, 'must be without spaces').optional();

/** The environment variables, each validated by itself. */
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

/** Combines the variables. @returns undefined if none is set; an error message if only some are. */
export function bucketSettings(given: Given): BucketSettings | string | undefined {
  const set = (Object.keys(bucketKeys) as (keyof Given)[]).filter((name) => given[name] !== undefined);
  if (set.length === 0) return undefined;
  const missing = NEEDED.filter((name) => given[name] === undefined);
  if (missing.length > 0)
    return `${set[0]} is set, but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not. A bucket needs all of them.`;
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
