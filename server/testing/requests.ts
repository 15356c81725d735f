import { randomUUID } from 'node:crypto';
import { VOTE_GOAL } from 'contract/voting.ts';
import type { Context } from '../context.ts';
import { insertRequest, moveCounts } from '../song-requests/queries.ts';

let made = 0;

/** Writes an open request with so many votes, straight into the tables and without a charge. Each is newer than the one before. */
export async function askFor(
  c: Context,
  user_id: string,
  wish: { title?: string; artist?: string; genre?: string; votes?: number; created_at?: number } = {},
): Promise<string> {
  const id = randomUUID();
  const { votes = 0 } = wish;
  made++;
  await c.db.transaction().execute(async (tx) => {
    const row = {
      id,
      user_id,
      title: `Wish ${made}`,
      artist: 'Somebody',
      genre: 'pop',
      description: '',
      created_at: c.clock() - 1_000_000 + made,
      ...wish,
    };
    if (!(await insertRequest(tx, row))) throw new Error(`There is "${row.title}" already.`);
    await moveCounts(tx, { requests: 1, votes, queued: votes >= VOTE_GOAL ? 1 : 0 });
  });
  return id;
}
