import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';

/** What a command prints: on standard output and, although it was done, a warning on standard error. */
export type Printed = string | { text: string; warning: string };

/** What a command does. */
export type Command = (config: Config) => Promise<Printed>;

/** What commands have of the server: they push nothing, and must not replace the keys for it. */
export type CommandContext = Omit<AppContext, 'push'>;

/** A command that uses the database as the server does. */
export type ContextCommand = (c: CommandContext) => Promise<string>;
