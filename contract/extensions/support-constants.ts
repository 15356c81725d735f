/** Constants of support, without zod, so that the page can import them without the schemas. */

/** The longest message to the people who run the site, UTF-16 code units. */
export const SUPPORT_MESSAGE_MAX = 4000;
