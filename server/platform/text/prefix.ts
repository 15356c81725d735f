/** By code point, a text followed by this comes after every text that starts with it. */
export const LAST_CODE_POINT = '\u{10FFFF}';
