import { randomBytes } from 'node:crypto';
import type { BoardEvent } from 'contract/song-requests.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { eventStreams, type StreamSettings, streamSettings } from '../../platform/http/event-streams.ts';
import { selectWithCounts } from './board-queries.ts';
import { toResponse } from './queries.ts';

export interface LiveSettings extends StreamSettings {
  /** Changes are gathered for so long, and told as one for each request; ms. */
  gatherMs: number;
  /** Events kept for those whose stream broke, bytes of text. */
  keptLength: number;
}

export const liveSettings: LiveSettings = {
  ...streamSettings,
  gatherMs: 100,
  keptLength: 100_000,
};

/** Requests told at once at most. The rest waits for the next turn, so that a stream is never a flood. */
const AT_ONCE = 25;
/** How long to wait when the database could not be asked, ms. */
const RETRY_MS = 1000;

export interface LiveBoard {
  start: () => Promise<void>;
  /** Makes the answer a stream of what happens from now on, or since the event of this id. @throws as `eventStreams`. */
  follow: (request: FastifyRequest, reply: FastifyReply) => void;
  stop: () => void;
}

/**
 * The board's changes as server-sent events. Only the ids of requests come in; how they stand is read once for all
 * readers when it is told, so that events are in order by themselves, from whichever server the change came. The
 * ids of events are this process's own: whoever comes from another one, or too late, gets a `reset`.
 * @param failed is told what should never happen.
 */
export function liveBoard(
  c: Context,
  settings: LiveSettings,
  failed: (error: unknown) => void = () => {},
): LiveBoard {
  const streams = eventStreams(settings);
  const series = randomBytes(6).toString('base64url');
  const changed = new Set<string>();
  let kept: { number: number; text: string }[] = [];
  let keptLength = 0;
  let last = 0;
  /** Whoever knows this event, or a later one, can go on from there. */
  let first = 0;
  let telling: NodeJS.Timeout | undefined;
  let listening = { stop: () => {} };
  let stopped = false;

  const reset = () => `id: ${series}.${last}\nevent: reset\ndata: {}\n\n`;

  /** Nobody can go on from what was told before. */
  function beginAnew(): void {
    first = ++last;
    kept = [];
    keptLength = 0;
  }

  function heard(ids: string): void {
    if (streams.size() === 0) {
      beginAnew();
      return;
    }
    for (const id of ids.split(' ')) changed.add(id);
    telling ??= setTimeout(tell, settings.gatherMs);
  }

  async function tell(): Promise<void> {
    const ids = [...changed].slice(0, AT_ONCE);
    for (const id of ids) changed.delete(id);
    let pause = settings.gatherMs;
    try {
      const events = await eventsOf(c, ids);
      streams.send(events.map(keep).join(''));
    } catch (error) {
      if (!stopped) failed(error);
      for (const id of ids) changed.add(id);
      pause = RETRY_MS;
    }
    if (changed.size > 0 && (stopped || streams.size() === 0)) {
      changed.clear();
      beginAnew();
    }
    telling = changed.size > 0 ? setTimeout(tell, pause) : undefined;
  }

  function keep(event: BoardEvent): string {
    const text = `id: ${series}.${++last}\nevent: request\ndata: ${JSON.stringify(event)}\n\n`;
    kept.push({ number: last, text });
    keptLength += text.length;
    while (keptLength > settings.keptLength) {
      const { number, text } = kept.shift()!;
      keptLength -= text.length;
      first = number;
    }
    return text;
  }

  /** What somebody missed who last heard of the event of this id. */
  function since(id: string): string {
    const [, from, number] = /^([^.]+)\.(\d+)$/.exec(id) ?? [];
    const known = Number(number);
    if (from !== series || known < first || known > last) return reset();
    return kept.flatMap((event) => (event.number > known ? event.text : [])).join('');
  }

  return {
    start: async () => {
      const missed = () => {
        beginAnew();
        streams.send(reset());
      };
      listening = await c.engine.listen('board', { heard, missed });
    },
    follow(request, reply) {
      const id = request.headers['last-event-id'];
      const beginning = typeof id === 'string' && id !== '' ? since(id) : `id: ${series}.${last}\n\n`;
      streams.open(request, reply, beginning);
    },
    stop() {
      stopped = true;
      listening.stop();
      clearTimeout(telling);
      streams.close();
    },
  };
}

/** How these requests stand now, with the counts of the same moment. */
async function eventsOf({ db }: Context, ids: string[]): Promise<BoardEvent[]> {
  const rows = await selectWithCounts(db, ids);
  return rows.map(({ row, counts }) => {
    const { own_votes: _, ...request } = toResponse(row);
    return { request, counts };
  });
}
