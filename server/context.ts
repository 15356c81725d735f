import type { Passwords } from './accounts/passwords.ts';
import type { Engine } from './db/engine.ts';
import type { Db } from './db/schema.ts';
import type { RecordingProgress } from './demo/progress.ts';
import type { SendMail } from './mail/mail.ts';
import type { MediaStore } from './media/store.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Processing } from './publishing/processing.ts';

/** What the features stand on; made once by `buildApp` or the cli, and always handed over, never imported. */
export interface Context {
  db: Db;
  engine: Engine;
  media: MediaStore;
  passwords: Passwords;
  /** Sends a mail; null where the operator has set up no way to. */
  mail: SendMail | null;
  /** Takes money; null where the operator has set up no way to. */
  payments: PaymentProvider | null;
  /** Keys the hashes of visitors' addresses; the same on every server of one database. */
  visitorSecret: string;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Tells how far the house band is with the demo catalogue; null when nothing is being recorded. */
  band: RecordingProgress;
  /** Works through uploaded audio. */
  processing: Processing;
}
