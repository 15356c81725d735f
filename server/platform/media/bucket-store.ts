import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from './bucket.ts';
import {
  clearLeftovers,
  hashOf,
  isMediaAddress,
  type MediaEnding,
  type MediaStore,
  mediaTypes,
} from './store.ts';

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex');
}

const nameOf = (address: string) => path.posix.basename(address);

/**
 * A store in a bucket, which any number of servers may share. What is still being written, or was fetched to be
 * worked on, lies in a local folder meanwhile. What fails throws `StoreUnavailable` and has changed nothing.
 * @param workFolder of this server alone.
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
    await bucket.send(name, { method: 'PUT', headers, body, hash }, (answer) => answer.text());
    return `/media/${name}`;
  };
  /** When an object was put last, epoch ms; NaN when there is none. */
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
    take: async (file, ending) => {
      const hash = await sha256OfFile(file);
      const address = await send(`${hash.slice(0, 32)}.${ending}`, await openAsBlob(file), hash);
      await rm(file, { force: true });
      return address;
    },
    workFile,
    borrow: async (address) => {
      if (!isMediaAddress(address)) return undefined;
      const file = workFile();
      const done = () => rm(file, { force: true });
      try {
        const fetched = await bucket.send(nameOf(address), {}, async ({ body }) => {
          await pipeline(body ?? [], createWriteStream(file));
          return true;
        });
        return fetched ? { file, done } : undefined;
      } catch (error) {
        await done();
        throw error;
      }
    },
    list: async function* () {
      for (let from: string | undefined = ''; from !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', ...(from && { 'continuation-token': from }) });
        const page = (await bucket.send(`?${query}`, {}, (answer) => answer.text())) ?? '';
        for (const [, one] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const address = `/media/${textOf('Key', one!)}`;
          const put_at = Date.parse(textOf('LastModified', one!) ?? '');
          if (isMediaAddress(address) && Number.isFinite(put_at)) yield { address, put_at };
        }
        const goesOn = textOf('IsTruncated', page) === 'true';
        from = goesOn ? textOf('NextContinuationToken', page) : undefined;
      }
    },
    remove: async (address, putBefore) => {
      if (!isMediaAddress(address)) return;
      const name = nameOf(address);
      // S3 deletes under no condition that tells two puts of one content apart, so the date is read just before.
      if (putBefore !== undefined && !((await putAt(name)) < putBefore)) return;
      await bucket.send(name, { method: 'DELETE' }, (answer) => answer.text());
    },
    clearLeftovers: () => clearLeftovers(workFolder),
    locate: () => undefined,
    // The page's script reads those: from its own origin it may, wherever the bucket is.
    elsewhere: async (name) => (name.endsWith('.json') ? undefined : bucket.urlOf(name)),
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
