import type { PersonalData } from './features/accounts/accounts.ts';
import type { Passwords } from './features/accounts/passwords.ts';
import type { RecordingProgress } from './features/demo/progress.ts';
import type { PaymentProvider } from './features/payments/provider.ts';
import type { Processing } from './features/publishing/processing.ts';
import type { Engine } from './platform/db/engine.ts';
import type { Db } from './platform/db/schema.ts';
import type { SendMail } from './platform/mail/mail.ts';
import type { MediaStore } from './platform/media/store.ts';

/** What the features stand on; made once by `buildApp` or the cli, and always handed over, never imported. */
export interface Context {
  db: Db;
  engine: Engine;
  media: MediaStore;
  passwords: Passwords;
  /** What each feature knows about a person. */
  personalData: readonly PersonalData[];
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
