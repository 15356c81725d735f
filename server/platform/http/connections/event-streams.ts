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
  /** Interval between heartbeats, ms. Proxies close idle connections, often after 60 s. */
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
  /** The topics of the open streams. */
  topics: () => Set<string>;
  /**
   * Turns the response into a stream that starts with this text.
   * @param topic what the stream is of, if the source has several.
   * @throws Problem `too_many_streams`, `streams_full`; `unavailable` while the server is stopping.
   */
  open: (request: FastifyRequest, reply: FastifyReply, start: string, topic?: string) => void;
  /** Sends a text to all streams, or to those of a topic. */
  send: (text: string, topic?: string) => void;
  /** Ends all open streams, or those of a topic. */
  endAll: (topic?: string) => void;
  /** Ends all open streams and refuses new ones. */
  close: () => void;
}

/** Clients wait a random time before they reconnect, ms, so that they do not all come at once. */
const RECONNECT_DELAY = { min: 2000, max: 6000 };
/** Maximum time for ending streams to flush, ms. */
const FLUSH_MS = 500;
const HEARTBEAT = Buffer.from(':\n\n');

export function eventStreams(settings: StreamSettings): EventStreams {
  /** With their topics. */
  const open = new Map<ServerResponse, string | undefined>();
  const perAddress = keyedCount();
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;

  const streamsOf = (topic: string | undefined): ServerResponse[] =>
    [...open].filter(([, one]) => topic === undefined || one === topic).map(([stream]) => stream);

  function send(bytes: Buffer, topic?: string): void {
    for (const stream of streamsOf(topic)) {
      if (stream.writableLength > settings.bufferBytes) stream.destroy();
      else stream.write(bytes);
    }
  }

  function add(stream: ServerResponse, ip: string, topic: string | undefined): void {
    open.set(stream, topic);
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

  function endAll(topic?: string): void {
    const ending = streamsOf(topic);
    for (const stream of ending) stream.end();
    setTimeout(() => {
      for (const stream of ending) stream.destroy();
    }, FLUSH_MS).unref();
  }

  return {
    size: () => open.size,
    topics: () => new Set([...open.values()].filter((topic) => topic !== undefined)),
    open(request, reply, start, topic) {
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
      add(stream, ip, topic);
      stream.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      const retry = RECONNECT_DELAY.min + Math.random() * (RECONNECT_DELAY.max - RECONNECT_DELAY.min);
      stream.write(`retry: ${Math.round(retry)}\n${start}`);
    },
    send: (text, topic) => send(Buffer.from(text), topic),
    endAll,
    close() {
      closed = true;
      endAll();
    },
  };
}
