import { availableParallelism } from 'node:os';
import { charge } from '../../../platform/call-cost.ts';
import { concurrencyLimit } from '../../../platform/concurrency.ts';

/** Hashes and verifies passwords. */
export interface Passwords {
  /** @throws Problem `unavailable` if too many calls are waiting. */
  hash: (password: string) => Promise<string>;
  /**
   * True if the password matches the hash. Takes as long without a hash, so that timing does not reveal whether an
   * account exists.
   */
  matches: (hash: string | null | undefined, password: string) => Promise<boolean>;
}

/** The hash of 24 discarded random bytes, with the usual settings. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Sj77gFO/YF3JvE8+C8s+Ag$tAeOh/lvYbSy/u4qabhTpEY1LYBkUqlLefHWPoXLIr8';

/** About ten seconds of work on two cores. */
const MAX_QUEUED = 250;

/** Cost to a call; see `Endpoint.cost`. */
const COST = 15;

/** argon2id with 19 MiB and 2 passes (OWASP's minimum), a few at a time. */
export function argon2Passwords(): Passwords {
  const limit = concurrencyLimit({
    atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)),
    waiting: MAX_QUEUED,
  });
  const enter = <T>(work: () => Promise<T>) => {
    charge(COST);
    return limit(work);
  };
  const argon2 = () => import('@node-rs/argon2');
  // The same keys produce different code points on different systems (é as one or as two).
  const normalized = (password: string) => password.normalize('NFKC');
  return {
    hash: (password) => enter(async () => (await argon2()).hash(normalized(password))),
    matches: (hash, password) =>
      enter(
        async () => (await (await argon2()).verify(hash ?? DUMMY_HASH, normalized(password))) && hash != null,
      ),
  };
}
