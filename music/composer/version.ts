/** The version of the band's sound and writing. Raise it with every change that alters what a song sounds like. */
export const BAND_VERSION = 14;
