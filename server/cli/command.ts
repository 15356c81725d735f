import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';

/** What a command does. @returns what to print. */
export type Command = (config: Config) => Promise<string>;

/** A command that uses the database as the server does. */
export type ContextCommand = (c: AppContext) => Promise<string>;
