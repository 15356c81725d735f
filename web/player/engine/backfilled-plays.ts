import { AnswerProblem } from 'contract/answers.ts';
import { call } from '../../lib/http/api.ts';
import { BACKFILLED_PLAYS_KEY, session } from '../../lib/storage/session-token.ts';
import { permanent } from '../../lib/storage/storage.ts';
import { hasShape, readStored } from '../../lib/storage/stored.ts';

interface LatePlay {
  track_id: string;
  played_ms: number;
  /** Time of the listen, epoch ms. */
  played_at: number;
}

/** Plays that wait at most; the oldest go first. */
const LIMIT = 200;

const SHAPE = { track_id: 'string', played_ms: 'number', played_at: 'number' };

const read = () =>
  (readStored<LatePlay[]>(permanent, BACKFILLED_PLAYS_KEY, 'array') ?? []).filter((play) =>
    hasShape(play, SHAPE),
  );

function write(plays: LatePlay[]): void {
  if (plays.length > 0) permanent.set(BACKFILLED_PLAYS_KEY, JSON.stringify(plays));
  else permanent.remove(BACKFILLED_PLAYS_KEY);
}

/** Keeps a play that could not be reported. Visitors' are not kept: nothing would prove them later. */
export function backfillPlay(track_id: string, played_ms: number): void {
  if (session.token() === null) return;
  write([...read(), { track_id, played_ms, played_at: Date.now() }].slice(-LIMIT));
}

/**
 * Reports the plays that were heard without a connection, the oldest first. A play that is reported twice, by two tabs
 * or because an answer was lost, counts once.
 */
export async function sendBackfilledPlays(): Promise<void> {
  for (let [play] = read(); play && session.token() !== null; [play] = read()) {
    try {
      await call('POST /plays', { body: play });
    } catch (error) {
      // What the server refuses now it will refuse again.
      const isRefused = error instanceof AnswerProblem && [400, 404].includes(error.status);
      if (!isRefused) return;
    }
    const { played_at, track_id } = play;
    write(read().filter((other) => other.played_at !== played_at || other.track_id !== track_id));
  }
}
