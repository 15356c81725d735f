import type { Operation } from 'contract/operation.ts';
import type { Db } from '../db/schema.ts';
import { putSetting, type Settings } from '../db/settings.ts';

/** The setting that `mediaUseOf` looks at. */
export const MEDIA_USE = 'media_use';

type MediaUse = NonNullable<Operation['storage']['media']>;
type Kind = MediaUse['kinds'][number]['kind'];

const kindOf = (address: string): Kind =>
  address.endsWith('.webp') ? 'pictures' : address.endsWith('.json') ? 'waveforms' : 'audio';

/** Adds up what files take while somebody lists them anyway: listing a large store takes minutes. */
export function countMediaUse() {
  const kinds = new Map<Kind, { files: number; bytes: number }>(
    (['audio', 'pictures', 'waveforms'] as const).map((kind) => [kind, { files: 0, bytes: 0 }]),
  );
  return {
    add: ({ address, bytes }: { address: string; bytes: number }) => {
      const sum = kinds.get(kindOf(address))!;
      sum.files++;
      sum.bytes += bytes;
    },
    write: (db: Db, at: number) => {
      const use: MediaUse = { at, kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })) };
      return putSetting(db, MEDIA_USE, JSON.stringify(use));
    },
  };
}

/** What the last sweep counted; null before the first. */
export function mediaUseOf(settings: Settings): MediaUse | null {
  const text = settings.get(MEDIA_USE);
  return text === undefined ? null : JSON.parse(text);
}
