import { createHmac } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { ipBucket } from '../../platform/http/visitor.ts';
import type { AccountsContext } from './accounts-context.ts';

const DAY_MS = 86_400_000;

/** A network may create this many times as many accounts as one address in it. */
const NETWORK_FACTOR = 5;

/**
 * Counts a new account for its address and its network, in the database: unlike the limit in the memory of a server, it
 * lasts through restarts and holds for all servers together. Days are those of UTC.
 * @throws Problem `too_many_requests` if either has had enough today.
 */
export async function countSignUp(tx: Tx, c: AccountsContext, address: string): Promise<void> {
  const { signUpsPerDay } = c.accountSettings;
  if (signUpsPerDay === undefined) return;
  const now = c.clock();
  const day = Math.floor(now / DAY_MS);
  const bucket = ipBucket(address);
  // Always in this order, so that concurrent sign-ups cannot deadlock.
  for (const [name, limit] of [
    [`network ${networkOf(bucket)}`, signUpsPerDay * NETWORK_FACTOR],
    [`address ${bucket}`, signUpsPerDay],
  ] as const) {
    const place = createHmac('sha256', c.visitorSecret).update(`sign-up ${day} ${name}`).digest('base64url');
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('sign_up_count')
      .values({ day, place, accounts: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'place'])
          .doUpdateSet((eb) => ({ accounts: eb('sign_up_count.accounts', '+', 1) }))
          .where('sign_up_count.accounts', '<', limit),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n)
      throw new Problem(
        'too_many_requests',
        'Too many accounts were created from your network today. Please try again tomorrow.',
        { retry_after: Math.ceil(((day + 1) * DAY_MS - now) / 1000) },
      );
  }
}

/** The /24 of an IPv4 bucket, the /48 of an IPv6 one. */
function networkOf(bucket: string): string {
  return bucket
    .split(bucket.includes(':') ? ':' : '.')
    .slice(0, 3)
    .join('.');
}

export async function deleteOldSignUpCounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_up_count')
    .where('day', '<', Math.floor(now / DAY_MS))
    .execute();
}
