import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { type AccessToken, createAccessToken as contract } from 'contract/features/accounts/access-tokens.ts';
import { type Scope, scopeNames } from 'contract/features/accounts/scopes.ts';
import { recordAction } from '../../../platform/audit-log.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { type CliCommand, CommandFailed, type PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import { mistakeOf } from '../../../platform/http/requests/validate.ts';
import { say } from '../../../platform/text/say.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { insertSecurityEvent, selectByEmail } from '../queries.ts';
import { assertConfirmed, hashOf, lockCaller, newToken } from './sessions.ts';

/** Tokens for scripts of admins: each has an admin's rights within its scopes, for as long as they are an admin. */

const PREFIX = 'ovt_';
const FORM = /^ovt_[\w-]{43}$/;
const DAY_MS = 86_400_000;
/** `last_used_at` is updated at most this often, so that reads do not become writes; ms. */
const TOUCH_EVERY_MS = 60_000;
const LISTED = 100;

interface Wanted {
  name: string;
  scopes: readonly Scope[];
  days: number;
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('access_token')
    .innerJoin('user', 'user.id', 'access_token.user_id')
    .select(['access_token.id', 'access_token.name', 'access_token.scopes', 'access_token.created_at'])
    .select(['access_token.expires_at', 'access_token.last_used_at', 'user.username']);

/** A scope that this version does not know is none. */
const readScopes = (text: string) => scopeNames.filter((scope) => text.split(' ').includes(scope));

/** The tokens of all admins, newest first. */
export async function listAccessTokens(c: AccountsContext): Promise<AccessToken[]> {
  const rows = await rowsOf(c.db).orderBy('access_token.created_at', 'desc').limit(LISTED).execute();
  return rows.map(({ scopes, ...row }) => ({ ...row, scopes: readScopes(scopes) }));
}

/**
 * Makes a token.
 * @returns it with the token itself, which is not stored.
 * @throws Problem `confirmation_needed`.
 */
export async function createAccessToken(c: AccountsContext, user: CurrentUser, wanted: Wanted) {
  await assertConfirmed(c, user);
  return insertToken(c, user, wanted, user);
}

async function insertToken(
  c: AccountsContext,
  { id: user_id, username }: { id: string; username: string },
  { name, scopes, days }: Wanted,
  caller?: CurrentUser,
) {
  const token = PREFIX + newToken();
  const created_at = c.clock();
  const row = {
    id: randomUUID(),
    name,
    created_at,
    expires_at: created_at + days * DAY_MS,
    last_used_at: null,
  };
  await c.db.transaction().execute(async (tx) => {
    if (caller) await lockCaller(tx, c, caller);
    await tx
      .insertInto('access_token')
      .values({ ...row, user_id, token_hash: hashOf(token), scopes: scopes.join(' ') })
      .execute();
    await insertSecurityEvent(tx, user_id, `Made the token “${name}”`, created_at);
  });
  return { ...row, username, scopes: [...scopes], token };
}

/** @throws Problem `not_found`. */
export async function revokeAccessToken(c: AccountsContext, id: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const [gone] = await tx
      .deleteFrom('access_token')
      .where('id', '=', id)
      .returning(['user_id', 'name'])
      .execute();
    if (!gone) throw new Problem('not_found');
    await insertSecurityEvent(tx, gone.user_id, `Removed the token “${gone.name}”`, c.clock());
  });
}

/** The admin whose live token this is; undefined for anything else, and for one who is not an admin any more. */
export async function findTokenUser(c: AccountsContext, token: string): Promise<CurrentUser | undefined> {
  if (!FORM.test(token)) return undefined;
  const now = c.clock();
  const row = await c.db
    .selectFrom('access_token')
    .innerJoin('user', 'user.id', 'access_token.user_id')
    .innerJoin('account_status', 'account_status.user_id', 'user.id')
    .where('access_token.token_hash', '=', hashOf(token))
    .where('access_token.expires_at', '>', now)
    .where('account_status.plan_tier', '=', 'admin')
    .where('user.deleted_at', 'is', null)
    .where('user.suspended_at', 'is', null)
    .select(['user.id', 'user.username', 'user.name', 'user.email', 'user.avatar_url', 'user.created_at'])
    .select('user.language')
    .select(['access_token.id as token_id', 'access_token.name as token_name', 'access_token.scopes'])
    .select(['access_token.last_used_at', 'access_token.token_hash as session'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { token_id, token_name, scopes, last_used_at, email, ...user } = row;
  if (now - (last_used_at ?? 0) > TOUCH_EVERY_MS && !c.isReadOnly())
    await c.db.updateTable('access_token').set({ last_used_at: now }).where('id', '=', token_id).execute();
  return {
    ...user,
    email: email ?? '',
    plan_tier: 'admin',
    lacks_second_factor: false,
    must_confirm_email: false,
    is_app: true,
    token: { name: token_name, scopes: readScopes(scopes) },
  };
}

/** The tokens themselves are not stored. */
export const accessTokenData: PersonalData = {
  name: 'access_tokens',
  export: (db, user_id) => rowsOf(db).where('access_token.user_id', '=', user_id).execute(),
  erase: (tx, user_id) => tx.deleteFrom('access_token').where('user_id', '=', user_id).execute(),
};

export const tokenCommand: CliCommand<AccountsContext> = {
  expects: 1,
  options: ['name', 'scopes', 'days'],
  usage: `  token create EMAIL --name NAME --scopes SCOPES [--days N]
                           makes a token for a script of an admin's, for 90 days unless you say otherwise; SCOPES are
                           ${scopeNames.join(', ')}, with commas between them`,
  run: async (c, [email], { name, scopes, days }) => {
    const given = { name, scopes: String(scopes ?? '').split(','), ...(days && { days: Number(days) }) };
    const wanted = contract.body.safeParse(given);
    if (!wanted.success) throw new CommandFailed(say('en', mistakeOf(wanted.error.issues[0]!)));
    const found = await selectByEmail(c.db, email!.toLowerCase());
    const admin =
      found &&
      (await c.db
        .selectFrom('user')
        .innerJoin('account_status', 'account_status.user_id', 'user.id')
        .where('user.id', '=', found.id)
        .where('account_status.plan_tier', '=', 'admin')
        .select(['user.id', 'user.username'])
        .executeTakeFirst());
    if (!admin) throw new CommandFailed(`There is no admin with the email ${email}.`);
    await recordAction(c.db, admin.id, { route: 'cli token create' }, { body: wanted.data }, c.clock());
    const { token, expires_at } = await insertToken(c, admin, wanted.data);
    return `${token}\nIt works until ${new Date(expires_at).toISOString().slice(0, 10)}. It is not shown again.`;
  },
};
