import { Problem } from 'contract/errors.ts';
import { rateLimit, slowdown, touch } from '../../platform/http/rate-limit.ts';
import { ipBucket } from '../../platform/http/visitor.ts';

const MINUTE = 60_000;

/** Slows down password guessing, mass sign-ups and unsolicited mail. */
export interface Guard {
  /**
   * Runs `check`, which returns whether a password is correct. Failures delay further attempts.
   * @throws Problem `too_many_attempts` with `retry_after` while this account or address has to wait.
   */
  attempt: (
    who: { account: string; address: string; now: number },
    check: () => Promise<boolean>,
  ) => Promise<boolean>;
  /** @throws Problem `too_many_requests` if this address created too many accounts. */
  limitSignUps: (address: string, now: number) => void;
  /** @throws Problem `too_many_requests` if this address requested too many mails. */
  limitMailRequests: (address: string, now: number) => void;
  /** Whether another mail may go to this mailbox. The caller must not learn the answer. */
  mayMail: (email: string, now: number) => boolean;
}

/**
 * Counts failed passwords three times: per address and account, which slows down soon; per address (one password tried
 * on many accounts); and per account (one account tried from many addresses). The last waits at most a minute, and not
 * at all where its owner has logged in before: nobody can be locked out by other people's attempts.
 */
export function accountGuard(): Guard {
  const pairs = slowdown({ free: 5, longestMs: 15 * MINUTE });
  const addresses = slowdown({ free: 30, longestMs: 15 * MINUTE });
  const accounts = slowdown({ free: 50, longestMs: MINUTE });
  const familiar = new Map<string, true>();
  const signUps = rateLimit({ burst: 20, perSecond: 20 / 3600 });
  const mailRequests = rateLimit({ burst: 10, perSecond: 10 / 3600 });
  const mailboxes = rateLimit({ burst: 3, perSecond: 3 / 3600 });

  const refuseAfter = (ms: number) => {
    if (ms > 0) throw new Problem('too_many_requests', undefined, { retry_after: Math.ceil(ms / 1000) });
  };
  return {
    attempt: async ({ account, address, now }, check) => {
      const home = ipBucket(address);
      const pair = `${home} ${account}`;
      const counters = [
        [pairs, pair],
        [addresses, home],
        ...(familiar.has(pair) ? [] : ([[accounts, account]] as const)),
      ] as const;
      const wait = Math.max(...counters.map(([counter, key]) => counter.wait(key, now)));
      if (wait > 0)
        throw new Problem('too_many_attempts', undefined, { retry_after: Math.ceil(wait / 1000) });
      // Counted before the result is known and taken back after it, so that concurrent attempts count too.
      for (const [counter, key] of counters) counter.failed(key, now);
      let correct: boolean | undefined;
      try {
        correct = await check();
      } finally {
        if (correct !== false) for (const [counter, key] of counters) counter.forgive(key, 1);
      }
      if (correct) {
        pairs.forgive(pair);
        touch(familiar, pair, true);
      }
      return correct;
    },
    limitSignUps: (address, now) => refuseAfter(signUps(ipBucket(address), now)),
    limitMailRequests: (address, now) => refuseAfter(mailRequests(ipBucket(address), now)),
    mayMail: (email, now) => mailboxes(email, now) === 0,
  };
}

/** For tests and benchmarks (`RATE_LIMIT=off`). */
export const noGuard: Guard = {
  attempt: (_who, check) => check(),
  limitSignUps: () => {},
  limitMailRequests: () => {},
  mayMail: () => true,
};
