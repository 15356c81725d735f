import type { Context } from '../../platform/context.ts';
import type { PersonalData } from '../../platform/feature.ts';
import type { Passwords } from './proof/passwords.ts';
import type { AccountSettings } from './settings.ts';

export interface AccountsContext extends Context {
  passwords: Passwords;
  accountSettings: AccountSettings;
  /** Each feature's data about a person. */
  personalData: readonly PersonalData[];
}
