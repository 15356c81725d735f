import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Scope } from 'contract/features/accounts/scopes.ts';
import type { Tier } from 'contract/plans.ts';

/** The signed-in user, loaded with the session in one query. */
export interface CurrentUser {
  id: string;
  username: string;
  name: string;
  email: string;
  avatar_url: string | null;
  /** Epoch seconds. */
  created_at: number;
  /** As they chose it; see `memberLanguage`. */
  language: string | null;
  plan_tier: Tier;
  /**
   * True if this is an admin who has to sign in with a second factor and did not: `plan_tier` is then that of a free
   * member.
   */
  lacks_second_factor: boolean;
  /** True if the account is limited until a link in a mail proves that the address is theirs. */
  must_confirm_email: boolean;
  /** The hash of this session's token; of the password itself for an app password. */
  session: string;
  /** True if a program calls with an app password. Admins then have no admin's rights. */
  is_app: boolean;
  /** Name and scopes of the token of an admin's script; undefined for everybody else. */
  token?: { name: string; scopes: readonly Scope[] };
}

/** A visitor's key: a keyed hash, so that the stored value does not reveal the address. */
export function visitorKey(secret: string, ip: string): string {
  return `visitor:${createHmac('sha256', secret).update(ipBucket(ip)).digest('base64url').slice(0, 22)}`;
}

/** The key for limits per address: an IPv4 address itself, or the /64 network of an IPv6 address. */
export function ipBucket(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(mapped) ? network64(mapped) : mapped;
}

/** The first four groups of an IPv6 address, with `::` expanded. */
function network64(ip: string): string {
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
