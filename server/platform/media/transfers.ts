import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { charge } from '../call-cost.ts';
import { ipBucket } from '../http/requests/caller.ts';
import { keyedCount } from '../http/requests/rate-limit.ts';

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
/** Bytes that cost as much as a call. A song takes two or three, so an address can stream twenty at once, endlessly. */
const CALL_BYTES = 2 * 1024 * 1024;
/** Number of transfers that get large chunks. */
const LARGE_CHUNKS = 64;

export interface Transfer {
  /** The size of its chunks, bytes. */
  chunkBytes: number;
  /** Maximum time for the client to read one, ms. */
  stalledMs: number;
  /** Must be called once, at its end. */
  onEnd: () => void;
}

/** Files that are being sent. */
export interface Transfers {
  /** @throws Problem `too_many_requests` or `unavailable` if this address, or everybody together, has too many. */
  assertRoom: (request: FastifyRequest) => void;
  begin: (request: FastifyRequest, bytes: number) => Transfer;
}

export function transfers({ perAddress, total, stalledMs }: TransferSettings): Transfers {
  const open = keyedCount();
  return {
    assertRoom(request) {
      if (open.of(ipBucket(request.ip)) >= perAddress)
        throw new Problem('too_many_requests', undefined, { retry_after: 5 });
      if (open.total() >= total) throw new Problem('unavailable', undefined, { retry_after: 5 });
    },
    begin(request, bytes) {
      charge(bytes / CALL_BYTES);
      const address = ipBucket(request.ip);
      open.add(address, 1);
      return {
        chunkBytes: open.total() > LARGE_CHUNKS ? SMALL_CHUNK_BYTES : CHUNK_BYTES,
        stalledMs,
        onEnd: () => open.add(address, -1),
      };
    },
  };
}
