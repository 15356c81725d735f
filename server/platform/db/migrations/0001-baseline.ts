import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** What the two engines write differently in the schema. */
const DIALECTS = {
  sqlite: { seq: 'integer primary key autoincrement', byCodePoint: '', own: sqlite() },
  postgres: {
    seq: 'bigint generated always as identity primary key',
    byCodePoint: ' collate "C"',
    own: postgres(),
  },
};

/**
 * The schema of the first release: tables, indexes and the rows that never change their number. `seq` is an
 * auto-incremented row number; times are epoch milliseconds; flags are 0 or 1; text that is compared by code point makes
 * a range of it a prefix. A released migration never changes; add another.
 */
export const baseline = (engine: Engine): Migration => ({
  async up(db) {
    const { own, ...words } = DIALECTS[engine.kind];
    for (const statement of [...tables(words).split(/;\n/), ...own]) await sql.raw(statement).execute(db);
  },
});

/** Indexes of search texts by trigrams, kept up to date by triggers, and an audit log that refuses changes. */
function sqlite(): string[] {
  const searches = ['track', 'song_request'].flatMap((table) => {
    const search = `${table}_search`;
    const add = `insert into ${search} (rowid, search_text) values (new.seq, new.search_text)`;
    const remove = `insert into ${search} (${search}, rowid, search_text) values ('delete', old.seq, old.search_text)`;
    return [
      `create virtual table ${search} using fts5(
        search_text, content = '${table}', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1')`,
      `create trigger ${search}_insert after insert on ${table} begin ${add}; end`,
      `create trigger ${search}_delete after delete on ${table} begin ${remove}; end`,
      `create trigger ${search}_update after update of search_text on ${table} begin ${remove}; ${add}; end`,
    ];
  });
  const appendOnly = ['update', 'delete'].map(
    (change) => `create trigger audit_entry_refuses_${change} before ${change} on audit_entry
      begin select raise(abort, 'audit_entry is append-only'); end`,
  );
  return [...searches, ...appendOnly];
}

function postgres(): string[] {
  return [
    'create extension if not exists pg_trgm',
    'create index track_search on track using gin (search_text gin_trgm_ops)',
    'create index song_request_search on song_request using gin (search_text gin_trgm_ops)',
    // It stays when a restore drops the tables.
    `create or replace function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception '% is append-only', tg_table_name; end $$`,
    `create trigger audit_entry_is_append_only before update or delete on audit_entry
      for each row execute function refuse_change()`,
  ];
}

