import type { LanguageCode } from 'contract/languages.ts';
import { english } from 'contract/text/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, originOf } from '../../platform/http/bind.ts';
import { isLoopback } from '../../platform/http/connections/listeners.ts';
import { memberLanguage } from '../../platform/http/language.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { CLOCK, say, sayTime } from '../../platform/text/say.ts';
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
    subject: english('Your {site} password has changed'),
    text: english(
      'Someone, hopefully you, changed the password of your {site} account. That logged out every other device.',
    ),
  },
  'factor-on': {
    subject: english('Two-factor authentication is on'),
    text: english('Someone, hopefully you, turned on two-factor authentication for your {site} account.'),
  },
  'factor-off': {
    subject: english('Two-factor authentication is off'),
    text: english(
      'Someone, hopefully you, turned off two-factor authentication for your {site} account: the password alone is enough to log in now.',
    ),
  },
  'recovery-codes': {
    subject: english('New recovery codes for your {site} account'),
    text: english(
      'Someone, hopefully you, replaced the recovery codes of your {site} account. The earlier codes no longer work.',
    ),
  },
  'passkey-on': {
    subject: english('New passkey for your {site} account'),
    text: english(
      'Someone, hopefully you, added a passkey to your {site} account. Anyone who has it can log in without your password, even after you set a new one. If you don’t recognize it, remove it under Settings, Account.',
    ),
  },
  'passkey-off': {
    subject: english('Passkey removed from your {site} account'),
    text: english(
      'Someone, hopefully you, removed a passkey from your {site} account. It no longer logs in here.',
    ),
  },
  'identity-on': {
    subject: english('Login linked to your {site} account'),
    text: english(
      'Someone, hopefully you, linked a login at another provider to your {site} account. Anyone who has it can log in without your password, even after you set a new one. If you don’t recognize it, unlink it under Settings, Account.',
    ),
  },
  'identity-off': {
    subject: english('Login unlinked from your {site} account'),
    text: english(
      'Someone, hopefully you, unlinked a login at another provider from your {site} account. It no longer logs in here.',
    ),
  },
  'app-password-on': {
    subject: english('New app password for your {site} account'),
    text: english(
      'Someone, hopefully you, made an app password for your {site} account. Anyone who has it can listen, save and change playlists in your name, even after you set a new password. If you don’t recognize it, remove it under Settings, Apps & devices.',
    ),
  },
  'access-token-on': {
    subject: english('A token for scripts was made for your {site} account'),
    text: english(
      'A token for scripts was made for your {site} account. Anyone who has it can do what its scopes allow in your name, even after you set a new password. If you do not recognize it, revoke it.',
    ),
  },
  email: {
    subject: english('Your {site} account has a new email address'),
    text: english(
      'Someone, hopefully you, gave your {site} account another email address. This is the last email to this one.',
    ),
  },
};
type SecurityChange = keyof typeof changes;

/** Address of a mail, and the language that its owner chose. */
type Reader = Pick<CurrentUser, 'email' | 'language'>;

/**
 * Tells somebody by mail, after the response, what changed about how they sign in, so that a change by a stranger does
 * not go unnoticed.
 * @param more paragraphs, in a language.
 */
export function mailSecurityChange(
  c: AccountsContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  to: Reader,
  change: SecurityChange,
  more: (language: LanguageCode) => readonly string[] = () => [],
): void {
  const { subject, text } = changes[change];
  const language = memberLanguage(c, to.language, request.language);
  const site = { site: c.brand.name };
  const device = deviceOf(request.headers['user-agent'], language);
  const now = c.clock();
  const date = sayTime(language, now, { dateStyle: 'long' });
  const time = sayTime(language, now, CLOCK);
  const mail = {
    to: to.email,
    subject: say(language, subject, site),
    text: [
      say(language, 'Hello,'),
      say(language, text, site),
      ...more(language),
      device
        ? say(language, 'This was on {date} at {time} UTC, with {device}.', { date, time, device })
        : say(language, 'This was on {date} at {time} UTC.', { date, time }),
      say(
        language,
        'If it was you, there is nothing to do. If it wasn’t, set a new password with “Forgot password?” on the login page, log out your other devices under Settings, Apps & devices, and tell the people who run the site.',
      ),
    ].join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  mailAfter(request, reply, async () => c.mail?.(mail));
}

/** Names are chosen by strangers and mailed to addresses that may be anybody's: without them, a mail carries no spam. */
type To = { email: string; language: LanguageCode; site: string };

export const confirmationMail = ({ email, language, site }: To, link: string): Mail => ({
  to: email,
  subject: say(language, 'Confirm your email address for {site}', { site }),
  text: [
    say(language, 'Hello,'),
    say(
      language,
      'Someone, hopefully you, signed up at {site} with this address. Confirm that it is yours within two days:',
      { site },
    ),
    link,
    say(
      language,
      'The link works once. If it wasn’t you, ignore this email: without it, the account stays limited.',
    ),
  ].join('\n\n'),
});

export const newAddressMail = ({ email, language, site }: To, link: string): Mail => ({
  to: email,
  subject: say(language, 'Confirm your new email address for {site}', { site }),
  text: [
    say(language, 'Hello,'),
    say(
      language,
      'Someone, hopefully you, wants to use this address for an account at {site}. Confirm the change within two days:',
      { site },
    ),
    link,
    say(language, 'The link works once. If it wasn’t you, ignore this email: nothing changes.'),
  ].join('\n\n'),
});
