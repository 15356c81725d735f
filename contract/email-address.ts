import { z } from 'zod';
import { email } from './account-fields.ts';
import { PASSWORD_MAX } from './accounts-constants.ts';
import { endpoint } from './endpoint.ts';
import { nothing, text } from './fields.ts';
import { code } from './second-factor.ts';

/** What is known about the caller's address. */
export const EmailAddress = z.object({
  email: z.string(),
  /** Whether a link in a mail proved that it is theirs. */
  confirmed: z.boolean(),
  /** Whether the account is limited until then: endpoints marked `confirmed` answer 403 `email_unconfirmed`. */
  limited: z.boolean(),
  /** Whether this installation can send links. */
  mail: z.boolean(),
});
export type EmailAddress = z.output<typeof EmailAddress>;

export const getEmailAddress = endpoint('GET /auth/email', {
  access: 'signed-in',
  summary: "Returns the caller's email address and whether it is confirmed.",
  returns: EmailAddress,
});

export const sendConfirmation = endpoint('POST /auth/email/confirmation', {
  access: 'signed-in',
  summary:
    'Emails a link that confirms the address. 409 `email_confirmed` if it is already; 429 after too many mails.',
  body: z.object({}),
  status: 202,
  returns: nothing,
});

export const changeEmail = endpoint('POST /auth/email', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Emails a link to a new address, which becomes the account’s when it is opened; the response does not tell whether the address has an account. Where no mail is sent, changes it at once: 409 if it is taken. 403 `second_factor_required` if a `code` is needed too.',
  body: z.object({
    email,
    password: text(PASSWORD_MAX).min(1, 'Please enter your password.'),
    code: code.optional(),
  }),
  returns: z.object({ email: z.string(), sent: z.boolean() }),
});

export const confirmEmail = endpoint('POST /auth/email/confirm', {
  access: 'anyone',
  summary: 'Confirms an address with the token from its email, once and within two days.',
  body: z.object({ token: text(256) }),
  returns: z.object({ email: z.string() }),
});
