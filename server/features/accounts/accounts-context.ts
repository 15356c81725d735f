import type { Context } from '../../context.ts';
import type { Passwords } from './passwords.ts';
import type { PersonalData } from './personal-data.ts';

export interface AccountsContext extends Context {
  passwords: Passwords;
  /** What each feature knows about a person. */
  personalData: readonly PersonalData[];
}
