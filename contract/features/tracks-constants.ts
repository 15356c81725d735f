/** Tracks in each of Explore's sections (§9). Without zod, since this is part of the page's first chunk. */
export const SECTION_SIZE = 4;
