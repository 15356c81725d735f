import { Problem } from 'contract/errors.ts';
import { allowance, slowdown, touch } from '../../platform/http/limits.ts';
import { household } from '../../platform/http/visitor.ts';

const MINUTE = 60_000;

/** What keeps guessers, farmers of accounts and senders of unwanted mail slow. */
export interface Guard {
  /**
   * Checks a password under watch: `check` says whether it was right. Failures make the next tries wait.
   * @throws Problem `too_many_attempts` with `retry_after` while this account or address has to wait.
   */
  attempt: (
    who: { account: string; address: string; now: number },
    check: () => Promise<boolean>,
  ) => Promise<boolean>;
  /** @throws Problem `too_many_requests` when this address made too many accounts. */
  maySignUp: (address: string, now: number) => void;
  /** @throws Problem `too_many_requests` when this address asked for too many mails. */
  mayAskForMail: (address: string, now: number) => void;
  /** Whether one more mail may go to this mailbox; whoever asks is not told. */
  mayBeMailed: (email: string, now: number) => boolean;
}

/**
 * Failed passwords count three times: for the address at this account, which grows slow soon; for the address
 * at all accounts (one password tried on many); and for the account from everywhere (one account tried from
 * many addresses). The last waits a minute at most, and not at all from where its owner got in before:
 * nobody can be locked out by someone else's tries.
 */
export function accountGuard(): Guard {
  const pairs = slowdown({ free: 5, longestMs: 15 * MINUTE });
  const addresses = slowdown({ free: 30, longestMs: 15 * MINUTE });
  const accounts = slowdown({ free: 50, longestMs: MINUTE });
  const familiar = new Map<string, true>();
  const signUps = allowance({ burst: 20, perSecond: 20 / 3600 });
  const mailAsks = allowance({ burst: 10, perSecond: 10 / 3600 });
  const mailboxes = allowance({ burst: 3, perSecond: 3 / 3600 });

  const refuseAfter = (ms: number) => {
    if (ms > 0) throw new Problem('too_many_requests', undefined, { retry_after: Math.ceil(ms / 1000) });
  };
  return {
    attempt: async ({ account, address, now }, check) => {
      const home = household(address);
      const pair = `${home} ${account}`;
      const counters = [
        [pairs, pair],
        [addresses, home],
        ...(familiar.has(pair) ? [] : ([[accounts, account]] as const)),
      ] as const;
      const wait = Math.max(...counters.map(([counter, key]) => counter.wait(key, now)));
      if (wait > 0)
        throw new Problem('too_many_attempts', undefined, { retry_after: Math.ceil(wait / 1000) });
      // Counted before it is known, and taken back after: tries at the same time must not all be the first.
      for (const [counter, key] of counters) counter.failed(key, now);
      let right: boolean | undefined;
      try {
        right = await check();
      } finally {
        if (right !== false) for (const [counter, key] of counters) counter.forgive(key, 1);
      }
      if (right) {
        pairs.forgive(pair);
        touch(familiar, pair, true);
      }
      return right;
    },
    maySignUp: (address, now) => refuseAfter(signUps(household(address), now)),
    mayAskForMail: (address, now) => refuseAfter(mailAsks(household(address), now)),
    mayBeMailed: (email, now) => mailboxes(email, now) === 0,
  };
}

/** For tests and measurements (`RATE_LIMIT=off`). */
export const noGuard: Guard = {
  attempt: (_who, check) => check(),
  maySignUp: () => {},
  mayAskForMail: () => {},
  mayBeMailed: () => true,
};
