import { closeSync, read } from 'node:fs';
import type { ServerResponse } from 'node:http';

/** Read at once and sent before the next is read; bytes. What a listener holds in memory, however slow. */
const PIECE = 256 * 1024;
/** Pieces of memory kept for the next listener: fresh ones cost more than the reading. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];

/**
 * Sends the bytes `start` to `end` (both included) of an open file, whose descriptor it closes when all is sent
 * or the listener is gone. The head must have been written. A file shorter than promised breaks the connection.
 */
export function sendPart(file: number, start: number, end: number, response: ServerResponse): void {
  const piece = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE);
  let at = start;
  let doing: 'reading' | 'writing' | 'nothing' = 'nothing';
  const finish = () => {
    if (doing === 'nothing') return;
    // A piece that is still being written is left to the garbage collector.
    if (doing === 'reading' && spare.length < MOST_SPARE) spare.push(piece);
    doing = 'nothing';
    response.off('close', onClose);
    closeSync(file);
  };
  // A read that is under way ends first; a write may never tell.
  const onClose = () => {
    if (doing === 'writing') finish();
  };
  const next = () => {
    doing = 'reading';
    if (at > end) {
      finish();
      response.end();
      return;
    }
    read(file, piece, 0, Math.min(PIECE, end - at + 1), at, (error, count) => {
      if (error || count === 0 || response.destroyed) {
        finish();
        response.destroy();
        return;
      }
      at += count;
      doing = 'writing';
      response.write(piece.subarray(0, count), (failed) => {
        if (doing !== 'writing') return;
        if (failed) finish();
        else next();
      });
    });
  };
  response.on('close', onClose);
  next();
}
