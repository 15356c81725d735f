import type { Context } from '../../../platform/context.ts';
import { pageNote } from '../../../platform/mode.ts';
import { hasAdmin } from './members.ts';

/** Command for the first admin. Only the command line makes this account: whoever signs up first is nobody special. */
export const MAKE_ADMIN = 'npm run cli -- user create you@example.com --tier admin';

/** Lifetime of the database's answer, ms. */
const LOOK_EVERY_MS = 2000;

/**
 * Note on pages while the site has no admin.
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
