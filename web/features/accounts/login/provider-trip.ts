import { perTab } from '../../../lib/storage/storage.ts';
import { readStored } from '../../../lib/storage/stored.ts';

const KEY = 'ovation.provider';

/** Purpose of the trip to the login provider, and the destination afterwards. */
interface Trip {
  purpose: 'log-in' | 'link';
  from: string;
}

/** Answer of the login provider; without a code if the person or the provider declined. */
export interface ProviderReturn extends Trip {
  state: string;
  code: string | null;
  iss: string | undefined;
  /** Login provider; each sends browsers back to an address of its own. */
  provider: string;
}

/** Goes to the login provider. Only this tab remembers why. */
export function leaveForProvider(url: string, trip: Trip): void {
  perTab.set(KEY, JSON.stringify(trip));
  location.assign(url);
}

/** The provider's answer in the address. */
export function readProviderReturn(): ProviderReturn | null {
  const query = new URLSearchParams(location.search);
  const state = query.get('state');
  if (state === null || !(query.has('code') || query.has('error'))) return null;
  const trip = readStored<Trip>(perTab, KEY, { purpose: 'string', from: 'string' }) ?? {
    purpose: 'log-in',
    from: '/',
  };
  const provider = location.pathname.split('/')[2] || '1';
  return { ...trip, provider, state, code: query.get('code'), iss: query.get('iss') ?? undefined };
}

/** Removes the answer from the address: it works once. */
export function forgetProviderReturn(): void {
  perTab.remove(KEY);
  history.replaceState(history.state, '', location.pathname);
}
