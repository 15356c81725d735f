import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';

/** What a command prints: on standard output and, although it was done, a warning on standard error. */
export type Printed = string | { text: string; warning: string };

/** What a command does. */
export type Command = (config: Config) => Promise<Printed>;

/** A command that uses the database as the server does. */
export type ContextCommand = (c: AppContext) => Promise<string>;
