import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { APPLAUSE_PARTS, type Applause, type ApplauseEvent, partOf } from 'contract/extensions/applause.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasPlayed } from '../../features/plays/plays.ts';
import { getTrack, lockLiveTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { eventStreams, type StreamSettings } from '../../platform/http/connections/event-streams.ts';
import { relayNotes } from '../../platform/http/connections/notes.ts';
import { deleteVisitorApplause, hasApplaudedSince, insertApplause, selectParts } from './queries.ts';

export { applauseData } from './queries.ts';

interface Clap {
  track_id: string;
  /** Offset in the song, seconds. */
  second: number;
  user_id: string | null;
  /** See `PlayEventTable.listener`. */
  listener: string;
}

/** Places of applause in a live track. @throws Problem `not_found`. */
export async function getApplause(c: Context, track_id: string): Promise<Applause> {
  await getTrack(c, track_id);
  return readParts(c.db, track_id);
}

async function readParts(db: Db | Tx, track_id: string): Promise<Applause> {
  const parts = Array<number>(APPLAUSE_PARTS).fill(0);
  for (const { part, claps } of await selectParts(db, track_id)) parts[part] = claps;
  return { parts };
}

/**
 * Applauds a track, once per listener within its length, like plays.
 * @param isPlaying whether the listener's play of it is under way; a play that counted is enough too.
 * @param assertRate called only for applause that would count; throws if there was too much.
 * @throws Problem `not_found`, `not_listening`, `already_applauded`.
 */
export async function applaud(
  c: Context,
  clap: Clap,
  isPlaying: boolean,
  assertRate: () => void,
): Promise<Applause> {
  const { second, ...of } = clap;
  const { duration_seconds } = await getTrack(c, clap.track_id);
  const lengthMs = duration_seconds * 1000;
  if (!isPlaying && !(await hasPlayed(c, of, duration_seconds))) throw new Problem('not_listening');
  const now = c.clock();
  const part = partOf(second, duration_seconds);
  if (await hasApplaudedSince(c.db, of, now - lengthMs)) throw new Problem('already_applauded');
  assertRate();
  return c.db.transaction().execute(async (tx) => {
    // Under the lock of the track, concurrent claps are counted one after another.
    if (!(await lockLiveTrack(tx, c.engine, now, of.track_id))) throw new Problem('not_found');
    if (await hasApplaudedSince(tx, of, now - lengthMs)) throw new Problem('already_applauded');
    const claps = await insertApplause(tx, { ...of, id: randomUUID(), part, created_at: now });
    const event: ApplauseEvent = { track_id: of.track_id, part, claps };
    await c.engine.notify('applause', JSON.stringify(event)).execute(tx);
    return readParts(tx, of.track_id);
  });
}

/** Stores the claps that a track was released with: `share` of its length, `at` in epoch ms. */
export async function seedApplause(
  tx: Tx,
  track_id: string,
  duration_seconds: number,
  claps: readonly { user_id: string | null; listener: string; at: number; share: number }[],
): Promise<void> {
  // One after another: several of them may count for one part.
  for (const { at, share, ...by } of claps) {
    const part = partOf(share * duration_seconds, duration_seconds);
    await insertApplause(tx, { id: randomUUID(), track_id, ...by, part, created_at: at });
  }
}

/** Retention of visitors' claps, ms: longer than any track, so that each counts once. The counts stay. */
const VISITOR_APPLAUSE_MS = 7 * 86_400_000;
const PRUNED_AT_ONCE = 1000;

/** Deletes visitors' claps that nothing reads any more. Runs daily. */
export async function pruneApplause(c: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = c.clock() - VISITOR_APPLAUSE_MS;
  while ((await deleteVisitorApplause(c.db, before, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
}

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
  let notes = { stop: () => {} };

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
      notes = await relayNotes(c.engine, streams);
    },
    // The browser reconnects a broken stream by itself; what it missed, it fetches.
    subscribe: (request, reply) =>
      streams.open(request, reply, request.headers['last-event-id'] ? RESET : 'id: 0\n\n'),
    stop() {
      listener.stop();
      notes.stop();
      clearTimeout(timer);
      streams.close();
    },
  };
}
