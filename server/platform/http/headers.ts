import type { FastifyInstance, FastifyReply } from 'fastify';
import { shareWithOrigin } from './cors.ts';

/**
 * The page's Content-Security-Policy.
 * @param scripts hashes of its inline scripts.
 * @param payments whether it may load the payment provider's script and frames.
 * @param mediaOrigin the origin of pictures and sound, if it is not this server; pages fetch the songs that a device keeps.
 */
export function pagePolicy(scripts: string[], payments: boolean, mediaOrigin: string | undefined): string {
  const frames = 'https://js.stripe.com https://*.js.stripe.com';
  const withPayments = (sources: string) => (payments ? ` ${sources}` : '');
  const media = mediaOrigin ? ` ${mediaOrigin}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.map((hash) => `'${hash}'`).join(' ')}${withPayments(frames)}`,
    payments ? `frame-src ${frames} https://hooks.stripe.com` : "frame-src 'none'",
    `connect-src 'self'${media}${withPayments('https://api.stripe.com')}`,
    `img-src 'self' data: blob:${media}${withPayments('https://*.stripe.com')}`,
    `media-src 'self' blob:${media}`,
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of the worker that opens pages without a network: it fetches, and does nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/**
 * The Content-Security-Policy of players that other sites frame: one inline script, and no forms.
 * @param script its hash.
 * @param mediaOrigin see `pagePolicy`.
 */
export function embedPolicy(script: string, mediaOrigin: string | undefined): string {
  const media = mediaOrigin ? ` ${mediaOrigin}` : '';
  return [
    "default-src 'none'",
    `script-src '${script}'`,
    "style-src 'unsafe-inline'",
    `img-src 'self'${media}`,
    `media-src 'self'${media}`,
    `connect-src 'self'${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True if browsers may only come back over https. */
    strictTransport?: boolean;
  }
}

/** A year, in seconds. Not for subdomains, which may belong to something else. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Adds the security headers to every response. A response that sets its own policy keeps it. */
export function safeHeaders(server: FastifyInstance, publicUrl: string | undefined): void {
  server.decorate('strictTransport', publicUrl?.startsWith('https://') === true);
  server.addHook('onSend', (_request, reply, _payload, done) => {
    makeSafe(reply);
    if (publicUrl === undefined) keepPrivate(reply);
    done();
  });
}

/**
 * Keeps a response out of caches that give it to others without asking this server. Without a PUBLIC_URL it may repeat
 * the host that its caller named, which can be any; what never changes has no addresses in it.
 */
function keepPrivate(reply: FastifyReply): void {
  const given = String(reply.getHeader('cache-control') ?? '');
  if (/no-store|no-cache|immutable/.test(given)) return;
  if (given.includes('s-maxage')) {
    reply.header('cache-control', 'no-cache');
    return;
  }
  const others = given.split(', ').filter((part) => part !== '' && part !== 'public');
  reply.header('cache-control', ['private', ...others].join(', '));
}

/** The security headers of every response, including those written to a raw socket. */
export const safeHeaderValues = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Adds the security headers to a response for which no hook runs. */
export function makeSafe(reply: FastifyReply): void {
  const { 'content-security-policy': policy, ...rest } = safeHeaderValues;
  reply.headers(rest);
  reply.header('x-request-id', reply.request.id);
  if (reply.server.strictTransport) reply.header('strict-transport-security', STRICT_TRANSPORT);
  shareWithOrigin(reply);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
}

/** A Content-Disposition header for a download with this name (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w .()-]+/g, '_');
  const whole = encodeURIComponent(name.toWellFormed().replace(/[\\/]/g, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
