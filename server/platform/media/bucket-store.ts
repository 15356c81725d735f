import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Bucket, openBucket, readText } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import {
  clearLeftovers,
  hashOf,
  isMediaPath,
  type MediaEnding,
  type MediaStore,
  mediaTypes,
  openMediaFolder,
} from './store.ts';

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

const nameOf = (mediaPath: string) => path.posix.basename(mediaPath);

/**
 * Opens a store in a bucket, which any number of servers may share. Files that are being written or processed are kept
 * in a local folder. A failed operation throws `StoreUnavailable` and changes nothing.
 * @param workFolder used by this server only.
 */
export async function openMediaBucket(bucket: Bucket, workFolder: string): Promise<MediaStore> {
  await mkdir(workFolder, { recursive: true });
  await clearLeftovers(workFolder);
  const workFile = (name: string = randomUUID()) => path.join(workFolder, `${name}.part`);

  const send = async (name: string, body: Blob | Uint8Array<ArrayBuffer>, hash: string) => {
    const ending = name.split('.').at(-1) as MediaEnding;
    const headers = {
      'content-type': mediaTypes[ending],
      'cache-control': 'public, max-age=31536000, immutable',
    };
    await bucket.send(name, { method: 'PUT', headers, body, hash }, readText);
    return `/media/${name}`;
  };
  /** Time of an object's last write, epoch ms; NaN if there is none. */
  const putAt = async (name: string) =>
    (await bucket.send(name, { method: 'HEAD' }, async ({ headers }) =>
      Date.parse(headers.get('last-modified') ?? ''),
    )) ?? Number.NaN;
  const write = (name: string, data: Uint8Array) => send(name, new Uint8Array(data), sha256(data));

  return {
    put: (data, ending) => write(`${hashOf(data)}.${ending}`, data),
    putWidths: async (pictures, main) => {
      const hash = hashOf(pictures.at(-1)!.data);
      await Promise.all(pictures.map(({ width, data }) => write(`${hash}-${width}.webp`, data)));
      return `/media/${hash}-${main}.webp`;
    },
    moveIn: async (file, ending, name) => {
      const hash = await sha256OfFile(file);
      const mediaPath = await send(`${name ?? hash.slice(0, 32)}.${ending}`, await openAsBlob(file), hash);
      await rm(file, { force: true });
      return mediaPath;
    },
    workFile,
    localCopy: async (mediaPath) => {
      if (!isMediaPath(mediaPath)) return undefined;
      const file = workFile();
      const release = () => rm(file, { force: true });
      try {
        const fetched = await bucket.send(nameOf(mediaPath), {}, async ({ body }) => {
          await pipeline(body ?? [], createWriteStream(file));
          return true;
        });
        return fetched ? { file, release } : undefined;
      } catch (error) {
        await release();
        throw error;
      }
    },
    sizeOf: async (mediaPath) => {
      if (!isMediaPath(mediaPath)) return undefined;
      return bucket.send(nameOf(mediaPath), { method: 'HEAD' }, async ({ headers }) =>
        Number(headers.get('content-length')),
      );
    },
    list: async function* () {
      for (let from: string | undefined = ''; from !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', ...(from && { 'continuation-token': from }) });
        const page = (await bucket.send(`?${query}`, {}, readText)) ?? '';
        for (const [, contents] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const mediaPath = `/media/${textOf('Key', contents!)}`;
          const put_at = Date.parse(textOf('LastModified', contents!) ?? '');
          const bytes = Number(textOf('Size', contents!) ?? 0);
          if (isMediaPath(mediaPath) && Number.isFinite(put_at)) yield { mediaPath, bytes, put_at };
        }
        const truncated = textOf('IsTruncated', page) === 'true';
        from = truncated ? textOf('NextContinuationToken', page) : undefined;
      }
    },
    remove: async (mediaPath, putBefore) => {
      if (!isMediaPath(mediaPath)) return;
      const name = nameOf(mediaPath);
      // No condition of an S3 DELETE can tell two writes of the same content apart, so read the date just before.
      if (putBefore !== undefined && !((await putAt(name)) < putBefore)) return;
      await bucket.send(name, { method: 'DELETE' }, readText);
    },
    check: async () => {
      await bucket.send('?list-type=2&max-keys=1', {}, readText);
    },
    clearLeftovers: () => clearLeftovers(workFolder),
    locate: () => undefined,
    // Scripts fetch JSON, so it is served from the page's own origin, whatever the bucket's CORS rules.
    redirectUrl: async (name, disposition) =>
      name.endsWith('.json') ? undefined : bucket.urlOf(name, disposition),
    origin: bucket.origin,
  };
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function textOf(element: string, xml: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(#x?)?(\w+);/g, (_, number, name) => {
    if (!number) return ENTITIES[name] ?? '';
    return String.fromCodePoint(Number.parseInt(name, number === '#x' ? 16 : 10) || 0xfffd);
  });
}

/** Opens the bucket if the settings name one, otherwise the folder. */
export function openMedia({
  dataDir,
  mediaDir,
  bucket,
}: {
  dataDir: string;
  mediaDir: string;
  bucket: BucketSettings | undefined;
}): Promise<MediaStore> {
  if (!bucket) return openMediaFolder(mediaDir);
  return openMediaBucket(openBucket(bucket), path.join(dataDir, 'work'));
}
