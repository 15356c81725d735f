import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, originOf } from '../../platform/http/bind.ts';
import { isLoopback } from '../../platform/http/connections/listeners.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { AccountsContext } from './accounts-context.ts';
import { deviceOf } from './proof/client.ts';

/**
 * Sends a mail after the response: neither its content nor its timing may depend on the mail server, or reveal whether
 * an account exists.
 */
export function mailAfter(request: FastifyRequest, reply: FastifyReply, send: () => Promise<void>): void {
  reply.raw.once('finish', () => {
    send().catch((error: { code?: unknown; responseCode?: unknown }) => {
      // Logs codes only: mail servers repeat the address in their messages.
      request.log.error({ code: error.code, answer: error.responseCode }, 'sending a mail failed');
    });
  });
}

/**
 * The origin for links in mails. The Host header is chosen by the caller and could lead to a stranger's site, so without
 * PUBLIC_URL only loopback addresses are accepted.
 */
export function linkOrigin(publicUrl: string | undefined, request: FastifyRequest): string | undefined {
  if (publicUrl) return publicUrl;
  const url = URL.parse(originOf(request));
  return url && isLoopback(url.hostname.replace(/^\[|\]$/g, '')) ? url.origin : undefined;
}

/** With `{site}` for the site's name. */
const changes = {
  password: {
    subject: 'Your {site} password has changed',
    text: 'Someone, hopefully you, changed the password of your {site} account. That logged out every other device.',
  },
  'factor-on': {
    subject: 'Two-factor authentication is on',
    text: 'Someone, hopefully you, turned on two-factor authentication for your {site} account.',
  },
  'factor-off': {
    subject: 'Two-factor authentication is off',
    text: 'Someone, hopefully you, turned off two-factor authentication for your {site} account: the password alone is enough to log in now.',
  },
  'recovery-codes': {
    subject: 'New recovery codes for your {site} account',
    text: 'Someone, hopefully you, replaced the recovery codes of your {site} account. The earlier codes no longer work.',
  },
  'passkey-on': {
    subject: 'New passkey for your {site} account',
    text: 'Someone, hopefully you, added a passkey to your {site} account. Anyone who has it can log in without your password, even after you set a new one. If you don’t recognize it, remove it under Settings, Account.',
  },
  'passkey-off': {
    subject: 'Passkey removed from your {site} account',
    text: 'Someone, hopefully you, removed a passkey from your {site} account. It no longer logs in here.',
  },
  'identity-on': {
    subject: 'Login linked to your {site} account',
    text: 'Someone, hopefully you, linked a login at another provider to your {site} account. Anyone who has it can log in without your password, even after you set a new one. If you don’t recognize it, unlink it under Settings, Account.',
  },
  'identity-off': {
    subject: 'Login unlinked from your {site} account',
    text: 'Someone, hopefully you, unlinked a login at another provider from your {site} account. It no longer logs in here.',
  },
  'app-password-on': {
    subject: 'New app password for your {site} account',
    text: 'Someone, hopefully you, made an app password for your {site} account. Anyone who has it can listen, save and change playlists in your name, even after you set a new password. If you don’t recognize it, remove it under Settings, Apps & devices.',
  },
  'access-token-on': {
    subject: 'A token for scripts was made for your {site} account',
    text: 'A token for scripts was made for your {site} account. Anyone who has it can do what its scopes allow in your name, even after you set a new password. If you do not recognize it, revoke it.',
  },
  email: {
    subject: 'Your {site} account has a new email address',
    text: 'Someone, hopefully you, gave your {site} account another email address. This is the last email to this one.',
  },
};
type SecurityChange = keyof typeof changes;

/**
 * Tells somebody by mail, after the response, what changed about how they sign in, so that a change by a stranger does
 * not go unnoticed.
 * @param more paragraphs.
 */
export function mailSecurityChange(
  c: AccountsContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  email: string,
  change: SecurityChange,
  more: readonly string[] = [],
): void {
  const { subject, text } = changes[change];
  const named = (words: string) => words.replace('{site}', () => c.brand.name);
  const device = deviceOf(request.headers['user-agent']);
  const at = new Date(c.clock()).toISOString();
  const mail = {
    to: email,
    subject: named(subject),
    text: [
      'Hello,',
      named(text),
      ...more,
      `This was on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC${device ? `, with ${device}` : ''}.`,
      'If it was you, there is nothing to do. If it wasn’t, set a new password with “Forgot password?” on the login page, log out your other devices under Settings, Apps & devices, and tell the people who run the site.',
    ].join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  mailAfter(request, reply, async () => c.mail?.(mail));
}

/** Names are chosen by strangers and mailed to addresses that may be anybody's: without them, a mail carries no spam. */
type To = { email: string; site: string };

export const confirmationMail = ({ email, site }: To, link: string): Mail => ({
  to: email,
  subject: `Confirm your email address for ${site}`,
  text: [
    'Hello,',
    `Someone, hopefully you, signed up at ${site} with this address. Confirm that it is yours within two days:`,
    link,
    'The link works once. If it wasn’t you, ignore this email: without it, the account stays limited.',
  ].join('\n\n'),
});

export const newAddressMail = ({ email, site }: To, link: string): Mail => ({
  to: email,
  subject: `Confirm your new email address for ${site}`,
  text: [
    'Hello,',
    `Someone, hopefully you, wants to use this address for an account at ${site}. Confirm the change within two days:`,
    link,
    'The link works once. If it wasn’t you, ignore this email: nothing changes.',
  ].join('\n\n'),
});
