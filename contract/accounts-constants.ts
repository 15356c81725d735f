/** Numbers and patterns of accounts. No zod here: the browser takes this file into its first chunk. */

/** Characters (§5, §9). */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 100;
/** As SMTP allows (RFC 5321, erratum 1690). */
export const EMAIL_MAX = 254;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const USERNAME_RULE = 'Please use 3 to 30 letters (a–z), digits, or the signs _ . -';

/** A profile picture as it is sent: at most this many bytes. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** What a file picker should offer; the server looks at the bytes themselves. */
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
/** Width and height of the picture that is kept, px. */
export const AVATAR_WIDTH = 256;

/** What a password-reset mail links to: `/login#reset=<token>`. A fragment is never sent, logged or referred. */
export const RESET_FRAGMENT = 'reset=';
