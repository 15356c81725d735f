import type { Mail } from '../../platform/mail/mail.ts';
import type { AccountsContext } from './accounts-context.ts';

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
  email: {
    subject: 'The email address of your Ovation account was changed',
    text: 'Your Ovation account now has another email address. This is the last email to this one.',
  },
};
export type SecurityChange = keyof typeof changes;

/**
 * Tells somebody by mail what changed about how they sign in, so that a change by a stranger does not go unnoticed.
 * @param more paragraphs.
 */
export async function mailSecurityChange(
  c: AccountsContext,
  to: { email: string; device: string | null },
  change: SecurityChange,
  more: readonly string[] = [],
): Promise<void> {
  await c.mail?.(securityMail(c.clock(), to, change, more));
}

function securityMail(
  now: number,
  { email, device }: { email: string; device: string | null },
  change: SecurityChange,
  more: readonly string[],
): Mail {
  const { subject, text } = changes[change];
  const at = new Date(now).toISOString();
  return {
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
}
