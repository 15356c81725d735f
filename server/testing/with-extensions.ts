import { it } from 'vitest';

/** A test of core that needs an extension, too: `npm run check:core` leaves it out. */
export const withExtensions = it;
