import type { Tier } from 'contract/plans.ts';
import { permanent } from './storage.ts';

const KEY = 'ovation.token';
const PLAN_KEY = 'ovation.plan';
/** Storage key of waiting plays, heard without a connection; see `web/player/engine/backfilled-plays.ts`. */
export const BACKFILLED_PLAYS_KEY = 'ovation.late-plays';

/** Characters that a header can carry. Anything else is not a token, but would make every call fail. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

function storedToken(): string | null {
  const token = permanent.get(KEY);
  if (token === null || TOKEN.test(token)) return token;
  permanent.remove(KEY);
  return null;
}

/** Not from the contract, whose plans would come into the first chunk. */
const PLANS: Record<Tier, true> = { free: true, plus: true, premium: true, platinum: true, admin: true };

type Event = 'unauthorized' | 'logout' | 'login';
const listeners = new Set<(event: Event) => void>();
const emit = (event: Event) => {
  for (const listener of listeners) listener(event);
};

/** The session's token in local storage (§4), and its events from this tab and others. */
export const session = {
  token: storedToken,
  begin(token: string): void {
    permanent.remove(PLAN_KEY);
    permanent.remove(BACKFILLED_PLAYS_KEY);
    permanent.set(KEY, token);
  },
  /** The plan that the user had last, for a page's layout until they are loaded. The inline script reads it, too. */
  lastPlan(): Tier | null {
    const plan = storedToken() === null ? null : permanent.get(PLAN_KEY);
    return plan !== null && Object.hasOwn(PLANS, plan) ? (plan as Tier) : null;
  },
  keepPlan: (tier: Tier): void => permanent.set(PLAN_KEY, tier),
  /** Gives up a session that could not begin. */
  cancel: (): void => permanent.remove(KEY),
  /** Ends it for the page; see `sign-out.ts`. */
  end(): void {
    permanent.remove(KEY);
    permanent.remove(BACKFILLED_PLAYS_KEY);
    emit('logout');
  },
  /** Removes a token that the server refused, unless another one has replaced it. */
  refused(token: string): void {
    if (permanent.get(KEY) !== token) return;
    permanent.remove(KEY);
    emit('unauthorized');
  },
  /** @returns a function that unsubscribes. */
  listen(listener: (event: Event) => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === KEY) listener(event.newValue === null ? 'logout' : 'login');
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  },
};
