import type { Mail } from '../../platform/mail/mail.ts';

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
