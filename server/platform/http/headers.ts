import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * What the page may load and do. `scripts` are the hashes of its inline scripts. Only where there are `payments`
 * does it load the payment provider's script, which brings frames of its own; only where files are kept elsewhere
 does it load pictures and sound from that origin.
 */
export function pagePolicy(scripts: string[], payments: boolean, mediaOrigin: string | undefined): string {
  const frames = 'https://js.stripe.com https://*.js.stripe.com';
  const withPayments = (sources: string) => (payments ? ` ${sources}` : '');
  const media = mediaOrigin ? ` ${mediaOrigin}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.map((hash) => `'${hash}'`).join(' ')}${withPayments(frames)}`,
    payments ? `frame-src ${frames} https://hooks.stripe.com` : "frame-src 'none'",
    `connect-src 'self'${withPayments('https://api.stripe.com')}`,
    `img-src 'self' data: blob:${media}${withPayments('https://*.stripe.com')}`,
    `media-src 'self' blob:${media}`,
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers that every answer carries. An answer that sets its own policy keeps it. */
export function safeHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    makeSafe(reply);
    done();
  });
}

/** What every answer carries, refusals on a bare socket included. */
export const safeHeaderValues = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** For answers that are given before any hook runs. */
export function makeSafe(reply: FastifyReply): void {
  const { 'content-security-policy': policy, ...rest } = safeHeaderValues;
  reply.headers(rest);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
}
