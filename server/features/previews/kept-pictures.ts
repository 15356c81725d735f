import { concurrencyLimit } from '../../platform/concurrency.ts';

/** Pictures that are kept; about 100 kB each. */
const KEPT = 40;

/** Draws a picture, or returns the one that was drawn under this ETag before. */
export type Draw = (etag: string, draw: () => Promise<Buffer>) => Promise<Buffer>;

/** One picture is drawn at a time, and the last ones are kept. */
export function keptPictures(): Draw {
  const kept = new Map<string, Promise<Buffer>>();
  const limit = concurrencyLimit({ atOnce: 1, waiting: 20, maxWaitMs: 5000 });
  return (etag, draw) => {
    const known = kept.get(etag);
    if (known) return known;
    const drawn = limit(draw);
    kept.set(etag, drawn);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    drawn.catch(() => kept.delete(etag));
    return drawn;
  };
}
