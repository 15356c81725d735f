import path from 'node:path';
import { openBucket } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { openMediaBucket } from './bucket-store.ts';
import { type MediaStore, openMediaFolder } from './store.ts';

/** Opens the bucket if the settings name one, otherwise a folder inside the data folder. */
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
