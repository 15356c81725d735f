import path from 'node:path';
import { openBucket } from './bucket.ts';
import { openMediaBucket } from './bucket-store.ts';
import type { BucketSettings } from './settings.ts';
import { type MediaStore, openMediaFolder } from './store.ts';

/** The bucket where the settings name one, otherwise a folder of the data folder. */
export function openMedia({
  dataDir,
  bucket,
}: {
  dataDir: string;
  bucket: BucketSettings | undefined;
}): Promise<MediaStore> {
  if (!bucket) return openMediaFolder(path.join(dataDir, 'media'));
  return openMediaBucket(openBucket(bucket), path.join(dataDir, 'work'));
}
