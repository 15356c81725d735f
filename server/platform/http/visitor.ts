import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * Someone who is not signed in, as a keyed hash of their address: it cannot be looked up again from what is
 * stored. An IPv6 household counts by its /64.
 */
export function visitorKey(secret: string, address: string): string {
  return `visitor:${createHmac('sha256', secret).update(household(address)).digest('base64url').slice(0, 22)}`;
}

/** Who shares this address: an IPv4 address itself, the /64 of an IPv6 address. */
export function household(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(mapped) ? network64(mapped) : mapped;
}

/** The first four groups of an IPv6 address, `::` written out. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
