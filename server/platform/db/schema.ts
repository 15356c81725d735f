import type { CreditKind } from 'contract/credits.ts';
import type { Privacy } from 'contract/library-constants.ts';
import type { NotificationKind } from 'contract/notifications.ts';
import type { Tier } from 'contract/plans.ts';
import type { Step } from 'contract/publishing-constants.ts';
import type { EventKind, FailureKind, TakeState } from 'contract/studio-constants.ts';
import type { Generated, Insertable, Kysely, Transaction } from 'kysely';

/**
 * The tables for Kysely, portable across both engines: text, integers (epoch milliseconds) and reals. Booleans are
 * stored as 0 or 1 and serialized as `true` or `false`.
 */
export interface Schema {
  track: TrackTable;
  tag: { id: string; type: string; name: string };
  /** Tracks of each genre that are not deleted. Tracks without a genre are counted under the empty name. */
  genre_count: { genre: string; tracks: number };
  track_tag: { track_id: string; tag_id: string };
  play_event: PlayEventTable;
  user: UserTable;
  account_status: AccountStatusTable;
  /** Where users have logged in before; see `known-places.ts`. */
  known_place: { user_id: string; place: string; last_used_at: number };
  session: { token_hash: string; user_id: string; created_at: number; last_used_at: number };
  password_reset: { token_hash: string; user_id: string; expires_at: number };
  account_event: AccountEventTable;
  saved_track: SavedTrackTable;
  playlist: PlaylistTable;
  /** What the cards of playlists show. Outdated unless both versions are those of the playlist and the catalogue. */
  playlist_card: {
    playlist_id: string;
    entries_version: number;
    revision: number;
    /** When the next of its tracks is released, epoch ms. */
    valid_until: number | null;
    track_count: number;
    total_seconds: number;
    /** A JSON array. */
    covers: string;
  };
  /** One row: `revision` counts the changes of tracks that were published before. */
  catalogue: { id: number; revision: number };
  playlist_track: PlaylistTrackTable;
  credits: CreditsTable;
  credit_entry: CreditEntryTable;
  clawback: ClawbackTable;
  upload: UploadTable;
  report: ReportTable;
  notification: NotificationTable;
  song_request: SongRequestTable;
  vote: VoteTable;
  /** The votes of each user for each request, so that cards need not count votes. */
  backer: { request_id: string; user_id: string; votes: number; last_voted_at: number };
  /** The board's counts, sharded so that writers rarely block each other. Their sums are exact. */
  board_count: { shard: number; requests: number; votes: number; queued: number };
  /** Timelines of requests. Append-only. */
  request_event: RequestEventTable;
  request_report: RequestReportTable;
  take: TakeTable;
  /** Cents reserved or spent on takes in each month (`2026-11`): the sum of its takes that are billed. */
  studio_month: { month: string; cents: number };
  /** Which take a backer or the requester chose. */
  choice: { request_id: string; user_id: string; take_id: string; created_at: number; updated_at: number };
  /** Where the song of a track came from. Append-only; `facts` is JSON. */
  provenance: { track_id: string; request_id: string; take_id: string; facts: string; created_at: number };
  purchase: PurchaseTable;
  subscription: SubscriptionTable;
  /** Sequence numbers of the last started and the last applied sync of each object of the payment provider. */
  provider_sync: { object_id: string; last_started: number; last_applied: number };
  /** Customers of deleted accounts, waiting to be deleted at the payment provider. */
  customer_deletion: { customer_id: string };
  /** Settings the installation keeps about itself; see `settings.ts`. */
  setting: { name: string; value: string };
}

export type Flag = 0 | 1;

export interface TrackTable {
  /** The row's number, which the search index refers to; never sent to clients. */
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
  /** Who requested the track; null if nobody did or the account was deleted. */
  requester_id: string | null;
  /** How many backers the request had when it was released. */
  backers: number | null;
  /** The name of its `genre` tag; null without one. */
  genre: string | null;
  /** The genre up to its colon: `jazz` for `jazz:bebop`. */
  genre_parent: string | null;
  /** Folded title and artist, one per line; see `tracks/search-text.ts`. */
  search_text: string;
  /** Decayed plays on a logarithmic scale that never needs refreshing; see `tracks/popularity.ts`. */
  popularity: number;
  /** Plays that counted, also those whose rows were deleted. */
  plays: Generated<number>;
}

interface PlayEventTable {
  id: string;
  track_id: string;
  user_id: string | null;
  /** A user's id, or a keyed hash of a visitor's address. */
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
  /** A path on this server. */
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
  /** When this tier started; monthly credits are granted on its anniversaries. */
  plan_since: number;
  /** The tier an admin granted; a subscription never lowers the plan below it. */
  granted_tier: Tier;
}

