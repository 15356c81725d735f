import { closeSync, read } from 'node:fs';
import type { ServerResponse } from 'node:http';

/** Bytes that are read and sent at a time: the memory one download takes, however slow. */
const CHUNK = 256 * 1024;
/** Buffers kept for reuse: allocating one costs more than reading. */
const MAX_SPARE = 16;
const spare: Buffer[] = [];

/**
 * Sends the bytes `start` to `end` (both included) of an open file, and closes its descriptor when done or when the
 * client is gone. The response head must be written. If the file is too short, the connection is closed.
 */
export function sendPart(file: number, start: number, end: number, response: ServerResponse): void {
  const chunk = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
  let at = start;
  let state: 'reading' | 'writing' | 'idle' = 'idle';
  const finish = () => {
    if (state === 'idle') return;
    // A buffer that is still being written is left to the garbage collector.
    if (state === 'reading' && spare.length < MAX_SPARE) spare.push(chunk);
    state = 'idle';
    response.off('close', onClose);
    closeSync(file);
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
    read(file, chunk, 0, Math.min(CHUNK, end - at + 1), at, (error, count) => {
      if (error || count === 0 || response.destroyed) {
        finish();
        response.destroy();
        return;
      }
      at += count;
      state = 'writing';
      response.write(chunk.subarray(0, count), (failed) => {
        if (state !== 'writing') return;
        if (failed) finish();
        else next();
      });
    });
  };
  response.on('close', onClose);
  next();
}
