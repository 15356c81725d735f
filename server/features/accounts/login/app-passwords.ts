import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { APP_PASSWORDS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { AppPasswordTable } from '../../../platform/db/tables/accounts.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { usernameKey } from '../profile.ts';
import { insertSecurityEvent, lockUser, mustConfirmEmail } from '../queries.ts';
import { selectAppPasswords } from './login-methods.ts';
import { assertAddressConfirmed, assertConfirmed, hashOf, lockCaller } from './sessions.ts';

/** Passwords for a member's programs. They have to be readable again: players prove to know them by a salted hash. */

/** Without letters and digits that look alike: people copy it from one screen to another. 120 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 24;
const FORM = new RegExp(`^ovn-[${ALPHABET}]{${LENGTH}}$`);

const newPassword = () => `ovn-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(32)]).join('')}`;

/** `last_used_at` is updated at most this often, so that reads do not become writes; ms. */
const TOUCH_EVERY_MS = 3_600_000;

const toResponse = ({ id, name, created_at, last_used_at }: AppPasswordTable) => ({
  id,
  name,
  created_at,
  last_used_at,
});

export async function listAppPasswords(c: AccountsContext, user: CurrentUser) {
  return (await selectAppPasswords(c.db, user.id)).map(toResponse);
}

/**
 * Makes an app password.
 * @returns it with the password, which is not shown again.
 * @throws Problem `email_unconfirmed`; `confirmation_needed`; `too_many_app_passwords`.
 */
export async function createAppPassword(c: AccountsContext, user: CurrentUser, name: string) {
  await assertConfirmed(c, user);
  const password = newPassword();
  const row: AppPasswordTable = {
    id: randomUUID(),
    user_id: user.id,
    token_hash: hashOf(password),
    secret: c.secrets.seal(password, user.id),
    name,
    created_at: c.clock(),
    last_used_at: null,
  };
  await c.db.transaction().execute(async (tx) => {
    await lockCaller(tx, c, user);
    await assertAddressConfirmed(tx, c, user.id);
    if ((await selectAppPasswords(tx, user.id)).length >= APP_PASSWORDS_MAX)
      throw new Problem('too_many_app_passwords');
    await tx.insertInto('app_password').values(row).execute();
    await insertSecurityEvent(tx, user.id, `Made the app password “${name}”`, row.created_at);
  });
  return { ...toResponse(row), password };
}

/** @throws Problem `not_found`, also for another member's. */
export async function revokeAppPassword(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user.id);
    const [gone] = await tx
      .deleteFrom('app_password')
      .where('user_id', '=', user.id)
      .where('id', '=', id)
      .returning('name')
      .execute();
    if (!gone) throw new Problem('not_found');
    await insertSecurityEvent(tx, user.id, `Removed the app password “${gone.name}”`, c.clock());
  });
}

/** The passwords themselves are left out of the export: it may be kept less carefully. */
export const appPasswordData: PersonalData = {
  name: 'app_passwords',
  export: async (db, user_id) => (await selectAppPasswords(db, user_id)).map(toResponse),
  erase: (tx, user_id) => tx.deleteFrom('app_password').where('user_id', '=', user_id).execute(),
};

/**
 * The member whose app password this is; undefined for anything else, and while the member is suspended.
 * @param name also has to be the member's username or email address.
 */
export async function findAppUser(
  c: AccountsContext,
  password: string,
  name?: string,
): Promise<CurrentUser | undefined> {
  if (!FORM.test(password)) return undefined;
  const [row] = await selectUsers(c).where('app_password.token_hash', '=', hashOf(password)).execute();
  return row && (name === undefined || isNamed(row, name)) ? toUser(c, row) : undefined;
}

/**
 * The member of this name who has an app password with this proof.
 * @param proof MD5 of the password followed by the salt, in hexadecimal.
 */
export async function findAppUserByToken(
  c: AccountsContext,
  name: string,
  { proof, salt }: { proof: string; salt: string },
): Promise<CurrentUser | undefined> {
  if (!/^[\da-f]{32}$/i.test(proof)) return undefined;
  const given = Buffer.from(proof, 'hex');
  const rows = await selectUsers(c)
    .where((eb) => eb.or({ 'user.username_key': usernameKey(name), 'user.email': name.toLowerCase() }))
    .limit(2 * APP_PASSWORDS_MAX)
    .execute();
  const row = rows.find(({ secret, id }) => {
    const password = c.secrets.open(secret, id);
    const expected = createHash('md5').update(`${password}${salt}`).digest();
    return password !== undefined && timingSafeEqual(expected, given);
  });
  return row && toUser(c, row);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

function selectUsers({ db }: AccountsContext) {
  return db
    .selectFrom('app_password')
    .innerJoin('user', 'user.id', 'app_password.user_id')
    .leftJoin('account_status', 'account_status.user_id', 'user.id')
    .where('user.deleted_at', 'is', null)
    .where('user.suspended_at', 'is', null)
    .select([
      'user.id',
      'user.username',
      'user.username_key',
      'user.name',
      'user.email',
      'user.avatar_url',
      'user.created_at',
      'user.language',
      'user.must_confirm_email',
      'user.email_confirmed_at',
      'account_status.plan_tier',
      'app_password.id as app_password_id',
      'app_password.token_hash',
      'app_password.secret',
      'app_password.last_used_at',
    ]);
}

const isNamed = ({ username_key, email }: Row, name: string) =>
  username_key === usernameKey(name) || email === name.toLowerCase();

async function toUser(c: AccountsContext, row: Row): Promise<CurrentUser> {
  const now = c.clock();
  if (now - (row.last_used_at ?? 0) > TOUCH_EVERY_MS && !c.isReadOnly())
    await c.db
      .updateTable('app_password')
      .set({ last_used_at: now })
      .where('id', '=', row.app_password_id)
      .execute();
  const { id, username, name, avatar_url, created_at, language } = row;
  const tier = row.plan_tier ?? 'free';
  return {
    ...{ id, username, name, avatar_url, created_at, language },
    email: row.email ?? '',
    // What an admin may do beyond a member takes a session.
    plan_tier: tier === 'admin' ? 'platinum' : tier,
    lacks_second_factor: false,
    must_confirm_email: mustConfirmEmail(c, row),
    session: row.token_hash,
    is_app: true,
  };
}
