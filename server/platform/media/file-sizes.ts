import { concurrencyLimit } from '../concurrency-limit.ts';
import type { MediaStore } from './store.ts';

/** Files whose sizes are remembered. A file never changes under its address. */
const REMEMBERED = 20_000;

/** Bytes of the files at these addresses; undefined for files that are missing or elsewhere. */
export type FileSizes = (addresses: string[]) => Promise<(number | undefined)[]>;

/** Looks up sizes of files, each once. A bucket is asked over the network, so few questions run at once. */
export function fileSizes(media: Pick<MediaStore, 'sizeOf'>): FileSizes {
  const known = new Map<string, number>();
  const limit = concurrencyLimit({ atOnce: 8, waiting: 1000 });
  return (addresses) =>
    Promise.all(
      addresses.map(async (address) => {
        const size = known.get(address) ?? (await limit(() => media.sizeOf(address)));
        if (size === undefined) return undefined;
        known.set(address, size);
        if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
        return size;
      }),
    );
}
