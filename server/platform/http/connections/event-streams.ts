import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Problem } from 'contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeSafe } from '../headers.ts';
import { ipBucket } from '../requests/caller.ts';
import { keyedCount } from '../requests/rate-limit.ts';

export interface StreamSettings {
  /** The most open streams, for each IP bucket and in total. */
  perAddress: number;
  total: number;
  /** How often a heartbeat is sent, ms. Proxies close idle connections, often after 60 s. */
  heartbeatMs: number;
  /** The most data buffered for a slow reader. Beyond it the stream is closed, and the reader reconnects. */
  bufferBytes: number;
}

export const streamSettings: StreamSettings = {
  perAddress: 100,
  total: 5000,
  heartbeatMs: 20_000,
  bufferBytes: 256 * 1024,
};

/** The open streams of one source of server-sent events. */
export interface EventStreams {
  size: () => number;
  /**
   * Turns the response into a stream that starts with this text.
   * @throws Problem `too_many_streams`, `streams_full`; `unavailable` while the server is stopping.
   */
  open: (request: FastifyRequest, reply: FastifyReply, start: string) => void;
  /** Sends a text to all streams. */
  send: (text: string) => void;
  /** Ends all open streams. */
  endAll: () => void;
  /** Ends all open streams and refuses new ones. */
  close: () => void;
}

/** Clients wait a random time before they reconnect, ms, so that they do not all come at once. */
const RECONNECT_DELAY = { min: 2000, max: 6000 };
/** How long ending streams may take to flush, ms. */
const FLUSH_MS = 500;
const HEARTBEAT = Buffer.from(':\n\n');

export function eventStreams(settings: StreamSettings): EventStreams {
  const open = new Set<ServerResponse>();
  const perAddress = keyedCount();
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;

  function send(bytes: Buffer): void {
    for (const stream of open) {
      if (stream.writableLength > settings.bufferBytes) stream.destroy();
      else stream.write(bytes);
    }
  }

  function add(stream: ServerResponse, ip: string): void {
    open.add(stream);
    perAddress.add(ip, 1);
    heartbeat ??= setInterval(() => send(HEARTBEAT), settings.heartbeatMs);
    stream.once('close', () => {
      open.delete(stream);
      perAddress.add(ip, -1);
      if (open.size > 0) return;
      clearInterval(heartbeat);
      heartbeat = undefined;
    });
    // Ignore writes to a stream that the client has just closed.
    stream.on('error', () => {});
  }

  function endAll(): void {
    const ending = [...open];
    for (const stream of ending) stream.end();
    setTimeout(() => {
      for (const stream of ending) stream.destroy();
    }, FLUSH_MS).unref();
  }

  return {
    size: () => open.size,
    open(request, reply, start) {
      if (closed) throw new Problem('unavailable', undefined, { retry_after: 5 });
      const ip = ipBucket(request.ip);
      if (perAddress.of(ip) >= settings.perAddress)
        throw new Problem('too_many_streams', undefined, { retry_after: 60 });
      if (open.size >= settings.total) throw new Problem('streams_full', undefined, { retry_after: 60 });
      makeSafe(reply);
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Keeps proxies from buffering events.
        'x-accel-buffering': 'no',
        // No response can follow a stream, and a stopping server need not wait for an idle connection.
        connection: 'close',
      });
      reply.hijack();
      const stream = reply.raw;
      add(stream, ip);
      stream.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      const retry = RECONNECT_DELAY.min + Math.random() * (RECONNECT_DELAY.max - RECONNECT_DELAY.min);
      stream.write(`retry: ${Math.round(retry)}\n${start}`);
    },
    send: (text) => send(Buffer.from(text)),
    endAll,
    close() {
      closed = true;
      endAll();
    },
  };
}
