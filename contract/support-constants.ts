/** The longest message to the people who run the site, UTF-16 code units. */
export const SUPPORT_MESSAGE_MAX = 4000;
