import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { countsFrom } from 'contract/features/plays.ts';
import type { Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { playCounted } from '../../platform/metrics/events.ts';
import type { Collect, Library } from '../../platform/metrics/metrics.ts';
import { addPlay, findLiveTrack, getTracks, lockLiveTrack, popularityAfterPlay } from '../tracks/tracks.ts';
import type { Claims } from './claims.ts';
import { deleteVisitorPlays, hasPlaySince, insertPlays } from './queries.ts';

export { type Claims, playClaims } from './claims.ts';
export { countListens, listLastPlayed, playData } from './queries.ts';

/** Callbacks when a member listens. */
export interface PlayListener {
  /** A song begins; nobody waits for it. */
  started: (user_id: string, track_id: string) => void;
  /** A play counted, in its transaction. */
  counted: (tx: Tx, play: { user_id: string; track_id: string; listened_at: number }) => Promise<void>;
}

export interface PlaysContext extends Context {
  playListeners: readonly PlayListener[];
}

export interface Play {
  track_id: string;
  played_ms: number;
  user_id: string | null;
  /** See `PlayEventTable.listener`. */
  listener: string;
}

/**
 * Counts a play if enough was heard, at most once per listener and track within the track's duration. Only plays
 * that count are stored.
 * @param isPossible whether the listener can have heard this much by now; called only for plays that would count.
 * @returns whether it counted.
 * @throws Problem `not_found` unless the track is live.
 */
export async function recordPlay(
  c: PlaysContext,
  play: Play,
  isPossible: (heard_ms: number, now: number) => boolean,
): Promise<boolean> {
  const now = c.clock();
  const track = await findLiveTrack(c.db, now, play.track_id);
  if (!track) throw new Problem('not_found');
  const since = now - track.duration_seconds * 1000;
  const heard_ms = countsFrom(track.duration_seconds);
  if (play.played_ms < heard_ms) return false;
  if (await hasPlaySince(c.db, play, since)) return false;
  if (!isPossible(heard_ms, now)) return false;
  const counted = await c.db.transaction().execute(async (tx) => {
    // Under the lock of the track, concurrent plays are counted one after another.
    const locked = await lockLiveTrack(tx, c.engine, now, play.track_id);
    if (!locked) throw new Problem('not_found');
    if (await hasPlaySince(tx, play, since)) return false;
    await insertPlays(tx, [{ ...play, id: randomUUID(), created_at: now }]);
    const { user_id, track_id } = play;
    if (user_id !== null)
      for (const { counted } of c.playListeners)
        await counted(tx, { user_id, track_id, listened_at: now - heard_ms });
    await addPlay(tx, play.track_id, popularityAfterPlay(locked.popularity, now));
    return true;
  });
  if (counted && playCounted.hasSubscribers) playCounted.publish(play.track_id);
  return counted;
}

/** Stores the plays that a track was released with; `at` is in epoch ms. */
export async function seedPlays(
  tx: Tx,
  track_id: string,
  duration_seconds: number,
  plays: readonly { user_id: string | null; listener: string; at: number }[],
): Promise<void> {
  const played_ms = countsFrom(duration_seconds);
  await insertPlays(
    tx,
    plays.map(({ at, ...by }) => ({ id: randomUUID(), track_id, ...by, played_ms, created_at: at })),
  );
}

/** Plays that count of one report. */
const MOST_AT_ONCE = 50;
/** Age limit of a play that a player reports late, ms. */
const MOST_LATE_MS = 14 * 86_400_000;

export interface BackfilledPlay {
  track_id: string;
  /** Time of the listen, epoch ms. */
  at: number;
}

/** Counts what a member's player reports later, by the rules for plays on the site. Unknown tracks are ignored. */
export async function backfillPlays(
  c: PlaysContext,
  claims: Claims,
  { user_id, ip }: { user_id: string; ip: string },
  plays: readonly BackfilledPlay[],
): Promise<void> {
  const now = c.clock();
  const recent = plays.filter(({ at }) => at > now - MOST_LATE_MS).slice(0, MOST_AT_ONCE);
  const ids = [...new Set(recent.map(({ track_id }) => track_id))];
  const tracks = new Map((await getTracks(c, ids)).map((track) => [track.id, track]));
  const heard = recent
    .flatMap(({ track_id, at }) => {
      const track = tracks.get(track_id);
      if (!track || Date.parse(track.release_date) > Math.min(at, now)) return [];
      return [{ track_id, played_ms: track.duration_seconds * 1000, at: Math.min(at, now) }];
    })
    .sort((a, b) => a.at - b.at);
  const listener = `user:${user_id}`;
  for (const { at, ...play } of heard) {
    const claim = { track_id: play.track_id, listener, ip, started: undefined };
    await recordPlay({ ...c, clock: () => at }, { ...play, user_id, listener }, (heard_ms) =>
      claims.isPossible(claim, heard_ms, now, at),
    );
  }
}

/** Tolerance for a device's clock running ahead, ms. */
const CLOCK_AHEAD_MS = 3_600_000;

/**
 * Time of something that a member did without a connection and reports later; never before their account.
 * @param at what they report; epoch ms.
 * @throws Problem `unauthorized` for visitors, who could claim to be anyone; `bad_input`.
 */
export function backfilledAt(now: number, user: Pick<CurrentUser, 'created_at'> | null, at: number): number {
  if (!user) throw new Problem('unauthorized');
  if (at > now + CLOCK_AHEAD_MS)
    throw new Problem('bad_input', 'This is in the future. Please check the clock of your device.');
  if (at <= now - MOST_LATE_MS) throw new Problem('bad_input', 'This is more than 14 days ago.');
  return Math.max(Math.min(at, now), user.created_at * 1000);
}

/** True if a play of this track by this listener that counted was under way. */
export const hasPlayed = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  play: Pick<Play, 'track_id' | 'listener'>,
  duration_seconds: number,
) => hasPlaySince(db, play, clock() - duration_seconds * 1000, clock() + countsFrom(duration_seconds));

/** Retention of visitors' plays, ms. Popularity includes them; members' plays are their history. */
const VISITOR_PLAYS_MS = 90 * 86_400_000;
const PRUNED_AT_ONCE = 1000;

/** Deletes visitors' plays that nothing reads any more. Runs daily. */
export async function prunePlays(c: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = c.clock() - VISITOR_PLAYS_MS;
  while ((await deleteVisitorPlays(c.db, before, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
}

/** Counts plays that counted, on this server. */
export function playMetrics(_c: unknown, { Counter }: Library, register: Registry): Collect {
  const plays = new Counter({
    name: 'ovation_plays_total',
    help: 'Plays that counted, on this server.',
    registers: [register],
  });
  playCounted.subscribe(() => plays.inc());
  return () => {};
}
