import { Problem } from 'contract/errors.ts';
import type { LoginMethod } from 'contract/features/accounts/accounts.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { english } from 'contract/text/messages.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { AppPasswordTable, IdentityTable, PasskeyTable } from '../../../platform/db/tables/accounts.ts';
import { say } from '../../../platform/text/say.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { type PlanContext, settlePlan } from '../members/plans.ts';

/** Ways to log in to an account without its password. */
export async function listLoginMethods(db: Db | Tx, user_id: string): Promise<LoginMethod[]> {
  const passkeys = await selectPasskeys(db, user_id);
  const identities = await selectIdentities(db, user_id);
  const apps = await selectAppPasswords(db, user_id);
  return [
    ...passkeys.map(({ id, name, created_at }) => ({ id, kind: 'passkey' as const, name, created_at })),
    ...identities.map(({ id, label, issuer, created_at }) => {
      const { host } = new URL(issuer);
      return { id, kind: 'identity' as const, name: label ? `${label} (${host})` : host, created_at };
    }),
    ...apps.map(({ id, name, created_at }) => ({ id, kind: 'app-password' as const, name, created_at })),
  ];
}

/** Removes the login methods of a locked user, but those with the ids of `keep`. @returns which remain, and which do not. */
export async function removeLoginMethods(
  tx: Tx,
  c: PlanContext,
  user_id: string,
  keep: readonly string[],
): Promise<{ kept: LoginMethod[]; removed: LoginMethod[] }> {
  const before = await listLoginMethods(tx, user_id);
  const granting = (await selectIdentities(tx, user_id)).filter(({ group_tier }) => group_tier !== null);
  for (const table of ['passkey', 'identity', 'app_password'] as const) {
    const all = tx.deleteFrom(table).where('user_id', '=', user_id);
    await (keep.length > 0 ? all.where('id', 'not in', keep) : all).execute();
  }
  if (granting.some(({ id }) => !keep.includes(id))) await settlePlan(tx, c, user_id);
  const isKept = ({ id }: LoginMethod) => keep.includes(id);
  return { kept: before.filter(isKept), removed: before.filter((way) => !isKept(way)) };
}

const KINDS: Record<LoginMethod['kind'], string> = {
  passkey: english('{n, plural, one {# passkey} other {# passkeys}}'),
  identity: english('{n, plural, one {# linked login} other {# linked logins}}'),
  'app-password': english('{n, plural, one {# app password} other {# app passwords}}'),
};

/**
 * Number of methods of each kind, in words. Without their names: a stranger may have chosen them.
 * @param withApp names the authenticator app, too.
 */
export function countLoginMethods(
  language: LanguageCode,
  ways: readonly LoginMethod[],
  withApp = false,
): string[] {
  const counts = Object.entries(KINDS).flatMap(([kind, words]) => {
    const n = ways.filter((way) => way.kind === kind).length;
    return n > 0 ? [say(language, words, { n })] : [];
  });
  return withApp ? [...counts, say(language, 'the authenticator app')] : counts;
}

/**
 * @param password the hash of a locked user.
 * @throws Problem `last_login_method` if the user could not log in any more. Only providers that are set up now count.
 */
export async function assertLoginMethodLeft(
  tx: Tx,
  { accountSettings }: Pick<AccountsContext, 'accountSettings'>,
  user_id: string,
  password: string | null | undefined,
): Promise<void> {
  const { providers, onlyProviders } = accountSettings;
  if (!onlyProviders && (password != null || (await selectPasskeys(tx, user_id)).length > 0)) return;
  const issuers = providers.map(({ issuer }) => issuer);
  const linked = await selectIdentities(tx, user_id);
  if (!linked.some(({ issuer }) => issuers.includes(issuer))) throw new Problem('last_login_method');
}

/** A user's passkeys, oldest first. There are never many: see `PASSKEYS_MAX`. */
export function selectPasskeys(db: Db | Tx, user_id: string): Promise<PasskeyTable[]> {
  return db
    .selectFrom('passkey')
    .where('user_id', '=', user_id)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function selectPasskey(db: Db, credential_id: string): Promise<PasskeyTable | undefined> {
  return db.selectFrom('passkey').where('credential_id', '=', credential_id).selectAll().executeTakeFirst();
}

/**
 * Counts a use of a passkey.
 * @returns whether it is still there and was not used with the same or a higher counter meanwhile. A counter that stays
 *   0 is not one.
 */
export async function usePasskey(
  tx: Tx,
  id: string,
  counter: number,
  last_used_at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at })
    .where('id', '=', id)
    .where((row) => row.or([row('counter', '<', counter), row.and({ counter: 0 })]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns its name; undefined if the user has no such passkey. */
export async function deletePasskey(tx: Tx, user_id: string, id: string): Promise<string | undefined> {
  const rows = await tx
    .deleteFrom('passkey')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('name')
    .execute();
  return rows[0]?.name;
}

/** A user's identities: at most one of each provider that this installation has ever had. */
export function selectIdentities(db: Db | Tx, user_id: string): Promise<IdentityTable[]> {
  return db.selectFrom('identity').where('user_id', '=', user_id).selectAll().orderBy('issuer').execute();
}

export async function selectIdentityUser(
  db: Db | Tx,
  { issuer, subject }: Pick<IdentityTable, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns it; undefined if the user has no such identity. */
export async function deleteIdentity(
  tx: Tx,
  user_id: string,
  id: string,
): Promise<IdentityTable | undefined> {
  const rows = await tx
    .deleteFrom('identity')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .execute();
  return rows[0];
}

/** A user's app passwords, oldest first. There are never many: see `APP_PASSWORDS_MAX`. */
export function selectAppPasswords(db: Db | Tx, user_id: string): Promise<AppPasswordTable[]> {
  return db
    .selectFrom('app_password')
    .where('user_id', '=', user_id)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
