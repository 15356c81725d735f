import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { CreditTables } from './tables/credits.ts';
import type { ExtensionTables } from './tables/extensions.ts';
import type { LibraryTables } from './tables/library.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { PlaylistTables } from './tables/playlists.ts';
import type { PlayTables } from './tables/plays.ts';
import type { PublishingTables } from './tables/publishing.ts';
import type { ReportTables } from './tables/reports.ts';
import type { SearchTables } from './tables/search.ts';
import type { SongRequestTables } from './tables/song-requests.ts';
import type { TrackTables } from './tables/tracks.ts';

/**
 * The tables for Kysely, by the feature that writes them, portable across both engines: text, integers (epoch
 * milliseconds) and reals.
 */
export interface Schema
  extends ExtensionTables,
    TrackTables,
    PlayTables,
    AccountTables,
    LibraryTables,
    PlaylistTables,
    CreditTables,
    PublishingTables,
    ReportTables,
    SongRequestTables,
    SearchTables,
    PaymentTables {
  job: JobTable;
  /** Settings the installation keeps about itself; see `settings.ts`. */
  setting: { name: string; value: string };
  /** Actions of admins; see `audit-log.ts`. Append-only: the database refuses changes. `detail` is JSON. */
  audit_entry: {
    id: string;
    actor_id: string;
    action: string;
    subject_id: string | null;
    detail: string | null;
    created_at: number;
  };
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Work that is to be done later; see `platform/jobs.ts`. */
export interface JobTable {
  id: string;
  kind: string;
  /** Unique among the waiting jobs of a kind. */
  key: string | null;
  /** JSON. */
  payload: string;
  /** Due time, or end of the lease; null once it has failed for good. Epoch ms. */
  run_at: number | null;
  attempts: number;
  /** The claim of the server that runs it. */
  lease: string | null;
  error: string | null;
  created_at: number;
  updated_at: number;
}
