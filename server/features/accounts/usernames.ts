import { randomInt } from 'node:crypto';
import { USERNAME_MAX, USERNAME_MIN } from 'contract/accounts-constants.ts';
import { fold } from '../../platform/text/fold.ts';

/** Names that would pass for the house itself. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'moderator',
  'official',
  'ovation',
  'root',
  'staff',
  'support',
  'system',
]);

/** What makes two usernames the same. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

export function isReserved(username: string): boolean {
  return RESERVED.has(usernameKey(username)) || /^deleted[-_.]/i.test(username);
}

/**
 * Usernames to try for a new account, the nicest first: from the name, otherwise from the email's local part;
 * then with ever longer numbers.
 */
export function* usernamesFor(name: string, email: string): Generator<string> {
  const base =
    [name, email.split('@')[0]!]
      .map((text) =>
        fold(text)
          .replace(/[^a-z0-9]+/g, '-')
          .slice(0, USERNAME_MAX - 8)
          .replace(/^-+|-+$/g, ''),
      )
      .find((text) => text.length >= USERNAME_MIN) ?? 'listener';
  if (!isReserved(base)) yield base;
  for (const most of [100, 10_000, 1_000_000, 10_000_000]) yield `${base}-${randomInt(most)}`;
}
