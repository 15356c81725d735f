import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { LoginChallengeTable } from '../../../platform/db/tables/accounts.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { hashOf, newToken } from './sessions.ts';

/** Time a person has to answer, ms. */
export const CHALLENGE_LASTS_MS = 5 * 60_000;

const DELETED_AT_ONCE = 1000;

type Challenge = Omit<LoginChallengeTable, 'token_hash' | 'expires_at'>;

/**
 * Creates a challenge that a browser has to answer to log in, such as by using a passkey.
 * @returns its token: 32 random bytes, which are not stored and work once. They also serve as WebAuthn's challenge.
 */
export async function createChallenge(
  c: { db: Db | Tx; clock: () => number },
  challenge: Pick<Challenge, 'kind'> & Partial<Challenge>,
): Promise<string> {
  const token = newToken();
  await c.db
    .insertInto('login_challenge')
    .values({
      user_id: null,
      session: null,
      browser: null,
      issuer: null,
      ...challenge,
      token_hash: hashOf(token),
      expires_at: c.clock() + CHALLENGE_LASTS_MS,
    })
    .execute();
  return token;
}

/** Uses up a challenge. @returns undefined if it is unknown, used, expired or of another kind. */
export async function consumeChallenge(
  c: { db: Db | Tx; clock: () => number },
  kind: Challenge['kind'],
  token: string,
): Promise<Challenge | undefined> {
  const rows = await c.db
    .deleteFrom('login_challenge')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', c.clock())
    .returning(['kind', 'user_id', 'session', 'browser', 'issuer'])
    .execute();
  return rows[0];
}

/** Reads a challenge without using it up: one that may be tried again. */
export function selectChallenge(
  c: AccountsContext,
  kind: Challenge['kind'],
  token: string,
): Promise<Challenge | undefined> {
  return c.db
    .selectFrom('login_challenge')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', c.clock())
    .select(['kind', 'user_id', 'session', 'browser', 'issuer'])
    .executeTakeFirst();
}

/** Runs hourly. Strangers create challenges, too, so a few are deleted at once: others write meanwhile. */
export async function deleteExpiredChallenges(c: Pick<AccountsContext, 'db' | 'clock'>): Promise<void> {
  const now = c.clock();
  while ((await deleteExpired(c.db, now)) === DELETED_AT_ONCE);
}

async function deleteExpired(db: Db, now: number): Promise<number> {
  const expired = db
    .selectFrom('login_challenge')
    .where('expires_at', '<=', now)
    .select('token_hash')
    .limit(DELETED_AT_ONCE);
  const { numDeletedRows } = await db
    .deleteFrom('login_challenge')
    .where('token_hash', 'in', expired)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends what a user has begun. */
export async function deleteChallenges(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('login_challenge').where('user_id', '=', user_id).execute();
}
