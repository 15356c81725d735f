import { closeSync, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { CHUNK_BYTES } from './transfers.ts';

/** Buffers kept for reuse: allocating one costs more than reading. */
const MAX_SPARE = 16;
const spare: Buffer[] = [];

/**
 * Chunks that are read in one turn of the event loop. Clients that start at once would otherwise make every other call
 * wait for a chunk of each.
 */
const CHUNKS_IN_TURN = 8;
let chunksInTurn = 0;
const waiting: (() => void)[] = [];

/** Reads a chunk in this turn of the event loop, or in a later one. */
function inTurn(readChunk: () => void): void {
  if (chunksInTurn === CHUNKS_IN_TURN) {
    waiting.push(readChunk);
    return;
  }
  if (chunksInTurn++ === 0) setImmediate(nextTurn);
  readChunk();
}

function nextTurn(): void {
  chunksInTurn = 0;
  for (const readChunk of waiting.splice(0, CHUNKS_IN_TURN)) inTurn(readChunk);
}

export interface Part {
  /** An open file's descriptor. */
  file: number;
  /** The first and last byte to send, both included. */
  start: number;
  end: number;
  /** Bytes that are read and sent at a time: the memory that the transfer takes. */
  chunkBytes: number;
  /** Maximum time for the client to read a chunk, ms. */
  stalledMs: number;
}

/**
 * Sends a part of a file, and closes its descriptor when done or when the client is gone. The response head must be
 * written. If the file is too short or the client stops reading, the connection is closed.
 */
export function sendPart(
  { file, start, end, chunkBytes, stalledMs }: Part,
  response: ServerResponse,
  onEnd: () => void,
): void {
  const chunk = (chunkBytes === CHUNK_BYTES && spare.pop()) || Buffer.allocUnsafeSlow(chunkBytes);
  const stalled = setTimeout(() => response.destroy(), stalledMs);
  let at = start;
  let state: 'reading' | 'writing' | 'idle' = 'idle';
  const finish = () => {
    if (state === 'idle') return;
    // A buffer that is still being written is left to the garbage collector.
    if (state === 'reading' && chunkBytes === CHUNK_BYTES && spare.length < MAX_SPARE) spare.push(chunk);
    state = 'idle';
    clearTimeout(stalled);
    response.off('close', onClose);
    closeSync(file);
    onEnd();
  };
  // A read in progress calls back first; a write may never call back.
  const onClose = () => {
    if (state === 'writing') finish();
  };
  const next = () => {
    state = 'reading';
    if (at > end) {
      finish();
      response.end();
      return;
    }
    inTurn(() => read(file, chunk, 0, Math.min(chunkBytes, end - at + 1), at, write));
  };
  const write = (error: Error | null, count: number) => {
    if (error || count === 0 || response.destroyed) {
      finish();
      response.destroy();
      return;
    }
    at += count;
    stalled.refresh();
    state = 'writing';
    response.write(chunk.subarray(0, count), (failed) => {
      if (state !== 'writing') return;
      if (failed) finish();
      else next();
    });
  };
  response.on('close', onClose);
  next();
}
