import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';
import { openContext } from '../features.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openMedia } from '../platform/media/bucket-store.ts';
import { secretBox } from '../platform/secret-box.ts';

/** Runs a command beside the server, which may have the database open as well. */
export const withContext =
  (command: ContextCommand): Command =>
  async (config) => {
    const { db, engine, close } = await openDatabase(config, { exclusive: false });
    try {
      const base = {
        db,
        engine,
        media: await openMedia(config),
        mail: null,
        isReadOnly: () => false,
        visitorSecret: '',
        secrets: secretBox(''),
        publicUrl: config.publicUrl,
        languages: config.siteLanguages,
        clock: Date.now,
      };
      return await command(await openContext(base, config, { isServer: false }));
    } finally {
      await close();
    }
  };

/** Output of a command: on standard output and, although it was done, a warning on standard error. */
export type Printed = string | { text: string; warning: string };

/** Action of a command. */
export type Command = (config: Config) => Promise<Printed>;

/** Context of commands: they push nothing, and must not replace the keys for it. */
export type CommandContext = Omit<AppContext, 'push'>;

/** A command that uses the database as the server does. */
export type ContextCommand = (c: CommandContext) => Promise<string>;
