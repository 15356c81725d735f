import { call } from './http/api.ts';
import { session } from './storage/session-token.ts';
import { permanent, perTab } from './storage/storage.ts';

/** Keys that stay: settings of this device, and whose songs it keeps until they are removed. */
const OF_DEVICE = new Set(
  ['theme', 'volume', 'overlap', 'letter-keys', 'kept'].map((key) => `ovation.${key}`),
);

/** Ends the session here. Nothing of the member stays in storage. */
export function forgetMember(): void {
  for (const storage of [permanent, perTab])
    for (const key of storage.keys()) if (!OF_DEVICE.has(key)) storage.remove(key);
  session.end();
}

/** Ends the session here, without waiting for the server, and there. */
export function signOut(): void {
  call('POST /auth/logout').catch((error) =>
    console.warn('The session could not be ended on the server.', error),
  );
  forgetMember();
}
