import { countsFrom } from 'contract/plays.ts';
import type { Context } from '../../platform/context.ts';
import { getTracks } from '../tracks/tracks.ts';
import type { Claims } from './claims.ts';
import { recordPlay } from './plays.ts';

/** Plays that count of one report. */
const MOST_AT_ONCE = 50;
/** How old a play may be that a player reports late, ms. */
const MOST_LATE_MS = 14 * 86_400_000;

export interface LatePlay {
  track_id: string;
  /** When it had been heard, or when it began; epoch ms. */
  at: number;
  isStart?: boolean;
}

/** Counts what a member's player reports later, by the rules for plays on the site. Unknown tracks are ignored. */
export async function recordLate(
  c: Context,
  claims: Claims,
  { user_id, address }: { user_id: string; address: string },
  plays: readonly LatePlay[],
): Promise<void> {
  const now = c.clock();
  const recent = plays.filter(({ at }) => at > now - MOST_LATE_MS).slice(0, MOST_AT_ONCE);
  const ids = [...new Set(recent.map(({ track_id }) => track_id))];
  const tracks = new Map((await getTracks(c, ids)).map((track) => [track.id, track]));
  const heard = recent
    .flatMap(({ track_id, at, isStart }) => {
      const track = tracks.get(track_id);
      if (!track || Date.parse(track.release_date) > Math.min(at, now)) return [];
      const until = isStart ? at + countsFrom(track.duration_seconds) : at;
      return [{ track_id, played_ms: track.duration_seconds * 1000, at: Math.min(until, now) }];
    })
    .sort((a, b) => a.at - b.at);
  const listener = `user:${user_id}`;
  for (const { at, ...play } of heard) {
    const claim = { track_id: play.track_id, listener, address, started: undefined };
    await recordPlay({ ...c, clock: () => at }, { ...play, user_id, listener }, (heard_ms) =>
      claims.isPossible(claim, heard_ms, now, at),
    );
  }
}
