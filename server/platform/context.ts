import type { LanguageCode } from 'contract/languages.ts';
import type { Engine } from './db/engine.ts';
import type { Db } from './db/schema.ts';
import type { Brand } from './http/pages/brand.ts';
import type { SendMail } from './mail/mail.ts';
import type { MediaStore } from './media/store.ts';
import type { SecretBox } from './secret-box.ts';

/** Dependencies of every feature. Made once, at the start, and always passed as an argument. */
export interface Context {
  db: Db;
  engine: Engine;
  media: MediaStore;
  /** Null if the operator has not set up mail. */
  mail: SendMail | null;
  /** Tells whether nothing may be written at the moment, see `platform/mode.ts`. */
  isReadOnly: () => boolean;
  /** Keys the hashes of visitors' addresses; the same on every server of one database. */
  visitorSecret: string;
  /** Encrypts what must be read again, such as the secrets of authenticator apps. */
  secrets: SecretBox;
  /** Scheme and host of this installation; undefined if the operator has not said. */
  publicUrl: string | undefined;
  brand: Brand;
  /** The languages that are offered; the first is that of people whose own is not among them. At least one. */
  languages: readonly LanguageCode[];
  /** Epoch milliseconds. */
  clock: () => number;
}
