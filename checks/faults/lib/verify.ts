import { checkLedger } from '../../../server/cli/credits.ts';
import { idOfKey } from '../../../server/platform/http/requests/idempotency-key.ts';
import type { System } from './system.ts';
import type { Acknowledged } from './writers.ts';

/** @returns one sentence for each acknowledged write that is missing or double, and for each broken invariant. */
export async function verifyWrites(
  { database: { db } }: System,
  acknowledged: Acknowledged[],
): Promise<string[]> {
  const rows = { vote: new Set<string>(), request: new Set<string>(), playlist: new Set<string>() };
  for (const { id } of await db.selectFrom('vote').select('id').execute()) rows.vote.add(id);
  for (const { id } of await db.selectFrom('song_request').select('id').execute()) rows.request.add(id);
  for (const { id } of await db.selectFrom('playlist').select('id').execute()) rows.playlist.add(id);

  const broken: string[] = [];
  for (const kind of ['vote', 'request', 'playlist'] as const) {
    const ids = acknowledged
      .filter((write) => write.kind === kind)
      .map(({ member, id }) => (kind === 'vote' ? idOfKey('vote', member.id, id) : id));
    const missing = ids.filter((id) => !rows[kind].has(id));
    if (missing.length > 0)
      broken.push(`${missing.length} of ${ids.length} acknowledged ${kind} writes are missing`);
    if (new Set(ids).size < ids.length) broken.push(`an id of a ${kind} was acknowledged twice`);
  }
  const { findings } = await checkLedger(db);
  for (const { name, rows: count } of findings) broken.push(`the ledger is wrong: ${name} (${count} rows)`);
  return broken;
}
