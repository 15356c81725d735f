import { randomInt } from 'node:crypto';
import { USERNAME_MAX, USERNAME_MIN } from 'contract/accounts-constants.ts';
import { fold } from 'contract/fold.ts';

/** Names that could impersonate the product. */
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

/** Usernames with the same key are the same. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

export function isReserved(username: string): boolean {
  return RESERVED.has(usernameKey(username)) || /^deleted[-_.]/i.test(username);
}

/**
 * Candidate usernames for a new account, the nicest first: from the name, or else from the email's local part, then with
 * random numbers of growing length.
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
  for (const max of [100, 10_000, 1_000_000, 10_000_000]) yield `${base}-${randomInt(max)}`;
}
