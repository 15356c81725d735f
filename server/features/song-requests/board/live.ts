import { randomBytes } from 'node:crypto';
import type { BoardEvent } from 'contract/features/song-requests.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import {
  eventStreams,
  type StreamSettings,
  streamSettings,
} from '../../../platform/http/connections/event-streams.ts';
import { relayNotes } from '../../../platform/http/connections/notes.ts';
import { toResponse } from '../queries.ts';
import { selectWithCounts } from './board-queries.ts';

export interface LiveSettings extends StreamSettings {
  /** Changes are collected for this long and sent as one event per request; ms. */
  batchMs: number;
  /** Length of the recent events kept for reconnecting clients, in characters. */
  historyLength: number;
}

export const liveSettings: LiveSettings = {
  ...streamSettings,
  batchMs: 100,
  historyLength: 100_000,
};

/** Requests sent in one batch at most. The others wait for the next one, so that a burst does not flood the streams. */
const BATCH_SIZE = 25;
/** Delay before a retry after the database failed, ms. */
const RETRY_MS = 1000;

interface LiveBoard {
  start: () => Promise<void>;
  /** Turns the response into a stream of events: new ones, and those after `Last-Event-ID`. @throws as `eventStreams`. */
  subscribe: (request: FastifyRequest, reply: FastifyReply) => void;
  stop: () => void;
}

/**
 * The board's changes as server-sent events. Notifications carry only ids of requests. Their current state is read
 * once for all streams when it is sent, so events are always in order, whichever server made the change. Event ids
 * are valid on this process only: a client that reconnects with another process's id, or too late, gets a `reset`.
 * @param onError called with errors that should never happen.
 */
export function liveBoard(
  c: Context,
  settings: LiveSettings,
  onError: (error: unknown) => void = () => {},
): LiveBoard {
  const streams = eventStreams(settings);
  const series = randomBytes(6).toString('base64url');
  const changed = new Set<string>();
  let history: { number: number; text: string }[] = [];
  let historyLength = 0;
  let last = 0;
  /** The oldest event after which a client can resume. */
  let first = 0;
  let timer: NodeJS.Timeout | undefined;
  let listener = { stop: () => {} };
  let notes = { stop: () => {} };
  let stopped = false;

  const reset = () => `id: ${series}.${last}\nevent: reset\ndata: {}\n\n`;

  /** Makes every client that reconnects with an earlier event id start over. */
  function clearHistory(): void {
    first = ++last;
    history = [];
    historyLength = 0;
  }

  function onNotification(ids: string): void {
    if (streams.size() === 0) {
      clearHistory();
      return;
    }
    for (const id of ids.split(' ')) changed.add(id);
    timer ??= setTimeout(sendBatch, settings.batchMs);
  }

  async function sendBatch(): Promise<void> {
    const ids = [...changed].slice(0, BATCH_SIZE);
    for (const id of ids) changed.delete(id);
    let delay = settings.batchMs;
    try {
      const events = await selectEvents(c, ids);
      streams.send(events.map(addToHistory).join(''));
    } catch (error) {
      if (!stopped) onError(error);
      for (const id of ids) changed.add(id);
      delay = RETRY_MS;
    }
    if (changed.size > 0 && (stopped || streams.size() === 0)) {
      changed.clear();
      clearHistory();
    }
    timer = changed.size > 0 ? setTimeout(sendBatch, delay) : undefined;
  }

  /** @returns the event's text. */
  function addToHistory(event: BoardEvent): string {
    const text = `id: ${series}.${++last}\nevent: request\ndata: ${JSON.stringify(event)}\n\n`;
    history.push({ number: last, text });
    historyLength += text.length;
    while (historyLength > settings.historyLength) {
      const { number, text } = history.shift()!;
      historyLength -= text.length;
      first = number;
    }
    return text;
  }

  /** The events after the one with this id, or a `reset`. */
  function eventsAfter(id: string): string {
    const [, from, number] = /^([^.]+)\.(\d+)$/.exec(id) ?? [];
    const known = Number(number);
    if (from !== series || known < first || known > last) return reset();
    return history.flatMap((event) => (event.number > known ? event.text : [])).join('');
  }

  return {
    start: async () => {
      const onReconnect = () => {
        clearHistory();
        streams.send(reset());
      };
      listener = await c.engine.listen('board', { onMessage: onNotification, onReconnect });
      notes = await relayNotes(c.engine, streams);
    },
    subscribe(request, reply) {
      const id = request.headers['last-event-id'];
      const beginning = typeof id === 'string' && id !== '' ? eventsAfter(id) : `id: ${series}.${last}\n\n`;
      streams.open(request, reply, beginning);
    },
    stop() {
      stopped = true;
      listener.stop();
      notes.stop();
      clearTimeout(timer);
      streams.close();
    },
  };
}

/** Reads the current state of these requests and the board's counts, in one statement. */
async function selectEvents({ db }: Context, ids: string[]): Promise<BoardEvent[]> {
  const rows = await selectWithCounts(db, ids);
  return rows.map(({ row, counts }) => {
    const { own_votes: _, ...request } = toResponse(row);
    return { request, counts };
  });
}
