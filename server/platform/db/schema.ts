import type { CreditKind } from 'contract/credits.ts';
import type { Privacy } from 'contract/library-constants.ts';
import type { Tier } from 'contract/plans.ts';
import type { Step } from 'contract/publishing-constants.ts';
import type { Generated, Insertable, Kysely, Transaction } from 'kysely';

/**
 * The tables, as Kysely sees them. Portable on both engines: text, integers (epoch milliseconds) and reals.
 * Booleans are stored as 0 or 1 and become `true` or `false` when an answer is serialized.
 */
export interface Schema {
  track: TrackTable;
  tag: { id: string; type: string; name: string };
  /** How many tracks each genre has that are not deleted; those without a genre are under the empty one. */
  genre_count: { genre: string; tracks: number };
  track_tag: { track_id: string; tag_id: string };
  play_event: PlayEventTable;
  user: UserTable;
  account_status: AccountStatusTable;
  session: { token_hash: string; user_id: string; created_at: number; last_used_at: number };
  password_reset: { token_hash: string; user_id: string; expires_at: number };
  account_event: AccountEventTable;
  saved_track: SavedTrackTable;
  playlist: PlaylistTable;
  playlist_track: PlaylistTrackTable;
  credits: CreditsTable;
  credit_entry: CreditEntryTable;
  clawback: ClawbackTable;
  upload: UploadTable;
  report: ReportTable;
  notification: NotificationTable;
  song_request: SongRequestTable;
  vote: VoteTable;
  /** Who voted for a request, and how often: what the cards tell without counting votes. */
  backer: { request_id: string; user_id: string; votes: number; last_voted_at: number };
  /** The board's counts, spread over rows so that servers need not wait for each other; their sums are exact. */
  board_count: { shard: number; requests: number; votes: number; queued: number };
  purchase: PurchaseTable;
  subscription: SubscriptionTable;
  /** Numbers of the last sync that was started and applied for each object of the payment provider. */
  provider_sync: { object_id: string; last_started: number; last_applied: number };
  /** Customers of deleted accounts that still have to be deleted at the payment provider. */
  customer_deletion: { customer_id: string };
  /** What one installation remembers of itself; see `settings.ts`. */
  setting: { name: string; value: string };
}

export type Flag = 0 | 1;

export interface TrackTable {
  /** The row's own number: ties the search index to it; never leaves the server. */
  seq: Generated<number>;
  id: string;
  title: string;
  display_artist: string;
  duration_seconds: number;
  cover_image_url: string | null;
  audio_url: string;
  created_at: number;
  updated_at: number;
  is_deleted: Flag;
  release_date: string;
  bpm: number | null;
  musical_key: string | null;
  loudness_lufs: number | null;
  preview_url: string | null;
  waveform_json_url: string | null;
  provider: string | null;
  prompt_text: string | null;
  seed: number | null;
  rights_status: string | null;
  /** Of a track that was requested: who asked for it, as long as the account lives. */
  requester_id: string | null;
  /** How many people backed that request when it was released. */
  backers: number | null;
  /** The name of its tag of type `genre`; null without one. */
  genre: string | null;
  /** The same up to the colon: `jazz` of `jazz:bebop`. */
  genre_parent: string | null;
  /** Folded title and artist, a line each; see `tracks/search-text.ts`. */
  search_text: string;
  /** Plays with half-lives added up, on a logarithmic scale that never needs refreshing; see `tracks/popularity.ts`. */
  popularity: number;
}

interface PlayEventTable {
  id: string;
  track_id: string;
  user_id: string | null;
  /** Who listened: a user, or a visitor's address as a keyed hash. */
  listener: string;
  played_ms: number;
  created_at: number;
}

export interface UserTable {
  id: string;
  username: string;
  /** The username in lower case: unique. */
  username_key: string;
  name: string;
  /** Lower case; null once the account is deleted. */
  email: string | null;
  /** argon2id in PHC notation; null once the account is deleted. */
  password_hash: string | null;
  /** A path on our own origin. */
  avatar_url: string | null;
  /** Epoch seconds (§3). */
  created_at: number;
  deleted_at: number | null;
}

export interface AccountStatusTable {
  id: string;
  user_id: string;
  plan_tier: Tier;
  stripe_customer_id: string | null;
  created_at: number;
  updated_at: number;
  /** When this tier began: monthly credits come on its anniversaries. */
  plan_since: number;
  /** The tier an admin granted; a subscription never lowers the plan below it. */
  granted_tier: Tier;
}

interface AccountEventTable {
  id: string;
  user_id: string;
  kind: 'joined' | 'profile' | 'password' | 'plan';
  /** Of `plan`: the new tier. */
  detail: string | null;
  created_at: number;
}

export interface SavedTrackTable {
  id: string;
  user_id: string;
  track_id: string;
  created_at: number;
}