const tables = ({ seq, byCodePoint }: { seq: string; byCodePoint: string }): string => `
-- People and their accounts

create table "user" (
  id text primary key,
  username text not null,
  username_key text not null unique,
  name text not null check (name <> ''),
  email text unique,
  password_hash text,
  avatar_url text,
  created_at bigint not null,
  deleted_at bigint,
  suspended_at bigint,
  email_confirmed_at bigint,
  must_confirm_email integer not null default 0
);
create index user_by_avatar on "user" (avatar_url);
create index user_by_email_prefix on "user" (email${byCodePoint}) where email is not null;
create index user_by_username_prefix on "user" (username_key${byCodePoint});

create table account_status (
  id text primary key,
  user_id text not null unique references "user" (id),
  plan_tier text not null check (plan_tier in ('free', 'plus', 'premium', 'platinum', 'admin')),
  stripe_customer_id text unique,
  created_at bigint not null,
  updated_at bigint not null,
  plan_since bigint not null default 0,
  granted_tier text not null default 'free' check (granted_tier in ('free', 'plus', 'premium', 'platinum', 'admin'))
);
create index account_status_by_age on account_status (created_at desc, id desc);
create index account_status_of_admins on account_status (user_id) where plan_tier = 'admin';

create table session (
  token_hash text primary key,
  user_id text not null references "user" (id),
  created_at bigint not null,
  last_used_at bigint not null,
  device text,
  second_factor integer not null default 0,
  confirmed_at bigint
);
create index session_by_user on session (user_id);
create index session_by_use on session (last_used_at);

create table password_reset (
  token_hash text primary key,
  user_id text not null references "user" (id),
  expires_at bigint not null
);
create index password_reset_by_user on password_reset (user_id);

create table email_confirmation (
  token_hash text primary key,
  user_id text not null references "user" (id),
  email text not null,
  expires_at bigint not null
);
create index email_confirmation_by_user on email_confirmation (user_id);
create index email_confirmation_by_expiry on email_confirmation (expires_at);

create table account_event (
  id text primary key,
  user_id text not null references "user" (id),
  kind text not null,
  detail text,
  created_at bigint not null
);
create index account_event_by_user on account_event (user_id, created_at desc, id desc);

create table known_place (
  user_id text not null references "user" (id),
  place text not null,
  last_used_at bigint not null,
  constraint known_place_key primary key (user_id, place)
);
create index known_place_by_use on known_place (last_used_at);

create table second_factor (
  user_id text primary key references "user" (id),
  secret text not null,
  last_step bigint not null,
  created_at bigint not null,
  confirmed_at bigint
);

create table recovery_code (
  user_id text not null references "user" (id),
  code_hash text not null,
  constraint recovery_code_key primary key (user_id, code_hash)
);

create table passkey (
  id text primary key,
  user_id text not null references "user" (id),
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_by_user on passkey (user_id, created_at);

create table app_password (
  id text primary key,
  user_id text not null references "user" (id),
  token_hash text not null unique,
  secret text not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index app_password_by_user on app_password (user_id, created_at);

create table login_challenge (
  token_hash text primary key,
  kind text not null,
  user_id text references "user" (id),
  session text,
  browser text,
  expires_at bigint not null
);
create index login_challenge_by_user on login_challenge (user_id);
create index login_challenge_by_expiry on login_challenge (expires_at);

create table identity (
  id text primary key,
  user_id text not null references "user" (id),
  issuer text not null,
  subject text not null,
  label text,
  created_at bigint not null,
  constraint identity_by_subject unique (issuer, subject),
  constraint identity_by_user unique (user_id, issuer)
);

create table public_profile (
  user_id text primary key references "user" (id),
  created_at bigint not null
);

create table invitation (
  id text primary key,
  token_hash text not null unique,
  note text,
  max_uses integer not null,
  uses integer not null default 0 check (uses <= max_uses),
  creator_id text references "user" (id),
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint
);
create index invitation_by_age on invitation (created_at desc, id desc);

create table sign_up_count (
  day integer not null,
  place text not null,
  accounts integer not null,
  constraint sign_up_count_key primary key (day, place)
);

create table audit_entry (
  id text primary key,
  actor_id text not null references "user" (id),
  action text not null,
  subject_id text,
  detail text,
  created_at bigint not null
);
create index audit_entry_by_age on audit_entry (created_at desc, id desc);

-- The catalogue

create table track (
  seq ${seq},
  id text not null unique,
  title text not null check (title <> ''),
  display_artist text not null check (display_artist <> ''),
  duration_seconds integer not null check (duration_seconds > 0),
  cover_image_url text,
  audio_url text not null,
  created_at bigint not null,
  updated_at bigint not null,
  is_deleted integer not null default 0 check (is_deleted in (0, 1)),
  release_date text not null,
  bpm double precision,
  musical_key text,
  loudness_lufs double precision,
  preview_url text,
  waveform_json_url text,
  provider text,
  prompt_text text,
  seed bigint,
  rights_status text,
  search_text text not null,
  popularity double precision not null default 0,
  requester_id text references "user" (id),
  backers integer,
  genre text,
  genre_parent text,
  plays integer not null default 0 check (plays >= 0),
  artist_slug text not null default ''
);
create index track_by_popularity on track (is_deleted, popularity desc, created_at desc, id desc);
create index track_by_age on track (is_deleted, created_at desc, id desc, release_date);
create index track_by_age_in_any_state on track (created_at desc, id desc);
create index track_by_genre_and_popularity on track (is_deleted, genre, popularity desc, created_at desc, id desc);
create index track_by_genre_and_age on track (is_deleted, genre, created_at desc, id desc);
create index track_by_genre_parent_and_popularity
  on track (is_deleted, genre_parent, popularity desc, created_at desc, id desc);
create index track_by_genre_parent_and_age on track (is_deleted, genre_parent, created_at desc, id desc);
create index track_by_release on track (is_deleted, release_date, genre);
create index track_by_genre_parent_and_tempo on track (is_deleted, genre_parent, bpm);
create index track_by_artist_and_popularity
  on track (is_deleted, artist_slug, popularity desc, created_at desc, id desc);
create index track_by_artist_and_age on track (is_deleted, artist_slug, created_at desc, id desc);
create index track_by_plays on track (is_deleted, plays desc, id desc);
create index track_by_genre_parent_and_plays on track (is_deleted, genre_parent, plays desc, id desc);
create index track_by_requester_and_age
  on track (requester_id, created_at desc, id desc) where requester_id is not null;
create index track_by_album on track (is_deleted, artist_slug, release_date, id);
create index track_by_name on track (substr(search_text${byCodePoint}, 1, 200));

create table tag (
  id text primary key,
  type text not null check (type <> ''),
  name text not null check (name <> ''),
  constraint tag_once unique (type, name)
);

create table track_tag (
  track_id text not null references track (id),
  tag_id text not null references tag (id),
  constraint track_tag_key primary key (track_id, tag_id)
);
create index track_tag_by_tag on track_tag (tag_id, track_id);

create table genre_count (
  genre text primary key,
  tracks integer not null check (tracks >= 0)
);

create table artist (
  slug text primary key,
  name text not null,
  tracks integer not null check (tracks >= 0)
);

create table album (
  artist_slug text not null,
  year text not null,
  tracks integer not null check (tracks >= 0),
  seconds bigint not null check (seconds >= 0),
  constraint album_key primary key (artist_slug, year)
);

create table catalogue (
  id integer primary key,
  revision integer not null
);
insert into catalogue (id, revision) values (1, 0);

create table lyrics (
  track_id text primary key references track (id),
  text text not null
);

create table spelling (
  key text not null,
  word text not null,
  constraint spelling_key primary key (key, word)
);

-- Listening

create table play_event (
  id text primary key,
  track_id text not null references track (id),
  user_id text,
  listener text not null,
  played_ms integer not null check (played_ms >= 0),
  created_at bigint not null
);
create index play_event_by_listener on play_event (track_id, listener, created_at desc);
create index play_event_by_user on play_event (user_id, created_at desc, id desc);
create index play_event_by_track_and_age on play_event (track_id, created_at, listener);

create table scrobble_link (
  user_id text not null references "user" (id),
  service text not null check (service in ('listenbrainz', 'lastfm')),
  account text not null,
  token text not null,
  refused_at bigint,
  created_at bigint not null,
  constraint scrobble_link_key primary key (user_id, service)
);

create table scrobble (
  id text primary key,
  user_id text not null references "user" (id),
  service text not null check (service in ('listenbrainz', 'lastfm')),
  track_id text not null references track (id),
  listened_at bigint not null,
  due_at bigint not null,
  attempts integer not null
);
create index scrobble_by_due on scrobble (service, due_at);
create index scrobble_by_user on scrobble (user_id, service, listened_at);

create table chart_entry (
  chart text not null,
  genre text not null,
  week text not null,
  position integer not null,
  track_id text not null references track (id),
  plays integer not null,
  listeners integer,
  before integer,
  previous integer,
  weeks integer not null,
  updated_at bigint not null,
  constraint chart_entry_key primary key (chart, genre, week, position)
);
create index chart_entry_by_track on chart_entry (track_id, chart, genre, week, weeks);

create table applause (
  id text primary key,
  track_id text not null references track (id),
  user_id text references "user" (id),
  listener text not null,
  part integer not null,
  created_at bigint not null
);
create index applause_by_listener on applause (track_id, listener, created_at);
create index applause_by_user on applause (user_id, created_at, id) where user_id is not null;
create index applause_of_visitors on applause (created_at) where user_id is null;

create table applause_part (
  track_id text not null references track (id),
  part integer not null,
  claps integer not null check (claps > 0),
  constraint applause_part_key primary key (track_id, part)
);

-- Libraries and playlists

create table saved_track (
  id text primary key,
  user_id text not null references "user" (id),
  track_id text not null references track (id),
  created_at bigint not null,
  constraint saved_track_once unique (user_id, track_id)
);
create index saved_track_by_user on saved_track (user_id, created_at desc, id desc, track_id);
create index saved_track_by_track on saved_track (track_id, created_at desc, user_id);

create table playlist (
  id text primary key,
  user_id text not null references "user" (id),
  name text not null check (name <> ''),
  description text,
  privacy text not null check (privacy in ('public', 'private')),
  cover_image_url text,
  is_deleted integer not null default 0 check (is_deleted in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null,
  entries_version integer not null default 0
);
create index playlist_by_user on playlist (user_id, is_deleted, created_at desc, id desc);

create table playlist_track (
  id text primary key,
  playlist_id text not null references playlist (id),
  track_id text not null references track (id),
  position integer not null check (position >= 0),
  created_at bigint not null,
  constraint playlist_track_once unique (playlist_id, track_id)
);
create index playlist_track_by_position on playlist_track (playlist_id, position, track_id);
create index playlist_track_by_age on playlist_track (created_at);

create table playlist_card (
  playlist_id text primary key,
  entries_version integer not null,
  revision integer not null,
  valid_until bigint,
  track_count integer not null,
  total_seconds integer not null,
  covers text not null
);

create table play_queue (
  user_id text primary key references "user" (id),
  track_ids text not null,
  current text,
  position_ms bigint not null,
  changed_at bigint not null,
  changed_by text not null
);

create table playlist_word (
  word text${byCodePoint} not null,
  playlist_id text not null references playlist (id),
  constraint playlist_word_key primary key (word, playlist_id)
);
create index playlist_word_by_playlist on playlist_word (playlist_id);

-- Credits and payments

create table credits (
  id text primary key,
  user_id text not null unique references "user" (id),
  credits bigint not null check (credits >= 0),
  last_spend bigint,
  last_refilled bigint,
  grant_due_at bigint,
  created_at bigint not null
);
create index credits_by_age on credits (created_at desc, id desc);
create index credits_by_due on credits (grant_due_at, id) where grant_due_at is not null;

create table credit_entry (
  seq ${seq},
  id text not null unique,
  user_id text not null references credits (user_id),
  kind text not null check (kind in ('purchase', 'vote', 'request', 'grant', 'adjustment', 'reversal', 'clawback')),
  amount bigint not null check (amount <> 0),
  balance bigint not null check (balance >= 0),
  key text not null unique,
  reference text not null,
  subject text,
  created_at bigint not null
);
create index credit_entry_by_user on credit_entry (user_id, seq desc);
create index credit_entry_by_reference on credit_entry (reference, kind, seq);

create table clawback (
  key text primary key,
  user_id text not null references credits (user_id),
  reference text not null,
  amount bigint not null check (amount >= 0),
  owed bigint not null check (owed >= 0 and owed <= amount),
  subject text,
  created_at bigint not null,
  reversed_at bigint
);
create index clawback_by_reference on clawback (reference);
create index clawback_owed on clawback (user_id, created_at) where owed > 0;

create table purchase (
  id text primary key,
  user_id text not null references "user" (id),
  package_id text not null,
  credits integer not null check (credits > 0),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('open', 'processing', 'succeeded', 'failed', 'refunded')),
  attempt integer not null,
  payment_intent_id text unique,
  credited_at bigint,
  clawed_back integer not null check (clawed_back between 0 and credits),
  review_reason text,
  created_at bigint not null,
  updated_at bigint not null
);
create index purchase_by_user on purchase (user_id, created_at desc, id desc);
create index purchase_for_review on purchase (updated_at) where review_reason is not null;

create table subscription (
  id text primary key,
  user_id text not null references "user" (id),
  tier text not null check (tier in ('plus', 'premium', 'platinum')),
  price_id text not null,
  status text not null check (status in ('active', 'past_due', 'ended')),
  cancel_at_period_end integer not null check (cancel_at_period_end in (0, 1)),
  current_period_end bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index subscription_by_user on subscription (user_id, created_at desc, id desc);

create table provider_sync (
  object_id text primary key,
  last_started integer not null,
  last_applied integer not null check (last_applied <= last_started)
);

create table customer_deletion (
  customer_id text primary key
);

-- Song requests

create table song_request (
  seq ${seq},
  id text not null unique,
  user_id text not null references "user" (id),
  title text not null check (title <> ''),
  artist text not null check (artist <> ''),
  genre text not null check (genre <> ''),
  description text not null default '',
  lyrics text,
  name_key text not null,
  search_text text not null,
  votes integer not null default 0 check (votes >= 0),
  backers integer not null default 0 check (backers >= 0),
  released integer not null default 0 check (released in (0, 1)),
  release_date bigint,
  track_id text references track (id),
  refunded_at bigint,
  decline_reason text,
  created_at bigint not null,
  revision integer not null default 1,
  queued_at bigint,
  stage text check (stage in ('in_studio', 'choosing')),
  progress double precision,
  choosing_ends_at bigint,
  in_review integer not null default 0 check (in_review in (0, 1)),
  merged_into text references song_request (id),
  constraint song_request_ends_once check (released = 0 or refunded_at is null)
);
create unique index song_request_name on song_request (name_key) where refunded_at is null;
create index song_request_by_user on song_request (user_id, created_at desc, id desc);
create index song_request_by_track on song_request (track_id) where track_id is not null;
create index song_request_board
  on song_request ((-votes), created_at, id) where released = 0 and refunded_at is null and in_review = 0;
create index song_request_waiting
  on song_request ((-votes), created_at, id) where queued_at is not null and stage is null and released = 0 and refunded_at is null;
create index song_request_by_stage
  on song_request (stage, choosing_ends_at) where stage is not null and released = 0 and refunded_at is null;
create index song_request_by_queued_at
  on song_request (queued_at) where queued_at is not null and released = 0 and refunded_at is null;
create index song_request_in_review on song_request (created_at, id) where in_review = 1 and refunded_at is null;
create index song_request_merged on song_request (merged_into) where merged_into is not null;

create table vote (
  id text primary key,
  request_id text not null references song_request (id),
  user_id text not null references "user" (id),
  created_at bigint not null,
  lamp integer
);
create index vote_by_user on vote (user_id, created_at desc, id desc);
create unique index vote_by_lamp on vote (request_id, lamp) where lamp is not null;

create table backer (
  request_id text not null references song_request (id),
  user_id text not null references "user" (id),
  votes integer not null check (votes > 0),
  last_voted_at bigint not null,
  constraint backer_key primary key (request_id, user_id)
);
create index backer_by_user on backer (user_id, last_voted_at desc, request_id desc);

create table board_count (
  shard integer primary key,
  requests integer not null default 0,
  votes integer not null default 0,
  queued integer not null default 0
);
insert into board_count (shard) values
  (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15);

create table request_event (
  seq ${seq},
  id text not null unique,
  request_id text not null references song_request (id),
  kind text not null,
  count integer,
  text text,
  created_at bigint not null
);
create index request_event_by_request on request_event (request_id, seq);
create index request_event_steps
  on request_event (created_at) where kind in ('queued', 'choosing', 'released', 'declined', 'returned', 'merged');

create table request_report (
  id text primary key,
  request_id text not null references song_request (id),
  user_id text references "user" (id),
  reason text not null check (reason <> ''),
  created_at bigint not null,
  resolved_at bigint
);
create unique index request_report_once on request_report (request_id, user_id) where resolved_at is null;
create index request_report_open on request_report (created_at desc, id desc) where resolved_at is null;
create index request_report_resolved on request_report (created_at desc, id desc) where resolved_at is not null;
create index request_report_by_user on request_report (user_id, created_at desc, id desc);

-- Publishing and the studio

create table upload (
  id text primary key,
  user_id text references "user" (id),
  file_name text,
  url text not null,
  bytes bigint not null check (bytes > 0),
  state text not null check (state in ('waiting', 'processing', 'ready', 'failed')),
  step text,
  progress double precision not null default 0,
  facts text,
  failure text,
  attempts integer not null default 0,
  lease text,
  lease_until bigint,
  track_id text references track (id),
  created_at bigint not null,
  updated_at bigint not null,
  take_id text
);
create index upload_by_state on upload (state, created_at, id);
create index upload_by_url on upload (url);
create index upload_by_track on upload (track_id);
create index upload_by_user on upload (user_id);

create table report (
  id text primary key,
  track_id text not null references track (id),
  user_id text references "user" (id),
  reason text not null check (reason <> ''),
  created_at bigint not null,
  resolved_at bigint
);
create unique index report_once on report (track_id, user_id) where resolved_at is null;
create index report_open on report (created_at desc, id desc) where resolved_at is null;
create index report_resolved on report (created_at desc, id desc) where resolved_at is not null;
create index report_by_user on report (user_id, created_at desc, id desc);

create table take (
  id text primary key,
  request_id text not null references song_request (id),
  number integer not null check (number > 0),
  generator text not null,
  state text not null check (state in ('queued', 'submitting', 'running', 'fetching', 'checking', 'ready', 'failed', 'cancelled', 'lost')),
  progress double precision not null default 0,
  spec text not null,
  cents integer not null check (cents >= 0),
  month text not null,
  is_billed integer not null check (is_billed in (0, 1)),
  provider_id text,
  source_address text,
  upload_id text,
  attempts integer not null default 0,
  facts text,
  failure_kind text,
  failure text,
  suggestion text,
  audio_url text,
  waveform_json_url text,
  duration_seconds double precision,
  loudness_lufs double precision,
  lease text,
  lease_until bigint,
  due_at bigint,
  deadline_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  constraint take_number unique (request_id, number),
  constraint take_due check ((due_at is null) = (state in ('ready', 'failed', 'cancelled', 'lost')))
);
create index take_due_at on take (due_at) where due_at is not null;
create index take_by_provider_id on take (generator, provider_id) where provider_id is not null;
create index take_by_month on take (month, generator);
create index take_failed on take (updated_at) where state in ('failed', 'lost');

create table studio_month (
  month text primary key,
  cents integer not null check (cents >= 0)
);

create table choice (
  request_id text not null references song_request (id),
  user_id text not null references "user" (id),
  take_id text not null references take (id),
  created_at bigint not null,
  updated_at bigint not null,
  constraint choice_key primary key (request_id, user_id)
);
create index choice_by_user on choice (user_id, updated_at);

create table provenance (
  track_id text primary key references track (id),
  request_id text not null references song_request (id),
  take_id text not null unique references take (id),
  facts text not null,
  created_at bigint not null
);

-- Notifications and settings

create table notification (
  id text primary key,
  user_id text not null references "user" (id),
  kind text not null,
  role text not null,
  subject text not null,
  request_id text,
  title text not null,
  artist text not null,
  track_id text references track (id),
  reason text,
  followed text,
  followed_target text,
  created_at bigint not null,
  read_at bigint,
  premiere_seen_at bigint,
  email_due_at bigint,
  email_attempts integer not null default 0,
  push_due_at bigint,
  constraint notification_once unique (user_id, subject, kind)
);
create index notification_by_user on notification (user_id, created_at desc, id desc);
create index notification_of_follower on notification (user_id, created_at desc, id desc) where role = 'follower';
create index notification_to_prune on notification (created_at) where role = 'follower';
create index notification_unread on notification (user_id) where read_at is null;
create index notification_to_email on notification (email_due_at) where email_due_at is not null;
create index notification_to_push on notification (push_due_at) where push_due_at is not null;
create index notification_to_push_by_user on notification (user_id, push_due_at) where push_due_at is not null;

create table notification_setting (
  user_id text primary key references "user" (id),
  by_email integer not null
);

create table push_setting (
  user_id text primary key references "user" (id),
  kinds_off text not null default '',
  quiet_from integer,
  quiet_until integer,
  time_zone text,
  rest_until bigint not null default 0,
  failures integer not null default 0
);

create table push_subscription (
  session text primary key references session (token_hash) on delete cascade,
  user_id text not null references "user" (id),
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at bigint not null
);
create index push_subscription_by_user on push_subscription (user_id, created_at);

-- Following

create table follow (
  id text primary key,
  user_id text not null references "user" (id),
  kind text not null check (kind in ('request', 'artist', 'genre', 'playlist', 'person')),
  target text not null,
  created_at bigint not null,
  constraint follow_once unique (user_id, kind, target)
);
create index follow_by_target on follow (kind, target, user_id, created_at);
create index follow_by_user on follow (user_id, created_at desc, id desc);

create table follow_news (
  id text primary key,
  kind text not null,
  target text not null,
  source text not null,
  notice text not null,
  request_id text,
  track_id text,
  reason text,
  created_at bigint not null,
  told_to text not null default '',
  told_at bigint,
  constraint follow_news_once unique (kind, target, source)
);
create index follow_news_to_tell on follow_news (created_at, kind, id) where told_at is null;
create index follow_news_told on follow_news (told_at) where told_at is not null;

-- The operator's webhook

create table webhook_event (
  id text primary key,
  kind text not null,
  title text,
  artist text,
  request_id text,
  track_id text,
  reason text,
  created_at bigint not null,
  due_at bigint,
  attempts integer not null default 0
);
create index webhook_event_due on webhook_event (due_at, id) where due_at is not null;
create index webhook_event_to_prune on webhook_event (created_at);

create table setting (
  name text primary key,
  value text not null
)
`;
