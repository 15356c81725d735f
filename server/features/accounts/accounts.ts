import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { discardAvatar } from './avatar.ts';
import type { Guard } from './guard.ts';
import { eraseElsewhere, erasePerson } from './personal.ts';
import {
  anonymise,
  dropResets,
  emailTaken,
  findByEmail,
  holdUser,
  insertStatus,
  insertUser,
  noteEvent,
  passwordHashOf,
  setPasswordHash,
  swapAvatar,
  updateUser,
  setTier as writeTier,
} from './queries.ts';
import { beginSession, endSessions } from './sessions.ts';
import { isReserved, usernameKey, usernamesFor } from './usernames.ts';

export { accountEventData } from './account-events.ts';
export type { PersonalData } from './personal-data.ts';
export { assertBelowLimit, lockPlan } from './plan-limit.ts';
export { replaceCustomer } from './queries.ts';

/** A user's public columns. */
export type UserRow = Pick<CurrentUser, 'id' | 'username' | 'name' | 'email' | 'avatar_url' | 'created_at'>;

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** Where a call came from, and what watches it. */
export interface Watch {
  guard: Guard;
  address: string;
}

/**
 * Makes an account with the free plan and begins a session.
 * @throws Problem `email_taken`.
 */
export async function signUp(c: Context, wish: NewAccount) {
  const hashed = await withHash(c, wish);
  return c.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, c, hashed, 'free');
    return { user, authToken: await beginSession(tx, user.id, c.clock()) };
  });
}

/**
 * Makes an account of any plan; for the cli.
 * @throws Problem `email_taken`.
 */
export async function createAccountWithPassword(c: Context, wish: NewAccount, tier: Tier): Promise<UserRow> {
  const hashed = await withHash(c, wish);
  return c.db.transaction().execute((tx) => createAccount(tx, c, hashed, tier));
}

async function withHash(c: Context, { name, email, password }: NewAccount) {
  // Spares the hash where the answer is known; the unique column is what decides.
  if (await emailTaken(c.db, email)) throw new Problem('email_taken', undefined, { field: 'email' });
  return { name, email, password_hash: await c.passwords.hash(password) };
}

/** Somebody by their email; for the cli. @throws Problem `not_found`. */
export async function findUser(c: Context, email: string): Promise<{ id: string }> {
  const found = await findByEmail(c.db, email);
  if (!found) throw new Problem('not_found', `There is no account with the email ${email}.`);
  return { id: found.id };
}

/**
 * Creates a user with an unused username and a plan.
 * @throws Problem `email_taken`.
 */
export async function createAccount(
  tx: Tx,
  c: Pick<Context, 'clock' | 'personalData'>,
  input: { name: string; email: string; password_hash: string },
  tier: Tier,
): Promise<UserRow> {
  const now = c.clock();
  const user = { id: randomUUID(), ...input, created_at: Math.floor(now / 1000) };
  for (const username of usernamesFor(input.name, input.email)) {
    if (await insertUser(tx, { ...user, username, username_key: usernameKey(username) })) {
      await insertStatus(tx, user.id, tier, now);
      await startPlan(tx, c, user.id, tier, now);
      await noteEvent(tx, { user_id: user.id, kind: 'joined', created_at: now });
      const { password_hash, ...row } = user;
      return { ...row, username, avatar_url: null };
    }
    if (await emailTaken(tx, input.email)) throw new Problem('email_taken', undefined, { field: 'email' });
  }
  throw new Error('No username was free.');
}

/**
 * Begins a session. A wrong email and a wrong password take the same time and get the same answer.
 * @throws Problem `wrong_credentials`; `too_many_attempts` after too many of them.
 */
export async function logIn(c: Context, watch: Watch, given: { email: string; password: string }) {
  const found = await findByEmail(c.db, given.email);
  const right = await watch.guard.attempt(
    { account: given.email, address: watch.address, now: c.clock() },
    () => c.passwords.matches(found?.password_hash, given.password),
  );
  if (!right || !found) throw new Problem('wrong_credentials');
  const { password_hash, ...user } = found;
  const authToken = await c.db.transaction().execute(async (tx) => {
    // The password may have been changed while this one was checked.
    if ((await holdUser(tx, c.engine, user.id)) !== password_hash) throw new Problem('wrong_credentials');
    return beginSession(tx, user.id, c.clock());
  });
  return { authToken, user: { ...user, email: given.email } };
}

/**
 * Changes the own password and ends every other session.
 * @throws Problem `wrong_password`.
 */
export async function changePassword(
  c: Context,
  watch: Watch,
  user: CurrentUser,
  given: { current_password: string; new_password: string },
): Promise<void> {
  const checked = await checkedHash(c, watch, user, given.current_password, 'current_password');
  const fresh = await c.passwords.hash(given.new_password);
  await c.db.transaction().execute(async (tx) => {
    if ((await holdUser(tx, c.engine, user.id)) !== checked) throw new Problem('wrong_password');
    await replacePassword(tx, user.id, fresh, c.clock(), user.session);
  });
}

