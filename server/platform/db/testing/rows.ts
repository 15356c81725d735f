import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const at = 1_767_225_600_000;
const created = { created_at: at };
const plain = { created_at: at, updated_at: at };
const [ann, bob, cat] = ['ann', 'bob', 'cat'];
const power = { package_id: 'power', credits: 500, amount: 999, currency: 'usd', ...plain };
const clawback = { user_id: ann, reference: 'b1', ...created };
const entry = { user_id: ann, ...created };

type Row = Record<string, string | number | null>;

/** A few rows for each table, parents first: what upgrades and backups have to keep. */
const rows: Record<string, Row[]> = {
  user: [
    { id: ann, username: 'Ann', username_key: 'ann', name: 'Ann', email: 'ann@example.org', created_at: 1 },
    {
      ...{ id: bob, username: 'Bob', username_key: 'bob', name: "Bob O'Neil", email: 'bob@example.org' },
      ...{ created_at: 2, suspended_at: at, email_confirmed_at: at, must_confirm_email: 1 },
    },
    {
      ...{ id: cat, username: 'deleted-cat', username_key: 'deleted-cat', name: 'Deleted user' },
      ...{ created_at: 3, deleted_at: at },
    },
  ],
  account_status: [
    { id: 's1', user_id: ann, plan_tier: 'plus', stripe_customer_id: 'cus_1', ...plain, plan_since: at },
    { id: 's2', user_id: bob, plan_tier: 'premium', ...plain, plan_since: at, granted_tier: 'premium' },
  ],
  session: [{ token_hash: 'hash', user_id: ann, ...created, last_used_at: at, device: 'Firefox on Linux' }],
  password_reset: [{ token_hash: 'hash', user_id: bob, expires_at: at }],
  email_confirmation: [{ token_hash: 'hash', user_id: bob, email: 'bob@example.org', expires_at: at }],
  account_event: [{ id: 'e1', user_id: ann, kind: 'plan', detail: 'plus', ...created }],
  known_place: [{ user_id: ann, place: '192.0.2.1', last_used_at: at }],
  second_factor: [{ user_id: ann, secret: 'sealed', last_step: 7, ...created, confirmed_at: at }],
  recovery_code: [{ user_id: ann, code_hash: 'hash' }],
  passkey: [
    {
      ...{ id: 'k1', user_id: ann, credential_id: 'credential', public_key: 'key', counter: 3 },
      ...{ transports: '["usb"]', name: 'Key', ...created },
    },
  ],
  app_password: [{ id: 'w1', user_id: ann, token_hash: 'hash', secret: 'sealed', name: 'Phone', ...created }],
  login_challenge: [{ token_hash: 'hash', kind: 'second_factor', user_id: ann, expires_at: at }],
  identity: [
    { id: 'i1', user_id: bob, issuer: 'https://id.example', subject: '7', label: 'Bob', ...created },
  ],
  public_profile: [{ user_id: ann, ...created }],
  invitation: [
    { id: 'v1', token_hash: 'hash', max_uses: 5, uses: 1, creator_id: ann, ...created, expires_at: at },
  ],
  sign_up_count: [{ day: 20_000, place: '192.0.2.0', accounts: 2 }],
  audit_entry: [{ id: 'a1', actor_id: ann, action: 'suspend', subject_id: bob, ...created }],
  track: [
    {
      ...{
        id: 't1',
        title: 'Glass Harbor',
        display_artist: 'Ilse',
        duration_seconds: 180,
        audio_url: '/a.mp3',
      },
      ...{ ...plain, release_date: '2026-01-01', search_text: 'glass harbor\nilse', bpm: 92.5, seed: 7 },
      ...{
        requester_id: ann,
        backers: 2,
        genre: 'jazz',
        genre_parent: 'jazz',
        plays: 1,
        artist_slug: 'ilse',
      },
    },
  ],
  tag: [{ id: 'g1', type: 'genre', name: 'jazz' }],
  track_tag: [{ track_id: 't1', tag_id: 'g1' }],
  genre_count: [{ genre: 'jazz', tracks: 1 }],
  artist: [{ slug: 'ilse', name: 'Ilse', tracks: 1 }],
  album: [{ artist_slug: 'ilse', year: '2026', tracks: 1, seconds: 180 }],
  lyrics: [{ track_id: 't1', text: 'Glass in the harbor,\nrain on the pier' }],
  spelling: [{ key: 'glas', word: 'glass' }],
  play_event: [{ id: 'p1', track_id: 't1', user_id: ann, listener: ann, played_ms: 1000, ...created }],
  scrobble_link: [
    { user_id: ann, service: 'listenbrainz', account: 'ann', token: 'sealed', refused_at: null, ...created },
  ],
  scrobble: [
    {
      ...{ id: 'c1', user_id: ann, service: 'listenbrainz', track_id: 't1' },
      ...{ listened_at: at, due_at: at, attempts: 0 },
    },
  ],
  chart_entry: [
    {
      ...{ chart: 'songs', genre: '', week: '2026-W01', position: 1, track_id: 't1', plays: 1, listeners: 1 },
      ...{ weeks: 1, updated_at: at },
    },
  ],
  applause: [{ id: 'h1', track_id: 't1', user_id: ann, listener: ann, part: 3, ...created }],
  applause_part: [{ track_id: 't1', part: 3, claps: 1 }],
  saved_track: [{ id: 'v1', user_id: ann, track_id: 't1', ...created }],
  playlist: [
    { id: 'l1', user_id: ann, name: 'Evenings', privacy: 'private', ...plain },
    { id: 'l2', user_id: ann, name: 'Évening Walks', privacy: 'public', ...plain, entries_version: 2 },
  ],
  playlist_track: [{ id: 'i1', playlist_id: 'l1', track_id: 't1', position: 0, ...created }],
  playlist_card: [
    { playlist_id: 'l1', entries_version: 1, revision: 1, track_count: 1, total_seconds: 180, covers: '[]' },
  ],
  play_queue: [
    {
      ...{ user_id: ann, track_ids: 't1', current: 't1', position_ms: 1500 },
      ...{ changed_at: at, changed_by: 'Phone' },
    },
  ],
  playlist_word: [{ word: 'evening', playlist_id: 'l2' }],
  setting: [{ name: 'visitor_secret', value: 'secret' }],
  credits: [
    { id: 'c1', user_id: ann, credits: 290, last_spend: at, ...created },
    { id: 'c2', user_id: bob, credits: 0, grant_due_at: at, ...created },
  ],
  credit_entry: [
    { id: 'n1', kind: 'purchase', amount: 500, balance: 500, key: 'purchase:b1', reference: 'b1', ...entry },
    { id: 'n2', kind: 'request', amount: -200, balance: 300, key: 'request:r1', reference: 'r1', ...entry },
    {
      ...{ id: 'n3', kind: 'vote', amount: -10, balance: 290, key: 'vote:o1', reference: 'r1', ...entry },
      ...{ subject: 'Glass Harbor' },
    },
    {
      id: 'n4',
      kind: 'clawback',
      amount: -100,
      balance: 190,
      key: 'clawback:b1:1',
      reference: 'b1',
      ...entry,
    },
    {
      id: 'n5',
      kind: 'reversal',
      amount: 100,
      balance: 290,
      key: 'reversal:b1:1',
      reference: 'b1',
      ...entry,
    },
  ],
  clawback: [
    { key: 'clawback:b1:1', amount: 100, owed: 0, reversed_at: at, ...clawback },
    { key: 'clawback:b1:2', amount: 50, owed: 50, ...clawback },
  ],
  purchase: [
    {
      ...{ id: 'b1', user_id: ann, ...power, status: 'succeeded', attempt: 1, payment_intent_id: 'pi_1' },
      ...{ credited_at: at, clawed_back: 50 },
    },
    {
      ...{ id: 'b2', user_id: cat, ...power, status: 'failed', attempt: 2, payment_intent_id: 'pi_2' },
      ...{ clawed_back: 0, review_reason: 'account_deleted' },
    },
  ],
  subscription: [
    {
      ...{ id: 'sub_1', user_id: ann, tier: 'plus', price_id: 'price_1', status: 'active', ...plain },
      ...{ cancel_at_period_end: 0, current_period_end: at },
    },
  ],
  provider_sync: [{ object_id: 'pi_1', last_started: 4, last_applied: 3 }],
  customer_deletion: [{ customer_id: 'cus_cat' }],
  song_request: [
    {
      ...{ id: 'r1', user_id: ann, title: 'Glass Harbor', artist: 'Ilse', genre: 'jazz', name_key: 'key1' },
      ...{ search_text: 'glass harbor\nilse', votes: 1, backers: 1, ...created },
      ...{ released: 1, release_date: at, track_id: 't1' },
    },
    {
      ...{ id: 'r2', user_id: bob, title: 'Neon Rain', artist: 'Mo', genre: 'pop', name_key: 'key2' },
      ...{ search_text: 'neon rain\nmo', ...created, stage: 'choosing', queued_at: at, choosing_ends_at: at },
    },
  ],
  vote: [{ id: 'o1', request_id: 'r1', user_id: ann, ...created, lamp: 1 }],
  backer: [{ request_id: 'r1', user_id: ann, votes: 1, last_voted_at: at }],
  request_event: [
    { id: 'q1', request_id: 'r1', kind: 'requested', ...created },
    { id: 'q2', request_id: 'r1', kind: 'released', ...created },
  ],
  request_report: [{ id: 'x2', request_id: 'r2', user_id: ann, reason: 'Rude', ...created }],
  upload: [
    {
      id: 'u1',
      user_id: ann,
      url: '/u.mp3',
      bytes: 9,
      state: 'ready',
      facts: '{}',
      track_id: 't1',
      ...plain,
    },
  ],
  report: [{ id: 'x1', track_id: 't1', user_id: bob, reason: 'Too loud', ...created }],
  take: [
    {
      ...{ id: 'k1', request_id: 'r1', number: 1, generator: 'house-band', state: 'ready', spec: '{}' },
      ...{ cents: 0, month: '2026-01', is_billed: 0, ...plain, audio_url: '/k.mp3' },
    },
  ],
  studio_month: [{ month: '2026-01', cents: 12 }],
  choice: [{ request_id: 'r1', user_id: ann, take_id: 'k1', ...plain }],
  provenance: [{ track_id: 't1', request_id: 'r1', take_id: 'k1', facts: '{}', ...created }],
  notification: [
    {
      ...{
        id: 'm1',
        user_id: ann,
        kind: 'request_released',
        role: 'requester',
        request_id: 'r1',
        subject: 'r1',
      },
      ...{ title: 'Glass Harbor', artist: 'Ilse', track_id: 't1', ...created },
    },
  ],
  follow: [{ id: 'f1', user_id: ann, kind: 'artist', target: 'ilse', ...created }],
  follow_news: [
    {
      id: 'n1',
      kind: 'artist',
      target: 'ilse',
      source: 't1',
      notice: 'new_song',
      track_id: 't1',
      ...created,
    },
  ],
  notification_setting: [{ user_id: ann, by_email: 0 }],
  push_setting: [
    { user_id: ann, kinds_off: 'closing', quiet_from: 1320, quiet_until: 420, time_zone: 'Europe/Berlin' },
  ],
  push_subscription: [
    {
      session: 'hash',
      user_id: ann,
      endpoint: 'https://push.example/1',
      p256dh: 'key',
      auth: 'secret',
      ...created,
    },
  ],
  webhook_event: [
    { id: 'w1', kind: 'released', title: 'Glass Harbor', artist: 'Ilse', request_id: 'r1', ...created },
  ],
};

export async function insertExampleRows(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [table, some] of Object.entries(rows))
      for (const row of some) {
        const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
        const values = sql.join(Object.values(row));
        await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(tx);
      }
  });
}
