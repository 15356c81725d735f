import type { Activity } from 'contract/personal-data.ts';
import type { Tier } from 'contract/plans.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { Batches } from '../../platform/http/json.ts';
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

/** What one feature knows about a person: how to show it, export it and erase it. */
export interface PersonalData {
  /** Its key in the export. */
  name: string;
  /**
   * Selects the person's activity: `id, kind, created_at, subject_id, subject, artist`. Needs an index on user and
   * time, so that the newest rows are quick to find.
   */
  activity?: (user_id: string) => RawBuilder<Activity>;
  /** What `streamJson` serializes: long lists as batches. */
  export: (db: Db, user_id: string) => Promise<unknown> | Batches;
  /** Deletes the data, or anonymizes rows that others depend on. */
  erase: (tx: Tx, user_id: string) => Promise<unknown>;
  /** Erases data outside the database after the transaction commits. Also retries what failed before. */
  eraseElsewhere?: (db: Db) => Promise<void>;
  /** Runs in the transaction that gives a person a plan: when the account is created and at every change. */
  planStarted?: (tx: Tx, user_id: string, tier: Tier, now: number) => Promise<void>;
}
