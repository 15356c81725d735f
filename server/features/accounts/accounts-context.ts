import type { Context } from '../../platform/context.ts';
import type { PersonalData } from '../../platform/feature.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Passwords } from './passwords.ts';
import type { AccountSettings } from './settings.ts';

export interface AccountsContext extends Context {
  passwords: Passwords;
  accountSettings: AccountSettings;
  /** Encrypts what must be read again, such as the secrets of authenticator apps. */
  secrets: SecretBox;
  /** What each feature knows about a person. */
  personalData: readonly PersonalData[];
}
