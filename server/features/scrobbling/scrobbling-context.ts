import type { AccountsContext } from '../accounts/accounts.ts';
import type { Scrobblers } from './settings.ts';

export interface ScrobblingContext extends AccountsContext {
  scrobblers: Scrobblers;
  /** Scheme and host of this installation. */
  publicUrl: string | undefined;
}
