import { Problem } from 'contract/errors.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { selectIdentities } from './identity-queries.ts';
import { selectPasskeys } from './passkey-queries.ts';

/**
 * @param password the hash of a locked user.
 * @throws Problem `last_way_in` if the user could not log in any more. Only the provider that is set up now counts.
 */
export async function assertWayIn(
  tx: Tx,
  { accountSettings }: Pick<AccountsContext, 'accountSettings'>,
  user_id: string,
  password: string | null | undefined,
): Promise<void> {
  if (password != null || (await selectPasskeys(tx, user_id)).length > 0) return;
  const issuer = accountSettings.provider?.issuer;
  const linked = await selectIdentities(tx, user_id);
  if (!linked.some((identity) => identity.issuer === issuer)) throw new Problem('last_way_in');
}
