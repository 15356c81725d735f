import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Resolves a name, and fails if any of its addresses is private. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [], 0);
    const hidden = addresses.find(({ address }) => !isPublic(address));
    if (hidden) return callback(new Error(`${hostname} leads to a private address`), [], 0);
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/**
 * Reads a file from an address that a stranger chose: over https, at a host name of the public internet, without
 * redirects.
 * @throws Error for any other address, any other status than 200, and a file that is too large or too slow.
 */
export async function readPublic(
  address: string,
  { maxBytes, timeout }: { maxBytes: number; timeout: number },
): Promise<Buffer> {
  const url = new URL(address);
  // Addresses of numbers are not looked up, so they are not checked either.
  if (url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new Error('This is not a public address.');
  const headers = { 'accept-encoding': 'identity' };
  const signal = AbortSignal.timeout(timeout);
  const sent = request(url, { headers, agent: false, lookup: lookupPublic, signal }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // A signal that aborts late must not end the process.
  sent.on('error', () => {});
  try {
    if (response.statusCode !== 200) throw new Error(`${url.host} answered ${response.statusCode}.`);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new Error(`${url.host} sent more than ${maxBytes} bytes.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } finally {
    response.destroy();
  }
}

/** Networks that are not the public internet. Source: IANA's special-purpose address registries. */
const PRIVATE: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Everything but the global unicast addresses, and those that embed an IPv4 address.
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
];

/** One list per family, because a list compares IPv4 addresses with IPv6 networks too. */
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of PRIVATE) {
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  blocked[family].addSubnet(network, prefix, family);
}

/** Tells whether an IP address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return version !== 0 && !blocked[family].check(address, family);
}