interface AccountEventTable {
  id: string;
  user_id: string;
  kind: 'joined' | 'profile' | 'password' | 'plan';
  /** The new tier of a `plan` event. */
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
  /** Counts the changes of its entries. */
  entries_version: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface PlaylistTrackTable {
  id: string;
  playlist_id: string;
  track_id: string;
  /** 0, 1, 2 … without gaps. Changing positions locks the playlist's row. */
  position: number;
  created_at: number;
}

export interface CreditsTable {
  id: string;
  user_id: string;
  /** The sum of the user's entries; they change together. */
  credits: number;
  last_spend: number | null;
  last_refilled: number | null;
  /** When monthly credits are next due; null for a plan without any. */
  grant_due_at: number | null;
  created_at: number;
}

/** The ledger. Append-only, except that deleting an account clears its subjects. */
export interface CreditEntryTable {
  /** The order of a user's entries; never sent to clients. */
  seq: Generated<number>;
  id: string;
  user_id: string;
  kind: CreditKind;
  /** Positive when added, negative when charged. */
  amount: number;
  /** The balance after this entry. */
  balance: number;
  /** Unique for the cause, so that a cause moves credits once. */
  key: string;
  /** The vote, request, purchase … that caused it. */
  reference: string;
  subject: string | null;
  created_at: number;
}

/** Credits to take back from what a reference granted, and how much of them is still owed. */
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

/** An uploaded audio file and the state of its processing, which resumes after a crash. */
export interface UploadTable {
  id: string;
  user_id: string | null;
  file_name: string | null;
  /** The uploaded file. */
  url: string;
  bytes: number;
  state: 'waiting' | 'processing' | 'ready' | 'failed';
  step: Step | null;
  /** Progress of `step`, from 0 to 1. */
  progress: number;
  /** JSON once `ready`. */
  facts: string | null;
  failure: string | null;
  /** How often processing has started. */
  attempts: number;
  /** The lease of the server that processes it. No other server may claim the upload before `lease_until`. */
  lease: string | null;
  lease_until: number | null;
  /** The track made from it. */
  track_id: string | null;
  /** The take it is the audio of; null for a file that somebody uploaded. */
  take_id: string | null;
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

export interface RequestReportTable {
  id: string;
  request_id: string;
  user_id: string | null;
  reason: string;
  created_at: number;
  resolved_at: number | null;
}

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  role: 'requester' | 'voter' | 'admin';
  request_id: string;
  /** Title and artist of the request at the time. */
  title: string;
  artist: string;
  track_id: string | null;
  reason: string | null;
  created_at: number;
  read_at: number | null;
}

export interface SongRequestTable {
  /** The row's number, which the search index refers to; never sent to clients. */
  seq: Generated<number>;
  id: string;
  user_id: string;
  title: string;
  artist: string;
  genre: string;
  description: string;
  /** Equal for requests of the same song, unique among those not declined. See `song-requests/names.ts`. */
  name_key: string;
  /** Folded title and artist, one per line. */
  search_text: string;
  votes: number;
  /** How many different users voted. */
  backers: number;
  released: Flag;
  release_date: number | null;
  track_id: string | null;
  /** When every credit was returned: it was declined, or no song came of it in time. */
  refunded_at: number | null;
  /** Null if it was not declined. */
  decline_reason: string | null;
  /** When it reached its goal. */
  queued_at: number | null;
  /** Null before takes are made of it, and after its release. */
  stage: 'in_studio' | 'choosing' | null;
  /** Of the takes that are being made, from 0 to 1. */
  progress: number | null;
  choosing_ends_at: number | null;
  /** Hidden until an admin approves it. */
  in_review: Flag;
  created_at: number;
  /** Increases with every change. */
  revision: Generated<number>;
}

export interface RequestEventTable {
  seq: Generated<number>;
  id: string;
  request_id: string;
  kind: EventKind;
  count: number | null;
  text: string | null;
  created_at: number;
}

/** A take: a job that survives crashes, and its result. */
export interface TakeTable {
  id: string;
  request_id: string;
  /** 1, 2, 3 … within the request. */
  number: number;
  generator: string;
  state: TakeState;
  progress: number;
  /** What the generator was asked for, a `TakeSpec` as JSON. */
  spec: string;
  /** The quote, reserved in this month while `is_billed`. */
  cents: number;
  month: string;
  /** 0 once it is certain that nothing was bought. */
  is_billed: Flag;
  /** The generator's own id of it. */
  provider_id: string | null;
  /** Where the generator offers the audio. */
  source_address: string | null;
  /** The audio's upload, which measures it. */
  upload_id: string | null;
  /** How often the current state was tried. */
  attempts: number;
  /** `TakeFacts` as JSON, once the generator has made it. */
  facts: string | null;
  failure_kind: FailureKind | null;
  failure: string | null;
  suggestion: string | null;
  audio_url: string | null;
  waveform_json_url: string | null;
  duration_seconds: number | null;
  loudness_lufs: number | null;
  /** The lease of the server that works on it. No other server may claim the take before `lease_until`. */
  lease: string | null;
  lease_until: number | null;
  /** When the studio looks at it next; null in a final state. */
  due_at: number | null;
  /** When the studio gives up waiting for the generator; null before it was submitted. */
  deadline_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface VoteTable {
  id: string;
  request_id: string;
  user_id: string;
  created_at: number;
}

/** A credit pack in checkout or bought; its status follows the payment provider. */
export interface PurchaseTable {
  id: string;
  user_id: string;
  package_id: string;
  /** Credits the pack contains. */
  credits: number;
  /** Cents. */
  amount: number;
  currency: 'usd';
  status: 'open' | 'processing' | 'succeeded' | 'failed' | 'refunded';
  /** How often creating its payment intent failed for certain; each attempt has its own idempotency key. */
  attempt: number;
  payment_intent_id: string | null;
  /** When the credits were granted; null before. */
  credited_at: number | null;
  /** Credits clawed back by refunds and disputes: the sum of its open clawbacks in the ledger. */
  clawed_back: number;
  /** Why an operator must review it; null if nothing is wrong. */
  review_reason: 'wrong_amount' | 'paid_twice' | 'account_deleted' | null;
  created_at: number;
  updated_at: number;
}

export interface SubscriptionTable {
  /** The provider's id. */
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
