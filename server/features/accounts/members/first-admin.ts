import type { Context } from '../../../platform/context.ts';
import { pageNote } from '../../../platform/mode.ts';
import { hasAdmin } from './members.ts';

/** How the first admin is made. The account comes from the command line alone: whoever signs up first is nobody special. */
export const MAKE_ADMIN = 'npm run cli -- user create you@example.com --tier admin';

/** How long an answer of the database is believed, ms. */
const LOOK_EVERY_MS = 2000;

/**
 * What pages say while the site has no admin.
 * @returns reads it; empty from when there is one, and while the database cannot be asked.
 */
export function noteWithoutAdmin({ db, clock }: Pick<Context, 'db' | 'clock'>): () => Promise<string> {
  let last = Promise.resolve<boolean | undefined>(undefined);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const isKnown = (await last) === true || clock() - lookedAt < LOOK_EVERY_MS;
    if (!isKnown) {
      lookedAt = clock();
      last = hasAdmin(db).catch(() => undefined);
    }
    return (await last) === false ? NOTE : '';
  };
}

const NOTE = pageNote(
  `This site has no admin yet. The people who run it make one on its server: <code style="font-family:monospace;user-select:all">${MAKE_ADMIN}</code>`,
);
