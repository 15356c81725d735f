import { Problem } from 'contract/errors.ts';
import { keyedCount } from '../http/keyed-count.ts';

export interface TransferSettings {
  /** The most files that are being sent, to each IP bucket and in total. */
  perAddress: number;
  total: number;
  /** A transfer that makes no progress for this long is aborted, ms. Players then continue with a Range. */
  stalledMs: number;
}

export const transferSettings: TransferSettings = { perAddress: 200, total: 1000, stalledMs: 60_000 };

/** Larger reads are faster, but each transfer holds one chunk: many get smaller ones. Bytes. */
export const CHUNK_BYTES = 256 * 1024;
const SMALL_CHUNK_BYTES = 32 * 1024;
/** How many transfers get large chunks. */
const LARGE_CHUNKS = 64;

/** Files that are being sent. */
export interface Transfers {
  stalledMs: number;
  /** @throws Problem `too_many_requests` or `unavailable` if this address, or everybody together, has too many. */
  assertRoom: (address: string) => void;
  /** @returns the size of its chunks, bytes, and what to call at its end. */
  begin: (address: string) => { chunkBytes: number; end: () => void };
}

export function transfers({ perAddress, total, stalledMs }: TransferSettings): Transfers {
  const open = keyedCount();
  return {
    stalledMs,
    assertRoom(address) {
      if (open.of(address) >= perAddress)
        throw new Problem('too_many_requests', undefined, { retry_after: 5 });
      if (open.total() >= total) throw new Problem('unavailable', undefined, { retry_after: 5 });
    },
    begin(address) {
      open.add(address, 1);
      return {
        chunkBytes: open.total() > LARGE_CHUNKS ? SMALL_CHUNK_BYTES : CHUNK_BYTES,
        end: () => open.add(address, -1),
      };
    },
  };
}
