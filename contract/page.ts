import type { Message } from './text/messages.ts';

/** A page of the product; see `pages.ts`. */
export interface Page {
  path: string;
  title?: string;
  titleOf?: (...subject: never[]) => Message;
  listed?: true;
  personal?: true;
}
