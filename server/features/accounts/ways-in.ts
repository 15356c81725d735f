import type { WayIn } from 'contract/accounts.ts';
import { Problem } from 'contract/errors.ts';
import { pluralize } from 'contract/pluralize.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { deleteIdentities, selectIdentities } from './identity-queries.ts';
import { deletePasskeys, selectPasskeys } from './passkey-queries.ts';

/** How somebody logs in to an account without its password. */
export async function listWaysIn(db: Db | Tx, user_id: string): Promise<WayIn[]> {
  const passkeys = await selectPasskeys(db, user_id);
  const identities = await selectIdentities(db, user_id);
  return [
    ...passkeys.map(({ id, name, created_at }) => ({ id, kind: 'passkey' as const, name, created_at })),
    ...identities.map(({ id, label, issuer, created_at }) => {
      const { host } = new URL(issuer);
      return { id, kind: 'identity' as const, name: label ? `${label} (${host})` : host, created_at };
    }),
  ];
}

/** Removes the ways in of a locked user, but those with the ids of `keep`. @returns which remain, and which do not. */
export async function removeWaysIn(
  tx: Tx,
  user_id: string,
  keep: readonly string[],
): Promise<{ kept: WayIn[]; removed: WayIn[] }> {
  const before = await listWaysIn(tx, user_id);
  await deletePasskeys(tx, user_id, keep);
  await deleteIdentities(tx, user_id, keep);
  const isKept = ({ id }: WayIn) => keep.includes(id);
  return { kept: before.filter(isKept), removed: before.filter((way) => !isKept(way)) };
}

/** How many there are of each kind. Without their names: a stranger may have chosen them. */
export function countWaysIn(ways: readonly WayIn[]): string[] {
  const passkeys = ways.filter(({ kind }) => kind === 'passkey').length;
  const logins = ways.length - passkeys;
  return [
    ...(passkeys > 0 ? [pluralize(passkeys, 'passkey')] : []),
    ...(logins > 0 ? [pluralize(logins, 'linked login')] : []),
  ];
}

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
