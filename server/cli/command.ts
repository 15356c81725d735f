import type { AppContext } from '../app-context.ts';

/** What a command does. @returns what to print. */
export type Command = (c: AppContext) => Promise<string>;
