/** Numbers of premieres. Without zod: pages import this file. */

/** Latest time that can be named for a premiere, ms from now. */
export const PREMIERE_AHEAD_MS = 48 * 3_600_000;
/** From now to the earliest time that can be named, ms. */
export const PREMIERE_LEAD_MS = 10_000;
/** A premiere without a named time starts this long after the release, ms: in which pages load and agree on the clock. */
export const PREMIERE_AFTER_RELEASE_MS = 8000;
/** The house opens this long before the start, ms. */
export const HOUSE_OPENS_MS = 600_000;
/** Interval at which those who are there say so, and timeout after which they are counted as gone, ms. */
export const PRESENCE_EVERY_MS = 20_000;
export const PRESENCE_GONE_MS = 50_000;
/** The most faces that are sent. */
export const HOUSE_FACES = 60;
/** Number of people at a premiere from which on visitors are no longer counted. */
export const HOUSE_PEOPLE = 2000;
/** Hearings that one member may call in 24 hours. */
export const HEARINGS_PER_DAY = 3;
