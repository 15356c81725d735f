import { isFinal } from 'contract/extensions/studio-constants.ts';
import {
  delay,
  lockRequest,
  notifyBoard,
  openChoice,
} from '../../../features/song-requests/song-requests.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { TakeTable } from '../../../platform/db/tables/extensions/studio.ts';
import { dequeue, hurry, type RunningJob } from '../../../platform/jobs.ts';
import { REVIEW, TAKE } from '../settings.ts';
import type { StudioContext } from '../studio-context.ts';
import { free } from '../takes/budget.ts';
import { endTake, FINAL, selectTakes, updateLeased } from '../takes/take-queries.ts';

const HOUR_MS = 3_600_000;
/** Characters of the reasons why no take could be made. */
const MAX_REASON = 500;

type Ending = Partial<Omit<TakeTable, 'state'>> & {
  state: 'ready' | 'failed' | 'cancelled' | 'lost';
};

/**
 * Ends a take, and moves its request on if that was the last one.
 * @param job undefined for an admin, who ends it even if a server works on it.
 * @returns whether the take was ended now.
 */
export function finishTake(
  c: StudioContext,
  take: Pick<TakeTable, 'id' | 'request_id' | 'month' | 'cents' | 'is_billed'>,
  job: RunningJob | undefined,
  ending: Ending,
): Promise<boolean> {
  return c.db.transaction().execute(async (tx) => {
    await lockRequest(tx, c.engine, take.request_id);
    const changes = { ...FINAL, ...ending, updated_at: c.clock() };
    const ended = job ? await updateLeased(tx, job, changes) : await endTake(tx, take.id, changes);
    if (!ended) return false;
    if (ending.is_billed === 0 && take.is_billed === 1) await free(tx, take);
    if (!job) await dequeue(tx, TAKE, take.id);
    await settle(tx, c, take.request_id);
    await hurry(tx, c.engine, REVIEW, c.clock());
    return true;
  });
}

/** Opens the choice of a request in the studio, or reports that no take could be made, once all takes have ended. */
export async function settle(tx: Tx, c: StudioContext, request_id: string): Promise<void> {
  const request = await lockRequest(tx, c.engine, request_id);
  const takes = await selectTakes(tx, request_id);
  const now = c.clock();
  const ready = takes.filter(({ state }) => state === 'ready');
  if (request.status === 'in_studio' && takes.every(({ state }) => isFinal(state))) {
    if (ready.length === 0) await delay(tx, c.engine, request, { reason: reasonOf(takes), now });
    else {
      const ends_at = now + c.studio.choosingHours * HOUR_MS;
      await openChoice(tx, c.engine, request, { count: ready.length, ends_at, now });
    }
    return;
  }
  await notifyBoard(tx, c.engine, [request_id]);
}

/** Reasons why no take could be made, each once, the latest first. */
function reasonOf(takes: readonly TakeTable[]): string {
  const reasons = takes.toReversed().map(({ failure }) => failure ?? 'A take was canceled.');
  return [...new Set(reasons)].join(' ').slice(0, MAX_REASON);
}
