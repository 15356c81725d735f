import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Problem } from 'contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeSafe } from './headers.ts';
import { ipBucket } from './visitor.ts';

export interface StreamSettings {
  /** Streams that one address may hold, and all of them together. */
  perAddress: number;
  inAll: number;
  /** How often a stream without news gives a sign of life, ms: proxies end what is silent, often after 60 s. */
  heartbeatMs: number;
  /** What may wait in memory for a slow reader; beyond it the stream ends, and the reader comes back. */
  bufferBytes: number;
}

export const streamSettings: StreamSettings = {
  perAddress: 100,
  inAll: 5000,
  heartbeatMs: 20_000,
  bufferBytes: 256 * 1024,
};

/** The readers of one source of server-sent events. */
export interface EventStreams {
  size: () => number;
  /**
   * Makes the answer a stream that begins with this text.
   * @throws Problem `too_many_streams`, `streams_full`; `unavailable` when the server is about to stop.
   */
  open: (request: FastifyRequest, reply: FastifyReply, beginning: string) => void;
  /** Sends the same to all. */
  send: (text: string) => void;
  /** Ends the streams that are open. */
  endAll: () => void;
  /** Ends them, and refuses new ones. */
  close: () => void;
}

/** How long to wait before coming back to a stream that broke, ms: not all of them at once. */
const COME_BACK = { least: 2000, most: 6000 };
/** What was not taken so long after the end is thrown away, ms. */
const LAST_WORDS_MS = 500;
const SIGN_OF_LIFE = Buffer.from(':\n\n');

export function eventStreams(settings: StreamSettings): EventStreams {
  const open = new Set<ServerResponse>();
  const perAddress = new Map<string, number>();
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;

  function send(bytes: Buffer): void {
    for (const stream of open) {
      if (stream.writableLength > settings.bufferBytes) stream.destroy();
      else stream.write(bytes);
    }
  }

  function enter(stream: ServerResponse, address: string): void {
    open.add(stream);
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    heartbeat ??= setInterval(() => send(SIGN_OF_LIFE), settings.heartbeatMs);
    stream.once('close', () => {
      open.delete(stream);
      const left = perAddress.get(address)! - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
      if (open.size > 0) return;
      clearInterval(heartbeat);
      heartbeat = undefined;
    });
    // A write that comes too late is no failure of ours.
    stream.on('error', () => {});
  }

  function endAll(): void {
    const ending = [...open];
    for (const stream of ending) stream.end();
    setTimeout(() => {
      for (const stream of ending) stream.destroy();
    }, LAST_WORDS_MS).unref();
  }

  return {
    size: () => open.size,
    open(request, reply, beginning) {
      if (closed) throw new Problem('unavailable', undefined, { retry_after: 5 });
      const address = ipBucket(request.ip);
      if ((perAddress.get(address) ?? 0) >= settings.perAddress)
        throw new Problem('too_many_streams', undefined, { retry_after: 60 });
      if (open.size >= settings.inAll) throw new Problem('streams_full', undefined, { retry_after: 60 });
      makeSafe(reply);
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // A proxy that gathers answers would hold the events back.
        'x-accel-buffering': 'no',
        // Nothing can follow a stream on its connection, and the server can stop as soon as it has ended.
        connection: 'close',
      });
      reply.hijack();
      const stream = reply.raw;
      enter(stream, address);
      stream.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      const retry = COME_BACK.least + Math.random() * (COME_BACK.most - COME_BACK.least);
      stream.write(`retry: ${Math.round(retry)}\n${beginning}`);
    },
    send: (text) => send(Buffer.from(text)),
    endAll,
    close() {
      closed = true;
      endAll();
    },
  };
}
