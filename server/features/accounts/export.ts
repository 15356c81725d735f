import type { AccountsContext } from './accounts-context.ts';
import { selectSessions } from './sessions.ts';
import { selectStatus } from './status-queries.ts';

/** Exports everything that is stored about a user, except secrets: hashes of passwords and tokens. */
export async function exportPersonalData(c: AccountsContext, user_id: string) {
  const parts = await Promise.all(
    c.personalData.map(async (data) => [data.name, await data.export(c.db, user_id)] as const),
  );
  return {
    account_status: (await selectStatus(c.db, { user_id })) ?? null,
    sessions: await selectSessions(c.db, user_id),
    ...Object.fromEntries(parts),
  };
}
