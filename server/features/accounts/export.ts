import type { AccountsContext } from './accounts-context.ts';
import { selectSessions } from './sessions.ts';
import { selectStatus } from './status-queries.ts';

/** Everything stored about a user, for `jsonPieces`, except secrets: hashes of passwords and tokens. */
export function personalDataParts(c: AccountsContext, user_id: string): object {
  const features = c.personalData.map((data) => [data.name, () => data.export(c.db, user_id)]);
  return {
    account_status: async () => (await selectStatus(c.db, { user_id })) ?? null,
    sessions: () => selectSessions(c.db, user_id),
    ...Object.fromEntries(features),
  };
}
