import { createHmac } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { keyedMutex } from '../../../platform/concurrency.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { ipBucket } from '../../../platform/http/requests/caller.ts';
import { rateLimit, type Slowdown, slowdown, tooMany } from '../../../platform/http/requests/rate-limit.ts';
import type { AccountsContext } from '../accounts-context.ts';

/** Slows down password guessing, mass sign-ups and unsolicited mail. */
export interface Guard {
  /**
   * Runs `check`, which returns whether a password is correct. Failures delay further attempts.
   * @throws Problem `too_many_attempts` with `retry_after` while this account or address has to wait; `unavailable` if
   *   too many attempts of this address wait for each other.
   */
  attempt: (who: Attempt, check: () => Promise<boolean>) => Promise<boolean>;
  /**
   * Runs `check`, which returns whether a code of a second factor is right. The waits are longer than for passwords:
   * codes are short, and only who knows the password can try one, so that nobody else can keep the owner out.
   * @throws Problem like `attempt`.
   */
  attemptCode: Guard['attempt'];
  /** @throws Problem `too_many_requests` if this ip created too many accounts, or asked whether addresses have one. */
  limitSignUps: (ip: string, now: number) => void;
  /** @throws Problem `too_many_requests` if this ip checked too many invitations. */
  limitInvitations: (ip: string, now: number) => void;
  /** @throws Problem `too_many_requests` if this ip requested too many mails. */
  limitMailRequests: (ip: string, now: number) => void;
  /** True if another mail may go to this mailbox. The caller must not learn the answer. */
  mayMail: (email: string, now: number) => boolean;
}

interface Attempt {
  account: string;
  ip: string;
  now: number;
  /** True if the owner of the account has logged in from this address before. */
  known: boolean;
}

/**
 * The waits are short, since nobody may be kept out by other people's attempts for long. One attempt in 15 seconds is
 * useless for guessing all but the weakest passwords.
 */
const LONGEST_MS = 15_000;
const LONGEST_PAIR_MS = 60_000;

/** Guessing a code of six digits at this pace takes years. */
const LONGEST_CODE_MS = 300_000;

/** Attempts that may wait for each other. */
const WAITING = 100;

/**
 * Counts failed passwords three times: per address and account, which slows down soon; per address (one password tried
 * on many accounts); and per account (one account tried from many addresses). Where the owner has logged in before,
 * only failures of that address on that account count: attempts elsewhere cannot keep the owner out.
 *
 * The attempts of an address are checked one after another. So concurrent ones cannot get around the limits, and do not
 * count as failures while they run.
 */
export function accountGuard(): Guard {
  const knownPairs = slowdown({ free: 20, longestMs: LONGEST_MS });
  const pairs = slowdown({ free: 5, longestMs: LONGEST_PAIR_MS });
  const ips = slowdown({ free: 30, longestMs: LONGEST_MS });
  const accounts = slowdown({ free: 50, longestMs: LONGEST_MS });
  const knownCodes = slowdown({ free: 10, longestMs: LONGEST_PAIR_MS });
  const codes = slowdown({ free: 5, longestMs: LONGEST_CODE_MS });
  const oneByOne = keyedMutex({ waiting: WAITING });
  const signUps = rateLimit({ burst: 20, perSecond: 20 / 3600 });
  const invitations = rateLimit({ burst: 30, perSecond: 30 / 3600 });
  const mailRequests = rateLimit({ burst: 10, perSecond: 10 / 3600 });
  const mailboxes = rateLimit({ burst: 3, perSecond: 3 / 3600 });

  const refuseAfter = (ms: number) => {
    if (ms > 0) throw tooMany(ms);
  };
  return {
    attempt: ({ account, ip, now, known }, check) => {
      const place = ipBucket(ip);
      const pair = `${place} ${account}`;
      const counters: [Slowdown, string][] = known
        ? [[knownPairs, pair]]
        : [
            [pairs, pair],
            [ips, place],
            [accounts, account],
          ];
      // A known place does not wait for the attempts on other accounts there.
      return oneByOne(known ? pair : place, () => counted(counters, now, check));
    },
    attemptCode: ({ account, ip, now, known }, check) => {
      const key = known ? `${ipBucket(ip)} ${account}` : account;
      return oneByOne(`code ${key}`, () => counted([[known ? knownCodes : codes, key]], now, check));
    },
    limitSignUps: (ip, now) => refuseAfter(signUps(ipBucket(ip), now)),
    limitInvitations: (ip, now) => refuseAfter(invitations(ipBucket(ip), now)),
    limitMailRequests: (ip, now) => refuseAfter(mailRequests(ipBucket(ip), now)),
    mayMail: (email, now) => mailboxes(email, now) === 0,
  };
}

/** Runs the check unless one of the counters says to wait, and counts its failure in all of them. */
async function counted(counters: [Slowdown, string][], now: number, check: () => Promise<boolean>) {
  const wait = Math.max(...counters.map(([counter, key]) => counter.wait(key, now)));
  if (wait > 0) throw tooMany(wait, 'too_many_attempts');
  const correct = await check();
  if (!correct) for (const [counter, key] of counters) counter.failed(key, now);
  else counters[0]![0].forgive(counters[0]![1]);
  return correct;
}

/** For tests and benchmarks (`RATE_LIMIT=off`). */
export const noGuard: Guard = {
  attempt: (_who, check) => check(),
  attemptCode: (_who, check) => check(),
  limitSignUps: () => {},
  limitInvitations: () => {},
  limitMailRequests: () => {},
  mayMail: () => true,
};

const DAY_MS = 86_400_000;

/** A network may create this many times as many accounts as one address in it. */
const NETWORK_FACTOR = 5;

/**
 * Counts a new account for its address and its network, in the database: unlike the limit in the memory of a server, it
 * lasts through restarts and holds for all servers together. Days are those of UTC.
 * @throws Problem `too_many_requests` if either has had enough today.
 */
export async function countSignUp(tx: Tx, c: AccountsContext, ip: string): Promise<void> {
  const { signUpsPerDay } = c.accountSettings;
  if (signUpsPerDay === undefined) return;
  const now = c.clock();
  const day = Math.floor(now / DAY_MS);
  const bucket = ipBucket(ip);
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
