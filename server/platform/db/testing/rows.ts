const at = 1_767_225_600_000;
const plain = { created_at: at, updated_at: at };
const [ann, bob, cat] = ['ann', 'bob', 'cat'];

/** A few rows for each table as it was after migration 0008, parents first. */
export const rows: Record<string, Record<string, string | number | null>[]> = {
  user: [
    { id: ann, username: 'Ann', username_key: 'ann', name: 'Ann', email: 'ann@example.org', created_at: 1 },
    {
      id: bob,
      username: 'Bob',
      username_key: 'bob',
      name: "Bob O'Neil",
      email: 'bob@example.org',
      created_at: 2,
    },
    {
      id: cat,
      username: 'deleted-cat',
      username_key: 'deleted-cat',
      name: 'Deleted user',
      created_at: 3,
      deleted_at: at,
    },
  ],
  account_status: [
    { id: 's1', user_id: ann, plan_tier: 'plus', stripe_customer_id: 'cus_1', ...plain, plan_since: at },
    { id: 's2', user_id: bob, plan_tier: 'premium', ...plain, plan_since: at },
  ],
  session: [{ token_hash: 'hash', user_id: ann, created_at: at, last_used_at: at }],
  password_reset: [{ token_hash: 'hash', user_id: bob, expires_at: at }],
  account_event: [{ id: 'e1', user_id: ann, kind: 'plan', detail: 'plus', created_at: at }],
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
      ...{ requester_id: ann, backers: 2 },
    },
  ],
  tag: [{ id: 'g1', type: 'genre', name: 'jazz' }],
  track_tag: [{ track_id: 't1', tag_id: 'g1' }],
  play_event: [
    { id: 'p1', track_id: 't1', user_id: ann, listener: ann, played_ms: 1000, counted: 1, created_at: at },
  ],
  setting: [{ name: 'visitor_secret', value: 'secret' }],
  saved_track: [{ id: 'v1', user_id: ann, track_id: 't1', created_at: at }],
  playlist: [{ id: 'l1', user_id: ann, name: 'Evenings', privacy: 'private', ...plain }],
  playlist_track: [{ id: 'i1', playlist_id: 'l1', track_id: 't1', position: 0, created_at: at }],
  credits: [
    { id: 'c1', user_id: ann, credits: 290, last_spend: at, created_at: at },
    { id: 'c2', user_id: bob, credits: 0, grant_due_at: at, created_at: at },
  ],
  credit_entry: [
    {
      id: 'n1',
      user_id: ann,
      kind: 'purchase',
      amount: 500,
      balance: 500,
      key: 'purchase:b1',
      reference: 'b1',
      subject: 'Power Pack',
      created_at: at,
    },
    {
      id: 'n2',
      user_id: ann,
      kind: 'request',
      amount: -200,
      balance: 300,
      key: 'request:r1',
      reference: 'r1',
      subject: 'Glass Harbor',
      created_at: at,
    },
    {
      id: 'n3',
      user_id: ann,
      kind: 'vote',
      amount: -10,
      balance: 290,
      key: 'vote:o1',
      reference: 'r1',
      subject: 'Glass Harbor',
      created_at: at,
    },
    {
      id: 'n4',
      user_id: ann,
      kind: 'clawback',
      amount: -100,
      balance: 190,
      key: 'clawback:b1:1',
      reference: 'b1',
      created_at: at,
    },
    {
      id: 'n5',
      user_id: ann,
      kind: 'reversal',
      amount: 100,
      balance: 290,
      key: 'reversal:clawback:b1:1',
      reference: 'b1',
      created_at: at,
    },
  ],
  clawback: [
    {
      key: 'clawback:b1:1',
      user_id: ann,
      reference: 'b1',
      amount: 100,
      owed: 0,
      created_at: at,
      given_back_at: at,
    },
    { key: 'clawback:b1:2', user_id: ann, reference: 'b1', amount: 50, owed: 50, created_at: at },
  ],
  purchase: [
    {
      ...{
        id: 'b1',
        user_id: ann,
        package_id: 'power',
        credits: 500,
        amount: 999,
        currency: 'usd',
        ...plain,
      },
      ...{ status: 'succeeded', attempt: 1, payment_intent_id: 'pi_1', credited_at: at, withheld: 50 },
    },
    {
      ...{
        id: 'b2',
        user_id: cat,
        package_id: 'power',
        credits: 500,
        amount: 999,
        currency: 'usd',
        ...plain,
      },
      ...{ status: 'failed', attempt: 1, payment_intent_id: 'pi_2', withheld: 0, attention: 'account_gone' },
    },
    {
      ...{
        id: 'b3',
        user_id: bob,
        package_id: 'starter',
        credits: 100,
        amount: 499,
        currency: 'usd',
        ...plain,
      },
      ...{ status: 'failed', attempt: 2, payment_intent_id: 'pi_3', withheld: 0, attention: 'wrong_amount' },
    },
  ],
  purchase_withheld: [
    { key: 'clawback:b1:1', purchase_id: 'b1', number: 1, amount: 100, given_back: 1 },
    { key: 'clawback:b1:2', purchase_id: 'b1', number: 2, amount: 50, given_back: 0 },
  ],
  subscription: [
    {
      ...{ id: 'sub_1', user_id: ann, tier: 'plus', price_id: 'price_1', status: 'active', ...plain },
      ...{ cancel_at_period_end: 0, current_period_end: at },
    },
    {
      ...{ id: 'sub_2', user_id: bob, tier: 'premium', price_id: 'price_2', status: 'ended', ...plain },
      ...{ cancel_at_period_end: 1, current_period_end: at },
    },
  ],
  provider_look: [{ object_id: 'pi_1', begun: 4, applied: 3 }],
  forgotten_customer: [{ customer_id: 'cus_cat' }],
  song_request: [
    {
      ...{ id: 'r1', user_id: ann, title: 'Glass Harbor', artist: 'Ilse', genre: 'jazz', name_key: 'key1' },
      ...{ search_text: 'glass harbor\nilse', votes: 1, backers: 1, created_at: at },
      ...{ released: 1, release_date: at, track_id: 't1' },
    },
    {
      ...{ id: 'r2', user_id: bob, title: 'Neon Rain', artist: 'Mo', genre: 'pop', name_key: 'key2' },
      ...{ search_text: 'neon rain\nmo', created_at: at },
    },
  ],
  vote: [{ id: 'o1', request_id: 'r1', user_id: ann, created_at: at }],
  backer: [{ request_id: 'r1', user_id: ann, votes: 1, last_at: at }],
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
  report: [{ id: 'x1', track_id: 't1', user_id: bob, reason: 'Too loud', created_at: at }],
  notification: [
    {
      ...{ id: 'm1', user_id: ann, kind: 'request_released', as: 'requester', request_id: 'r1' },
      ...{ title: 'Glass Harbor', artist: 'Ilse', track_id: 't1', created_at: at },
    },
  ],
};
