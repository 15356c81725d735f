import { type Mode, readMode, setMode } from '../platform/mode.ts';
import { UsageError } from './arguments.ts';
import type { CommandContext } from './with-context.ts';

const SENTENCES: Record<Mode, string> = {
  normal: 'Ovation works as usual.',
  'read-only': 'Ovation is read-only: music plays, and nothing is changed until: npm run cli -- mode normal',
};

/** Shows the mode of all servers on this database, or changes it; they follow within two seconds. */
export function mode(word: string | undefined): (c: CommandContext) => Promise<string> {
  if (word !== undefined && word !== 'normal' && word !== 'read-only')
    throw new UsageError(`There is no mode "${word}".`);
  return async ({ db }) => {
    if (word) await setMode(db, word);
    return SENTENCES[await readMode(db)];
  };
}
