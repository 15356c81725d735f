import { Problem } from 'contract/errors.ts';
import {
  assertVisible,
  endChoice,
  lockRequest,
  notifyBoard,
  type Reader,
} from '../song-requests/song-requests.ts';
import { isChoiceMissing, maySelect, upsertChoice } from './choice-queries.ts';
import type { StudioContext } from './studio-context.ts';
import { selectTake } from './take-queries.ts';

/**
 * Chooses a take, or changes the choice. When the last person has chosen, the choice ends; the studio releases it.
 * @throws Problem `not_found`, `choice_closed`, `not_a_backer`, `take_not_ready`.
 */
export async function chooseTake(
  c: StudioContext,
  user: Reader & object,
  request_id: string,
  take_id: string,
): Promise<{ take_id: string; closed: boolean }> {
  const closed = await c.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, c.engine, request_id);
    assertVisible(request, user);
    const now = c.clock();
    const user_id = user.id;
    if (!(await maySelect(tx, request_id, user_id))) throw new Problem('not_a_backer');
    if (request.status !== 'choosing' || request.choosing_ends_at! <= now) throw new Problem('choice_closed');
    const take = await selectTake(tx, take_id);
    if (take?.request_id !== request_id) throw new Problem('not_found');
    if (take.state !== 'ready') throw new Problem('take_not_ready');
    await upsertChoice(tx, { request_id, user_id, take_id, now });
    if (await isChoiceMissing(tx, request_id)) {
      await notifyBoard(c.engine, [request_id]).execute(tx);
      return false;
    }
    await endChoice(tx, c.engine, request_id, now);
    return true;
  });
  if (closed) c.studioJobs.wake();
  return { take_id, closed };
}
