import { z } from 'zod';
import { MOST_CHARACTERS, oneLine, text } from '../../fields.ts';
import { english } from '../../text/messages.ts';
import {
  EMAIL_MAX,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_RULE,
} from './accounts-constants.ts';

/**
 * An email address, normalized so that each mailbox has one account: trimmed, NFKC, lower case. ASCII only: similar
 * letters of other scripts would make two accounts look the same.
 */
export const email = z
  .string(english('Required'))
  .max(1000, MOST_CHARACTERS)
  .transform((value) => value.normalize('NFKC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .max(EMAIL_MAX, MOST_CHARACTERS)
      .regex(/^[\x20-\x7e]*$/, english('Please use only plain letters (a–z), digits and symbols.'))
      .email(english('Invalid email')),
  );

/** A new password: any characters except NUL, not trimmed. */
export const password = text(PASSWORD_MAX).min(
  PASSWORD_MIN,
  english('Please use at least {minimum, plural, other {# characters}}.'),
);

/** The caller's password, as a proof; for an account without one, a session that has just begun is the proof. */
export const ownPassword = text(PASSWORD_MAX).min(1, english('Please enter your password.')).optional();

export const name = oneLine(NAME_MAX, english('Please enter your name.'));

export const username = z
  .string(USERNAME_RULE)
  .max(1000, USERNAME_RULE)
  .transform((value) => value.trim())
  .refine(
    (value) =>
      value.length >= USERNAME_MIN &&
      value.length <= USERNAME_MAX &&
      /^[A-Za-z0-9_.-]+$/.test(value) &&
      /[A-Za-z0-9]/.test(value),
    USERNAME_RULE,
  );
