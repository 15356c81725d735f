import type { LanguageCode } from 'contract/languages.ts';
import type { Context } from '../../../platform/context.ts';
import { pageNote } from '../../../platform/mode.ts';
import { say } from '../../../platform/text/say.ts';
import { hasAdmin } from './members.ts';

/** Command for the first admin. Only the command line makes this account: whoever signs up first is nobody special. */
export const MAKE_ADMIN = 'npm run cli -- user create you@example.com --tier admin';

/** Lifetime of the database's answer, ms. */
const LOOK_EVERY_MS = 2000;

/**
 * Note on pages while the site has no admin.
 * @returns reads it; empty from when there is one, and while the database cannot be asked.
 */
export function noteWithoutAdmin({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): (language: LanguageCode) => Promise<string> {
  let last = Promise.resolve<boolean | undefined>(undefined);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (language) => {
    const isKnown = (await last) === true || clock() - lookedAt < LOOK_EVERY_MS;
    if (!isKnown) {
      lookedAt = clock();
      last = hasAdmin(db).catch(() => undefined);
    }
    return (await last) === false ? noteIn(language) : '';
  };
}

const noteIn = (language: LanguageCode) =>
  pageNote(
    say(language, 'This site has no admin yet. The people who run it make one on its server: {command}', {
      command: `<code dir="ltr" style="font-family:monospace;user-select:all">${MAKE_ADMIN}</code>`,
    }),
  );
