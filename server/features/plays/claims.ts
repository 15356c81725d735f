import { createHmac, timingSafeEqual } from 'node:crypto';
import { rateLimit, touch } from '../../platform/http/requests/rate-limit.ts';

/** Plays that count for each address: at once, and for each second after that. Ten people listen there all day. */
const COUNTED = { burst: 60, perSecond: 10 / 30 };

/** The listener's clock and ours, and the way of the two reports, differ a little. */
const TOLERANCE = 0.9;
const TOLERANCE_MS = 2000;

/** A start is forgotten after this long, ms: nobody pauses a song for longer and then counts. */
const START_VALID_MS = 86_400_000;

/** Claim to have heard a track. */
interface Claim {
  track_id: string;
  /** See `PlayEventTable.listener`. */
  listener: string;
  /** The IP bucket. */
  ip: string;
  /** From the answer to the report of the start, if the player sent one. */
  started: string | undefined;
}

/** Decides whether somebody can have heard what they claim to have heard. */
export interface Claims {
  /** A token that proves when a play started. Any server of this database can check it. */
  start: (track_id: string, now: number) => string;
  /** Age of such a token's play, ms; undefined if it is not one of ours, too old or of another track. */
  age: (track_id: string, token: string, now: number) => number | undefined;
  /**
   * @param heard_ms what must have been heard.
   * @param at when it had been heard; earlier than now if a player reports it late.
   */
  isPossible: (claim: Claim, heard_ms: number, now: number, at?: number) => boolean;
}

/**
 * A claim needs a start that is old enough. Without one, the time since the listener's last claim counts, which clients
 * that report only once can meet.
 * @param isLimited whether an address has a limit, too.
 */
export function playClaims(secret: string, { isLimited }: { isLimited: boolean }): Claims {
  const counted = rateLimit(COUNTED);
  const lastClaims = new Map<string, number>();

  const sign = (track_id: string, at: string) =>
    createHmac('sha256', secret).update(`play ${track_id} ${at}`).digest('base64url').slice(0, 22);

  /** Start of such a token's play; undefined if it is not one of ours for this track. */
  function startOf(track_id: string, token: string): number | undefined {
    const [at = '', signature = ''] = token.split('.');
    const expected = Buffer.from(sign(track_id, at));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected)
      ? Number.parseInt(at, 36)
      : undefined;
  }

  return {
    start: (track_id, now) => {
      const at = now.toString(36);
      return `${at}.${sign(track_id, at)}`;
    },
    age(track_id, token, now) {
      const start = startOf(track_id, token);
      return start === undefined || now - start > START_VALID_MS ? undefined : now - start;
    },
    isPossible({ track_id, listener, ip, started }, heard_ms, now, at = now) {
      const last = lastClaims.get(listener);
      const start = started === undefined ? last : startOf(track_id, started);
      // Never back: or the same minutes could be claimed again.
      touch(lastClaims, listener, Math.max(at, last ?? at));
      if (started !== undefined && (start === undefined || now - start > START_VALID_MS)) return false;
      const needed = Math.max(0, heard_ms * TOLERANCE - TOLERANCE_MS);
      return (start === undefined || at - start >= needed) && !(isLimited && counted(ip, now) > 0);
    },
  };
}
