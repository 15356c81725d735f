import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { Tier } from 'contract/plans.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { insertStatus, startPlan } from './members/plans.ts';
import { usernameKey, usernamesFor } from './profile.ts';
import { insertEvent, insertUser, selectByEmail, type UserRow } from './queries.ts';

/**
 * Creates a user with an unused username and a plan.
 * @param username that they would like.
 * @throws Problem `email_taken`.
 */
export async function createAccount(
  tx: Tx,
  c: Pick<AccountsContext, 'clock' | 'personalData'>,
  input: { name: string; email: string; password_hash: string | null; language?: LanguageCode },
  tier: Tier,
  username?: string,
): Promise<UserRow> {
  const now = c.clock();
  const wishes = [...(username === undefined ? [] : [username]), input.name, input.email.split('@')[0]!];
  const user = { id: randomUUID(), language: null, ...input, created_at: Math.floor(now / 1000) };
  for (const username of usernamesFor(wishes)) {
    if (await insertUser(tx, { ...user, username, username_key: usernameKey(username) })) {
      await insertStatus(tx, user.id, tier, now);
      await startPlan(tx, c, user.id, tier);
      await insertEvent(tx, { user_id: user.id, kind: 'joined', created_at: now });
      const { password_hash, ...row } = user;
      return { ...row, username, avatar_url: null };
    }
    if (await selectByEmail(tx, input.email)) throw emailTaken();
  }
  throw new Error('No username was free.');
}

export const emailTaken = () => new Problem('email_taken', undefined, { field: 'email' });
