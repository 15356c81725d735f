import type { Engine } from './db/engine.ts';
import type { Db } from './db/schema.ts';
import type { SendMail } from './mail/mail.ts';
import type { MediaStore } from './media/store.ts';

/** What every feature may use. Made once, at the start, and always passed as an argument. */
export interface Context {
  db: Db;
  engine: Engine;
  media: MediaStore;
  /** Null if the operator has not set up mail. */
  mail: SendMail | null;
  /** Whether nothing may be written at the moment, see `platform/mode.ts`. */
  isReadOnly: () => boolean;
  /** Keys the hashes of visitors' addresses; the same on every server of one database. */
  visitorSecret: string;
  /** Epoch milliseconds. */
  clock: () => number;
}
