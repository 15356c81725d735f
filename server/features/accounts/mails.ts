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

const changes = {
  password: {
    subject: 'Your Ovation password was changed',
    text: 'The password of your Ovation account was changed, and every other session was ended.',
  },
  'factor-on': {
    subject: 'Two-factor authentication is on',
    text: 'Two-factor authentication was turned on for your Ovation account.',
  },
  'factor-off': {
    subject: 'Two-factor authentication is off',
    text: 'Two-factor authentication was turned off for your Ovation account: the password alone is enough to log in.',
  },
  'recovery-codes': {
    subject: 'Your Ovation recovery codes were replaced',
    text: 'New recovery codes were made for your Ovation account. The earlier codes no longer work.',
  },
  'passkey-on': {
    subject: 'A passkey was added to your Ovation account',
    text: 'A passkey was added to your Ovation account. Anyone who has it can log in without your password, even after you set a new one. If you do not recognize it, remove it in your profile.',
  },
  'passkey-off': {
    subject: 'A passkey was removed from your Ovation account',
    text: 'A passkey was removed from your Ovation account. It can no longer be used to log in.',
  },
  'identity-on': {
    subject: 'A login was linked to your Ovation account',
    text: 'A login with another provider was linked to your Ovation account. Anyone who has it can log in without your password, even after you set a new one. If you do not recognize it, unlink it in your profile.',
  },
  'identity-off': {
    subject: 'A login was unlinked from your Ovation account',
    text: 'A login with another provider was unlinked from your Ovation account. It can no longer be used to log in.',
  },
  'app-password-on': {
    subject: 'An app password was made for your Ovation account',
    text: 'An app password was made for your Ovation account. Anyone who has it can listen, save and change playlists in your name, even after you set a new password. If you do not recognize it, remove it in your profile.',
  },
  email: {
    subject: 'The email address of your Ovation account was changed',
    text: 'Your Ovation account now has another email address. This is the last email to this one.',
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
  const device = deviceOf(request.headers['user-agent']);
  const at = new Date(c.clock()).toISOString();
  const mail = {
    to: email,
    subject,
    text: [
      'Hello,',
      text,
      ...more,
      `This was on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC${device ? `, with ${device}` : ''}.`,
      'If it was you, there is nothing to do. If it wasn’t, set a new password with “Forgot password?” on the login page, end all sessions in your profile, and tell the people who run the site.',
    ].join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  mailAfter(request, reply, async () => c.mail?.(mail));
}

/** Names are chosen by strangers and mailed to addresses that may be anybody's: without them, a mail carries no spam. */
type To = { email: string };

export const confirmationMail = ({ email }: To, link: string): Mail => ({
  to: email,
  subject: 'Confirm your email address for Ovation',
  text: [
    'Hello,',
    'Somebody, hopefully you, signed up at Ovation with this address. Confirm that it is yours within two days:',
    link,
    'The link works once. If it wasn’t you, ignore this email: without it, the account stays limited.',
  ].join('\n\n'),
});

export const newAddressMail = ({ email }: To, link: string): Mail => ({
  to: email,
  subject: 'Confirm your new email address for Ovation',
  text: [
    'Hello,',
    'Somebody, hopefully you, wants to use this address for an Ovation account. Confirm the change within two days:',
    link,
    'The link works once. If it wasn’t you, ignore this email: nothing changes.',
  ].join('\n\n'),
});