/** Sets a password without asking for the old one, and ends every session; for the cli. */
export async function setPassword(c: Context, user_id: string, password: string): Promise<void> {
  const fresh = await c.passwords.hash(password);
  await c.db.transaction().execute(async (tx) => {
    await holdUser(tx, c.engine, user_id);
    await replacePassword(tx, user_id, fresh, c.clock());
  });
}

/** The user's row must be held. Links sent for the old password are void; `keep` is the session that may go on. */
export async function replacePassword(
  tx: Tx,
  user_id: string,
  password_hash: string,
  now: number,
  keep?: string,
): Promise<void> {
  await setPasswordHash(tx, user_id, password_hash);
  await endSessions(tx, user_id, keep);
  await dropResets(tx, user_id);
  await noteEvent(tx, { user_id, kind: 'password', created_at: now });
}

/**
 * Changes the own name or username, or takes the picture away. A picture comes by upload alone: an address
 * from elsewhere would tell its host who looks at it.
 * @throws Problem `username_taken`.
 */
export async function editProfile(
  c: Context,
  user: CurrentUser,
  wish: { name?: string | undefined; username?: string | undefined; avatar_url?: null | undefined },
): Promise<UserRow> {
  const { name, username } = wish;
  const renamed = username !== undefined && username !== user.username;
  if (renamed && isReserved(username)) throw new Problem('username_taken', undefined, { field: 'username' });
  const removesPicture = wish.avatar_url === null && user.avatar_url !== null;
  // Writes only what changes, so that a picture uploaded at the same moment is kept.
  const changes = {
    ...(name !== undefined && name !== user.name && { name }),
    ...(renamed && { username, username_key: usernameKey(username) }),
  };
  const hasChanges = Object.keys(changes).length > 0;
  if (!hasChanges && !removesPicture) return user;
  let picture: string | null = null;
  try {
    await c.db.transaction().execute(async (tx) => {
      if (!(await holdUser(tx, c.engine, user.id))) throw new Problem('unauthorized');
      if (removesPicture) picture = await swapAvatar(tx, user.id, null);
      if (!hasChanges) return;
      await updateUser(tx, user.id, changes);
      await noteEvent(tx, { user_id: user.id, kind: 'profile', created_at: c.clock() });
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw new Problem('username_taken', undefined, { field: 'username' });
    throw error;
  }
  await discardAvatar(c, picture);
  return { ...user, ...changes, ...(removesPicture && { avatar_url: null }) };
}

/**
 * Deletes the own account: what is personal goes, what others' rows stand on stays without a name.
 * @throws Problem `wrong_password`.
 */
export async function deleteAccount(
  c: Context,
  watch: Watch,
  user: CurrentUser,
  password: string,
): Promise<void> {
  const checked = await checkedHash(c, watch, user, password, 'password');
  const picture = await c.db.transaction().execute(async (tx) => {
    if ((await holdUser(tx, c.engine, user.id)) !== checked) throw new Problem('wrong_password');
    await erasePerson(tx, c, user.id);
    const avatar_url = await swapAvatar(tx, user.id, null);
    await anonymise(tx, user.id, c.clock());
    return avatar_url;
  });
  eraseElsewhere(c);
  await discardAvatar(c, picture);
}

/**
 * Gives a user another plan by an admin's hand, which ends their sessions: whatever they could do with the
 * old one is over at once. The same plan again changes nothing.
 */
export async function setTier(c: Context, user_id: string, tier: Tier): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    if (await changeTier(tx, c, user_id, tier)) await endSessions(tx, user_id);
  });
}

/**
 * Gives a user another plan, as a subscription does; sessions go on, since every call looks the plan up anew. The
 * monthly credits of the new plan are due at once.
 * @returns whether it is another than before.
 * @throws Problem `not_found` for nobody, and for a deleted account.
 */
export async function changeTier(
  tx: Tx,
  c: Pick<Context, 'engine' | 'clock' | 'personalData'>,
  user_id: string,
  tier: Tier,
): Promise<boolean> {
  const now = c.clock();
  if (!(await holdUser(tx, c.engine, user_id))) throw new Problem('not_found');
  await insertStatus(tx, user_id, 'free', now);
  if (!(await writeTier(tx, user_id, tier, now))) return false;
  await startPlan(tx, c, user_id, tier, now);
  await noteEvent(tx, { user_id, kind: 'plan', detail: tier, created_at: now });
  return true;
}

async function startPlan(
  tx: Tx,
  c: Pick<Context, 'personalData'>,
  user_id: string,
  tier: Tier,
  now: number,
): Promise<void> {
  for (const { planStarted } of c.personalData) await planStarted?.(tx, user_id, tier, now);
}

/** The hash that the given password was right for. @throws Problem `wrong_password`. */
async function checkedHash(c: Context, watch: Watch, user: CurrentUser, password: string, field: string) {
  const hash = await passwordHashOf(c.db, user.id);
  const right = await watch.guard.attempt(
    { account: user.email, address: watch.address, now: c.clock() },
    () => c.passwords.matches(hash, password),
  );
  if (!right) throw new Problem('wrong_password', undefined, { field });
  return hash;
}