export interface PlaylistTable {
  id: string;
  user_id: string;
  name: string;
  description: string | null;
  privacy: Privacy;
  cover_image_url: string | null;
  is_deleted: Flag;
  created_at: number;
  updated_at: number;
}

export interface PlaylistTrackTable {
  id: string;
  playlist_id: string;
  track_id: string;
  /** 0, 1, 2 … without gaps in each playlist, whose row is held while they change. */
  position: number;
  created_at: number;
}

export interface CreditsTable {
  id: string;
  user_id: string;
  /** The sum of the user's entries; moves only together with them. */
  credits: number;
  last_spend: number | null;
  last_refilled: number | null;
  /** From when on the plan has to be looked at for monthly credits; null for a plan that has none. */
  grant_due_at: number | null;
  created_at: number;
}

/** The ledger: rows are added, never changed, but for the subject when a person is forgotten. */
export interface CreditEntryTable {
  /** The order in which a user's balance moved; never leaves the server. */
  seq: Generated<number>;
  id: string;
  user_id: string;
  kind: CreditKind;
  /** Added, or (below 0) taken. */
  amount: number;
  /** What the balance was right after. */
  balance: number;
  /** The same cause has the same key, so that it moves credits once. */
  key: string;
  /** What caused it. */
  reference: string;
  subject: string | null;
  created_at: number;
}

/** What was to be taken back of what a reference gave, and how much of it is still owed. */
export interface ClawbackTable {
  key: string;
  user_id: string;
  reference: string;
  amount: number;
  owed: number;
  subject: string | null;
  created_at: number;
  reversed_at: number | null;
}

/** An audio file that an admin sent, and its processing: a job that goes on after a crash. */
export interface UploadTable {
  id: string;
  user_id: string | null;
  file_name: string | null;
  /** The file as it was sent. */
  url: string;
  bytes: number;
  state: 'waiting' | 'processing' | 'ready' | 'failed';
  step: Step | null;
  /** Of `step`, from 0 to 1. */
  progress: number;
  /** JSON, when `ready`. */
  facts: string | null;
  failure: string | null;
  /** How often its processing was begun. */
  attempts: number;
  /** The lease of the server that processes it. No server may claim the upload before `lease_until`: it is leased, or due for a retry then. */
  lease: string | null;
  lease_until: number | null;
  /** The track that plays it. */
  track_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface ReportTable {
  id: string;
  track_id: string;
  user_id: string | null;
  reason: string;
  created_at: number;
  resolved_at: number | null;
}

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: 'request_released' | 'request_declined';
  role: 'requester' | 'voter';
  request_id: string;
  /** The request's own words, as they were. */
  title: string;
  artist: string;
  track_id: string | null;
  reason: string | null;
  created_at: number;
  read_at: number | null;
}

export interface SongRequestTable {
  /** The row's own number: ties the search index to it; never leaves the server. */
  seq: Generated<number>;
  id: string;
  user_id: string;
  title: string;
  artist: string;
  genre: string;
  description: string;
  /** What makes two requests the same song; unique among those not declined. See `song-requests/names.ts`. */
  name_key: string;
  /** Folded title and artist, a line each. */
  search_text: string;
  votes: number;
  /** How many different people the votes are of. */
  backers: number;
  released: Flag;
  release_date: number | null;
  track_id: string | null;
  declined_at: number | null;
  decline_reason: string | null;
  created_at: number;
  /** Increases with every change. */
  revision: Generated<number>;
}

export interface VoteTable {
  id: string;
  request_id: string;
  user_id: string;
  created_at: number;
}

/** A pack that somebody began to buy; how it stands is derived from what the provider says. */
export interface PurchaseTable {
  id: string;
  user_id: string;
  package_id: string;
  /** What it is worth. */
  credits: number;
  /** Cents. */
  amount: number;
  currency: 'usd';
  status: 'open' | 'processing' | 'succeeded' | 'failed' | 'refunded';
  /** How often the provider definitely failed to make its intent: each attempt has a key of its own. */
  attempt: number;
  payment_intent_id: string | null;
  /** When the credits were given; null while they were not. */
  credited_at: number | null;
  /** Credits that refunds and disputes claw back: the sum of its open clawbacks in the ledger. */
  clawed_back: number;
  /** Why the operator must review it; null if nothing is wrong. */
  review_reason: 'wrong_amount' | 'paid_twice' | 'account_deleted' | null;
  created_at: number;
  updated_at: number;
}

export interface SubscriptionTable {
  /** The provider's own. */
  id: string;
  user_id: string;
  tier: 'plus' | 'premium' | 'platinum';
  price_id: string;
  status: 'active' | 'past_due' | 'ended';
  cancel_at_period_end: Flag;
  current_period_end: number | null;
  created_at: number;
  updated_at: number;
}

export type NewTrack = Insertable<TrackTable>;
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
