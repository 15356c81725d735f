import { availableParallelism } from 'node:os';
import { gate } from '../../platform/http/gate.ts';

/** Hashes and checks passwords with argon2id (19 MiB, 2 passes: OWASP's minimum), a few at a time. */
export interface Passwords {
  /** @throws Problem `unavailable` when too many wait already. */
  hash: (password: string) => Promise<string>;
  /**
   * Whether the password belongs to the hash. Without a hash it works just as long and says no, so that the
   * time does not tell whether there is such an account.
   */
  matches: (hash: string | null | undefined, password: string) => Promise<boolean>;
}

/** A hash of 24 random bytes that nobody kept, with the settings of every other. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Sj77gFO/YF3JvE8+C8s+Ag$tAeOh/lvYbSy/u4qabhTpEY1LYBkUqlLefHWPoXLIr8';

/** About ten seconds of waiting on two cores. */
const MOST_WAITING = 250;

export function argon2Passwords(): Passwords {
  const enter = gate({ atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)), waiting: MOST_WAITING });
  const argon2 = () => import('@node-rs/argon2');
  // The same key presses give other code points on other systems (é as one or as two).
  const unified = (password: string) => password.normalize('NFKC');
  return {
    hash: (password) => enter(async () => (await argon2()).hash(unified(password))),
    matches: (hash, password) =>
      enter(
        async () => (await (await argon2()).verify(hash ?? NOBODYS_HASH, unified(password))) && hash != null,
      ),
  };
}
