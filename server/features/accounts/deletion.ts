import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import { discardAvatar } from './avatar.ts';
import type { Client } from './client.ts';
import { assertAnotherAdmin } from './last-admin.ts';
import { asOwner } from './owner.ts';
import { anonymizeUser, replaceAvatar } from './queries.ts';

/**
 * Deletes the caller's account and personal data. Rows that others depend on stay, without a name.
 *
 * Anonymizing the user waits for transactions that insert rows of this user, such as a song request, and those may
 * wait for the user's balance. So erasing must not lock balances, or the two would deadlock.
 * @throws Problem as `asOwner`; `last_admin`.
 */
export async function deleteAccount(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  proof: { password: string; code?: string | undefined },
): Promise<void> {
  const picture = await asOwner(c, client, user, proof, async (tx) => {
    await assertAnotherAdmin(tx, c.engine, user.id);
    for (const { erase } of c.personalData) await erase(tx, user.id);
    const avatar_url = await replaceAvatar(tx, user.id, null);
    await anonymizeUser(tx, user.id, c.clock());
    return avatar_url;
  });
  // Not awaited: jobs retry what fails.
  void Promise.allSettled(c.personalData.map(async ({ eraseElsewhere }) => eraseElsewhere?.(c.db)));
  await discardAvatar(c, picture);
}
