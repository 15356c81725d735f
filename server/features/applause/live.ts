import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { eventStreams, type StreamSettings } from '../../platform/http/event-streams.ts';

/** Events are collected for this long, ms, so that a crowd that applauds at once costs each stream one write. */
const BATCH_MS = 250;
/** Events in a batch. Beyond it clients refetch what they show. */
const BATCH_SIZE = 200;

const RESET = 'event: reset\ndata: {}\n\n';

interface LiveApplause {
  start: () => Promise<void>;
  /** Turns the response into a stream of applause. @throws as `eventStreams`. */
  subscribe: (request: FastifyRequest, reply: FastifyReply) => void;
  stop: () => void;
}

/** Applause as server-sent events. Each carries the part's own count, so that a repeated or late one does no harm. */
export function liveApplause(c: Context, settings: StreamSettings): LiveApplause {
  const streams = eventStreams(settings);
  let collected: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let listener = { stop: () => {} };

  function send(): void {
    timer = undefined;
    const events = collected;
    collected = [];
    const isComplete = events.length <= BATCH_SIZE;
    streams.send(isComplete ? events.map((data) => `event: applause\ndata: ${data}\n\n`).join('') : RESET);
  }

  return {
    start: async () => {
      listener = await c.engine.listen('applause', {
        onMessage(data) {
          if (streams.size() === 0) return;
          if (collected.length <= BATCH_SIZE) collected.push(data);
          timer ??= setTimeout(send, BATCH_MS);
        },
        onReconnect: () => streams.send(RESET),
      });
    },
    // The browser reconnects a broken stream by itself; what it missed, it fetches.
    subscribe: (request, reply) =>
      streams.open(request, reply, request.headers['last-event-id'] ? RESET : 'id: 0\n\n'),
    stop() {
      listener.stop();
      clearTimeout(timer);
      streams.close();
    },
  };
}
