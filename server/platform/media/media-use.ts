import { charge } from '../call-cost.ts';
import { concurrencyLimit } from '../concurrency.ts';
import type { Db } from '../db/schema.ts';
import { putSetting, type Settings } from '../db/settings.ts';
import type { MediaStore } from './store.ts';

/** The setting that `mediaUseOf` looks at. */
export const MEDIA_USE = 'media_use';

type Kind = 'audio' | 'pictures' | 'waveforms';

interface MediaUse {
  /** Epoch ms. */
  at: number;
  kinds: { kind: Kind; files: number; bytes: number }[];
}

const kindOf = (mediaPath: string): Kind =>
  mediaPath.endsWith('.webp') ? 'pictures' : mediaPath.endsWith('.json') ? 'waveforms' : 'audio';

/** Adds up what files take while somebody lists them anyway: listing a large store takes minutes. */
export function countMediaUse() {
  const kinds = new Map<Kind, { files: number; bytes: number }>(
    (['audio', 'pictures', 'waveforms'] as const).map((kind) => [kind, { files: 0, bytes: 0 }]),
  );
  return {
    add: ({ mediaPath, bytes }: { mediaPath: string; bytes: number }) => {
      const sum = kinds.get(kindOf(mediaPath))!;
      sum.files++;
      sum.bytes += bytes;
    },
    write: (db: Db, at: number) => {
      const use: MediaUse = { at, kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })) };
      return putSetting(db, MEDIA_USE, JSON.stringify(use));
    },
  };
}

/** Returns the counts of the last sweep; null before the first. */
export function mediaUseOf(settings: Settings): MediaUse | null {
  const text = settings.get(MEDIA_USE);
  return text === undefined ? null : JSON.parse(text);
}

/** Files whose sizes are remembered. A file never changes under its path. */
const REMEMBERED = 20_000;

/** Files that are asked for at a time. */
const AT_ONCE = 8;

/** Bytes of the files at these paths; undefined for files that are missing or elsewhere. */
export type FileSizes = (mediaPaths: string[]) => Promise<(number | undefined)[]>;

/** Cost of a call that looks a size up. */
const LOOK_UP_COST = 0.02;

/** Looks up sizes of files, each once. A bucket is asked over the network, so few questions run at once. */
export function fileSizes(media: Pick<MediaStore, 'sizeOf'>): FileSizes {
  const known = new Map<string, number>();
  const limit = concurrencyLimit({ atOnce: AT_ONCE, waiting: 1000 });
  const find = async (mediaPath: string) => {
    let size = known.get(mediaPath);
    if (size !== undefined) return size;
    charge(LOOK_UP_COST);
    size = await limit(() => media.sizeOf(mediaPath));
    if (size === undefined) return undefined;
    known.set(mediaPath, size);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
    return size;
  };
  return async (mediaPaths) => {
    const sizes: (number | undefined)[] = Array(mediaPaths.length);
    const left = mediaPaths.entries();
    // A long list asks no more at a time than a short one.
    const ask = async () => {
      for (const [i, mediaPath] of left) sizes[i] = await find(mediaPath);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return sizes;
  };
}
