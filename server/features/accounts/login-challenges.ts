import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SignInStepTable } from '../../platform/db/tables/accounts.ts';
import type { AccountsContext } from './accounts-context.ts';
import { hashOf, newToken } from './sessions.ts';

/** How long a person has for a step, ms. */
export const STEP_LASTS_MS = 5 * 60_000;

const DELETED_AT_ONCE = 1000;

type Step = Omit<SignInStepTable, 'token_hash' | 'expires_at'>;

/**
 * Begins a step of signing in that a browser has to finish, such as the use of a passkey.
 * @returns its token: 32 random bytes, which are not stored and work once. They also serve as WebAuthn's challenge.
 */
export async function beginStep(
  c: { db: Db | Tx; clock: () => number },
  step: Pick<Step, 'kind'> & Partial<Step>,
): Promise<string> {
  const token = newToken();
  await c.db
    .insertInto('sign_in_step')
    .values({
      user_id: null,
      session: null,
      browser: null,
      ...step,
      token_hash: hashOf(token),
      expires_at: c.clock() + STEP_LASTS_MS,
    })
    .execute();
  return token;
}

/** Uses up a step. @returns undefined if it is unknown, used, expired or of another kind. */
export async function takeStep(
  c: { db: Db | Tx; clock: () => number },
  kind: Step['kind'],
  token: string,
): Promise<Step | undefined> {
  const rows = await c.db
    .deleteFrom('sign_in_step')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', c.clock())
    .returning(['kind', 'user_id', 'session', 'browser'])
    .execute();
  return rows[0];
}

/** Reads a step without using it up: one that may be tried again. */
export function selectStep(c: AccountsContext, kind: Step['kind'], token: string): Promise<Step | undefined> {
  return c.db
    .selectFrom('sign_in_step')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', c.clock())
    .select(['kind', 'user_id', 'session', 'browser'])
    .executeTakeFirst();
}

/** Runs hourly. Strangers begin steps, too, so a few are deleted at once: others write meanwhile. */
export async function deleteExpiredSteps(c: Pick<AccountsContext, 'db' | 'clock'>): Promise<void> {
  const now = c.clock();
  while ((await deleteExpired(c.db, now)) === DELETED_AT_ONCE);
}

async function deleteExpired(db: Db, now: number): Promise<number> {
  const expired = db
    .selectFrom('sign_in_step')
    .where('expires_at', '<=', now)
    .select('token_hash')
    .limit(DELETED_AT_ONCE);
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_step')
    .where('token_hash', 'in', expired)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends what a user has begun. */
export async function deleteSteps(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('sign_in_step').where('user_id', '=', user_id).execute();
}
