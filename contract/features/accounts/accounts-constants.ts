/** Limits and patterns of accounts. Without zod, since this is part of the page's first chunk. */

import { english } from '../../text/messages.ts';

/** Characters (§5, §9). */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 100;
/** As SMTP allows (RFC 5321, erratum 1690). */
export const EMAIL_MAX = 254;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const USERNAME_RULE = english('Please use 3 to 30 letters (a–z), digits or the symbols _ . -');

/** Size limit of an uploaded profile picture, bytes. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** For file pickers; the server checks the content itself. */
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
/** Width and height of the stored picture, px. */
export const AVATAR_WIDTH = 256;

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 50;

/** App passwords of one account. */
export const APP_PASSWORDS_MAX = 20;
export const APP_PASSWORD_NAME_MAX = 50;

/** Maximum lifetime of a token of an admin's script, days. */
export const TOKEN_DAYS_MAX = 366;

/** Modes of sign-up: open to anyone, to people with an invitation, or to nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** An invitation is a link to `/signup#invitation=<token>`. */
export const INVITATION_FRAGMENT = 'invitation=';
export const INVITATION_USES_MAX = 1000;
export const INVITATION_DAYS_MAX = 365;

/** A mail that confirms an address links to `/login#confirm=<token>`. */
export const CONFIRM_FRAGMENT = 'confirm=';

/** A password-reset email links to `/login#reset=<token>`. A fragment is never sent to a server, logged or passed on. */
export const RESET_FRAGMENT = 'reset=';
