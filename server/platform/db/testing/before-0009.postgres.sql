CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE TABLE public.account_event (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    detail text,
    created_at bigint NOT NULL
);
CREATE TABLE public.account_status (
    id text NOT NULL,
    user_id text NOT NULL,
    plan_tier text NOT NULL,
    stripe_customer_id text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    plan_since bigint DEFAULT 0 NOT NULL,
    CONSTRAINT account_status_plan_tier_check CHECK ((plan_tier = ANY (ARRAY['free'::text, 'plus'::text, 'premium'::text, 'platinum'::text, 'admin'::text])))
);
CREATE TABLE public.backer (
    request_id text NOT NULL,
    user_id text NOT NULL,
    votes integer NOT NULL,
    last_at bigint NOT NULL,
    CONSTRAINT backer_votes_check CHECK ((votes > 0))
);
CREATE TABLE public.board_count (
    shard integer NOT NULL,
    requests integer DEFAULT 0 NOT NULL,
    votes integer DEFAULT 0 NOT NULL,
    queued integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.clawback (
    key text NOT NULL,
    user_id text NOT NULL,
    reference text NOT NULL,
    amount bigint NOT NULL,
    owed bigint NOT NULL,
    subject text,
    created_at bigint NOT NULL,
    given_back_at bigint,
    CONSTRAINT clawback_amount_check CHECK ((amount >= 0)),
    CONSTRAINT clawback_check CHECK (((owed >= 0) AND (owed <= amount)))
);
CREATE TABLE public.credit_entry (
    seq bigint NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    key text NOT NULL,
    reference text NOT NULL,
    subject text,
    created_at bigint NOT NULL,
    CONSTRAINT credit_entry_amount_check CHECK ((amount <> 0)),
    CONSTRAINT credit_entry_balance_check CHECK ((balance >= 0)),
    CONSTRAINT credit_entry_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'vote'::text, 'request'::text, 'grant'::text, 'adjustment'::text, 'reversal'::text, 'clawback'::text])))
);
ALTER TABLE public.credit_entry ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.credit_entry_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.credits (
    id text NOT NULL,
    user_id text NOT NULL,
    credits bigint NOT NULL,
    last_spend bigint,
    last_refilled bigint,
    grant_due_at bigint,
    created_at bigint NOT NULL,
    CONSTRAINT credits_credits_check CHECK ((credits >= 0))
);
CREATE TABLE public.forgotten_customer (
    customer_id text NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.notification (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    "as" text NOT NULL,
    request_id text NOT NULL,
    title text NOT NULL,
    artist text NOT NULL,
    track_id text,
    reason text,
    created_at bigint NOT NULL,
    read_at bigint
);
CREATE TABLE public.password_reset (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.play_event (
    id text NOT NULL,
    track_id text NOT NULL,
    user_id text,
    listener text NOT NULL,
    played_ms integer NOT NULL,
    counted integer NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT play_event_counted_check CHECK ((counted = ANY (ARRAY[0, 1]))),
    CONSTRAINT play_event_played_ms_check CHECK ((played_ms >= 0))
);
CREATE TABLE public.playlist (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    description text,
    privacy text NOT NULL,
    cover_image_url text,
    is_deleted integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT playlist_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT playlist_name_check CHECK ((name <> ''::text)),
    CONSTRAINT playlist_privacy_check CHECK ((privacy = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE TABLE public.playlist_track (
    id text NOT NULL,
    playlist_id text NOT NULL,
    track_id text NOT NULL,
    "position" integer NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT playlist_track_position_check CHECK (("position" >= 0))
);
CREATE TABLE public.provider_look (
    object_id text NOT NULL,
    begun integer NOT NULL,
    applied integer NOT NULL,
    CONSTRAINT provider_look_check CHECK ((applied <= begun))
);
CREATE TABLE public.purchase (
    id text NOT NULL,
    user_id text NOT NULL,
    package_id text NOT NULL,
    credits integer NOT NULL,
    amount integer NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    attempt integer NOT NULL,
    payment_intent_id text,
    credited_at bigint,
    withheld integer NOT NULL,
    attention text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT purchase_amount_check CHECK ((amount > 0)),
    CONSTRAINT purchase_check CHECK (((withheld >= 0) AND (withheld <= credits))),
    CONSTRAINT purchase_credits_check CHECK ((credits > 0)),
    CONSTRAINT purchase_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'refunded'::text])))
);
CREATE TABLE public.purchase_withheld (
    key text NOT NULL,
    purchase_id text NOT NULL,
    number integer NOT NULL,
    amount integer NOT NULL,
    given_back integer NOT NULL,
    CONSTRAINT purchase_withheld_amount_check CHECK ((amount > 0)),
    CONSTRAINT purchase_withheld_given_back_check CHECK ((given_back = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.report (
    id text NOT NULL,
    track_id text NOT NULL,
    user_id text,
    reason text NOT NULL,
    created_at bigint NOT NULL,
    resolved_at bigint,
    CONSTRAINT report_reason_check CHECK ((reason <> ''::text))
);
CREATE TABLE public.saved_track (
    id text NOT NULL,
    user_id text NOT NULL,
    track_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.session (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL
);
CREATE TABLE public.setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.song_request (
    seq bigint NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    title text NOT NULL,
    artist text NOT NULL,
    genre text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    name_key text NOT NULL,
    search_text text NOT NULL,
    votes integer DEFAULT 0 NOT NULL,
    backers integer DEFAULT 0 NOT NULL,
    released integer DEFAULT 0 NOT NULL,
    release_date bigint,
    track_id text,
    declined_at bigint,
    decline_reason text,
    created_at bigint NOT NULL,
    CONSTRAINT song_request_artist_check CHECK ((artist <> ''::text)),
    CONSTRAINT song_request_backers_check CHECK ((backers >= 0)),
    CONSTRAINT song_request_ends_once CHECK (((released = 0) OR (declined_at IS NULL))),
    CONSTRAINT song_request_genre_check CHECK ((genre <> ''::text)),
    CONSTRAINT song_request_released_check CHECK ((released = ANY (ARRAY[0, 1]))),
    CONSTRAINT song_request_title_check CHECK ((title <> ''::text)),
    CONSTRAINT song_request_votes_check CHECK ((votes >= 0))
);
ALTER TABLE public.song_request ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.song_request_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.subscription (
    id text NOT NULL,
    user_id text NOT NULL,
    tier text NOT NULL,
    price_id text NOT NULL,
    status text NOT NULL,
    cancel_at_period_end integer NOT NULL,
    current_period_end bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT subscription_cancel_at_period_end_check CHECK ((cancel_at_period_end = ANY (ARRAY[0, 1]))),
    CONSTRAINT subscription_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'ended'::text]))),
    CONSTRAINT subscription_tier_check CHECK ((tier = ANY (ARRAY['plus'::text, 'premium'::text, 'platinum'::text])))
);
CREATE TABLE public.tag (
    id text NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    CONSTRAINT tag_name_check CHECK ((name <> ''::text)),
    CONSTRAINT tag_type_check CHECK ((type <> ''::text))
);
CREATE TABLE public.track (
    seq bigint NOT NULL,
    id text NOT NULL,
    title text NOT NULL,
    display_artist text NOT NULL,
    duration_seconds integer NOT NULL,
    cover_image_url text,
    audio_url text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    is_deleted integer DEFAULT 0 NOT NULL,
    release_date text NOT NULL,
    bpm double precision,
    musical_key text,
    loudness_lufs double precision,
    preview_url text,
    waveform_json_url text,
    provider text,
    prompt_text text,
    seed bigint,
    rights_status text,
    search_text text NOT NULL,
    popularity double precision DEFAULT 0 NOT NULL,
    requester_id text,
    backers integer,
    CONSTRAINT track_display_artist_check CHECK ((display_artist <> ''::text)),
    CONSTRAINT track_duration_seconds_check CHECK ((duration_seconds > 0)),
    CONSTRAINT track_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT track_title_check CHECK ((title <> ''::text))
);
ALTER TABLE public.track ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.track_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.track_tag (
    track_id text NOT NULL,
    tag_id text NOT NULL
);
CREATE TABLE public.upload (
    id text NOT NULL,
    user_id text,
    file_name text,
    url text NOT NULL,
    bytes bigint NOT NULL,
    state text NOT NULL,
    step text,
    progress double precision DEFAULT 0 NOT NULL,
    facts text,
    failure text,
    attempts integer DEFAULT 0 NOT NULL,
    lease text,
    lease_until bigint,
    track_id text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT upload_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT upload_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'processing'::text, 'ready'::text, 'failed'::text])))
);
CREATE TABLE public."user" (
    id text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    name text NOT NULL,
    email text,
    password_hash text,
    avatar_url text,
    created_at bigint NOT NULL,
    deleted_at bigint,
    CONSTRAINT user_name_check CHECK ((name <> ''::text))
);
CREATE TABLE public.vote (
    id text NOT NULL,
    request_id text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL
);
INSERT INTO public.account_event VALUES ('e1', 'ann', 'plan', 'plus', 1767225600000);
INSERT INTO public.account_status VALUES ('s1', 'ann', 'plus', 'cus_1', 1767225600000, 1767225600000, 1767225600000);
INSERT INTO public.account_status VALUES ('s2', 'bob', 'premium', NULL, 1767225600000, 1767225600000, 1767225600000);
INSERT INTO public.backer VALUES ('r1', 'ann', 1, 1767225600000);
INSERT INTO public.board_count VALUES (0, 0, 0, 0);
INSERT INTO public.board_count VALUES (1, 0, 0, 0);
INSERT INTO public.board_count VALUES (2, 0, 0, 0);
INSERT INTO public.board_count VALUES (3, 0, 0, 0);
INSERT INTO public.board_count VALUES (4, 0, 0, 0);
INSERT INTO public.board_count VALUES (5, 0, 0, 0);
INSERT INTO public.board_count VALUES (6, 0, 0, 0);
INSERT INTO public.board_count VALUES (7, 0, 0, 0);
INSERT INTO public.board_count VALUES (8, 0, 0, 0);
INSERT INTO public.board_count VALUES (9, 0, 0, 0);
INSERT INTO public.board_count VALUES (10, 0, 0, 0);
INSERT INTO public.board_count VALUES (11, 0, 0, 0);
INSERT INTO public.board_count VALUES (12, 0, 0, 0);
INSERT INTO public.board_count VALUES (13, 0, 0, 0);
INSERT INTO public.board_count VALUES (14, 0, 0, 0);
INSERT INTO public.board_count VALUES (15, 0, 0, 0);
INSERT INTO public.clawback VALUES ('clawback:b1:1', 'ann', 'b1', 100, 0, NULL, 1767225600000, 1767225600000);
INSERT INTO public.clawback VALUES ('clawback:b1:2', 'ann', 'b1', 50, 50, NULL, 1767225600000, NULL);
INSERT INTO public.credit_entry OVERRIDING SYSTEM VALUE VALUES (1, 'n1', 'ann', 'purchase', 500, 500, 'purchase:b1', 'b1', 'Power Pack', 1767225600000);
INSERT INTO public.credit_entry OVERRIDING SYSTEM VALUE VALUES (2, 'n2', 'ann', 'request', -200, 300, 'request:r1', 'r1', 'Glass Harbor', 1767225600000);
INSERT INTO public.credit_entry OVERRIDING SYSTEM VALUE VALUES (3, 'n3', 'ann', 'vote', -10, 290, 'vote:o1', 'r1', 'Glass Harbor', 1767225600000);
INSERT INTO public.credit_entry OVERRIDING SYSTEM VALUE VALUES (4, 'n4', 'ann', 'clawback', -100, 190, 'clawback:b1:1', 'b1', NULL, 1767225600000);
INSERT INTO public.credit_entry OVERRIDING SYSTEM VALUE VALUES (5, 'n5', 'ann', 'reversal', 100, 290, 'reversal:clawback:b1:1', 'b1', NULL, 1767225600000);
INSERT INTO public.credits VALUES ('c1', 'ann', 290, 1767225600000, NULL, NULL, 1767225600000);
INSERT INTO public.credits VALUES ('c2', 'bob', 0, NULL, NULL, 1767225600000, 1767225600000);
INSERT INTO public.forgotten_customer VALUES ('cus_cat');
INSERT INTO public.kysely_migration VALUES ('0001-tracks', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0002-accounts', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0003-library', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0004-credits', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0005-payments', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0006-song-requests', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0007-publishing', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0008-managed-tracks', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.notification VALUES ('m1', 'ann', 'request_released', 'requester', 'r1', 'Glass Harbor', 'Ilse', 't1', NULL, 1767225600000, NULL);
INSERT INTO public.password_reset VALUES ('hash', 'bob', 1767225600000);
INSERT INTO public.play_event VALUES ('p1', 't1', 'ann', 'ann', 1000, 1, 1767225600000);
INSERT INTO public.playlist VALUES ('l1', 'ann', 'Evenings', NULL, 'private', NULL, 0, 1767225600000, 1767225600000);
INSERT INTO public.playlist_track VALUES ('i1', 'l1', 't1', 0, 1767225600000);
INSERT INTO public.provider_look VALUES ('pi_1', 4, 3);
INSERT INTO public.purchase VALUES ('b1', 'ann', 'power', 500, 999, 'usd', 'succeeded', 1, 'pi_1', 1767225600000, 50, NULL, 1767225600000, 1767225600000);
INSERT INTO public.purchase VALUES ('b2', 'cat', 'power', 500, 999, 'usd', 'failed', 1, 'pi_2', NULL, 0, 'account_gone', 1767225600000, 1767225600000);
INSERT INTO public.purchase VALUES ('b3', 'bob', 'starter', 100, 499, 'usd', 'failed', 2, 'pi_3', NULL, 0, 'wrong_amount', 1767225600000, 1767225600000);
INSERT INTO public.purchase_withheld VALUES ('clawback:b1:1', 'b1', 1, 100, 1);
INSERT INTO public.purchase_withheld VALUES ('clawback:b1:2', 'b1', 2, 50, 0);
INSERT INTO public.report VALUES ('x1', 't1', 'bob', 'Too loud', 1767225600000, NULL);
INSERT INTO public.saved_track VALUES ('v1', 'ann', 't1', 1767225600000);
INSERT INTO public.session VALUES ('hash', 'ann', 1767225600000, 1767225600000);
INSERT INTO public.setting VALUES ('visitor_secret', 'secret');
INSERT INTO public.song_request OVERRIDING SYSTEM VALUE VALUES (1, 'r1', 'ann', 'Glass Harbor', 'Ilse', 'jazz', '', 'key1', 'glass harbor
ilse', 1, 1, 1, 1767225600000, 't1', NULL, NULL, 1767225600000);
INSERT INTO public.song_request OVERRIDING SYSTEM VALUE VALUES (2, 'r2', 'bob', 'Neon Rain', 'Mo', 'pop', '', 'key2', 'neon rain
mo', 0, 0, 0, NULL, NULL, NULL, NULL, 1767225600000);
INSERT INTO public.subscription VALUES ('sub_1', 'ann', 'plus', 'price_1', 'active', 0, 1767225600000, 1767225600000, 1767225600000);
INSERT INTO public.subscription VALUES ('sub_2', 'bob', 'premium', 'price_2', 'ended', 1, 1767225600000, 1767225600000, 1767225600000);
INSERT INTO public.tag VALUES ('g1', 'genre', 'jazz');
INSERT INTO public.track OVERRIDING SYSTEM VALUE VALUES (1, 't1', 'Glass Harbor', 'Ilse', 180, NULL, '/a.mp3', 1767225600000, 1767225600000, 0, '2026-01-01', 92.5, NULL, NULL, NULL, NULL, NULL, NULL, 7, NULL, 'glass harbor
ilse', 0, 'ann', 2);
INSERT INTO public.track_tag VALUES ('t1', 'g1');
INSERT INTO public.upload VALUES ('u1', 'ann', NULL, '/u.mp3', 9, 'ready', NULL, 0, '{}', NULL, 0, NULL, NULL, 't1', 1767225600000, 1767225600000);
INSERT INTO public."user" VALUES ('ann', 'Ann', 'ann', 'Ann', 'ann@example.org', NULL, NULL, 1, NULL);
INSERT INTO public."user" VALUES ('bob', 'Bob', 'bob', 'Bob O''Neil', 'bob@example.org', NULL, NULL, 2, NULL);
INSERT INTO public."user" VALUES ('cat', 'deleted-cat', 'deleted-cat', 'Deleted user', NULL, NULL, NULL, 3, 1767225600000);
INSERT INTO public.vote VALUES ('o1', 'r1', 'ann', 1767225600000);
SELECT pg_catalog.setval('public.credit_entry_seq_seq', 5, true);
SELECT pg_catalog.setval('public.song_request_seq_seq', 2, true);
SELECT pg_catalog.setval('public.track_seq_seq', 1, true);
ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_status
    ADD CONSTRAINT account_status_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_status
    ADD CONSTRAINT account_status_stripe_customer_id_key UNIQUE (stripe_customer_id);
ALTER TABLE ONLY public.account_status
    ADD CONSTRAINT account_status_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.backer
    ADD CONSTRAINT backer_key PRIMARY KEY (request_id, user_id);
ALTER TABLE ONLY public.board_count
    ADD CONSTRAINT board_count_pkey PRIMARY KEY (shard);
ALTER TABLE ONLY public.clawback
    ADD CONSTRAINT clawback_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_id_key UNIQUE (id);
ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_key_key UNIQUE (key);
ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.credits
    ADD CONSTRAINT credits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credits
    ADD CONSTRAINT credits_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.forgotten_customer
    ADD CONSTRAINT forgotten_customer_pkey PRIMARY KEY (customer_id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_once UNIQUE (user_id, request_id, kind);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_reset
    ADD CONSTRAINT password_reset_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.play_event
    ADD CONSTRAINT play_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.playlist
    ADD CONSTRAINT playlist_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.playlist_track
    ADD CONSTRAINT playlist_track_once UNIQUE (playlist_id, track_id);
ALTER TABLE ONLY public.playlist_track
    ADD CONSTRAINT playlist_track_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.provider_look
    ADD CONSTRAINT provider_look_pkey PRIMARY KEY (object_id);
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_payment_intent_id_key UNIQUE (payment_intent_id);
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.purchase_withheld
    ADD CONSTRAINT purchase_withheld_in_order UNIQUE (purchase_id, number);
ALTER TABLE ONLY public.purchase_withheld
    ADD CONSTRAINT purchase_withheld_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_track
    ADD CONSTRAINT saved_track_once UNIQUE (user_id, track_id);
ALTER TABLE ONLY public.saved_track
    ADD CONSTRAINT saved_track_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.song_request
    ADD CONSTRAINT song_request_id_key UNIQUE (id);
ALTER TABLE ONLY public.song_request
    ADD CONSTRAINT song_request_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_once UNIQUE (type, name);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.track
    ADD CONSTRAINT track_id_key UNIQUE (id);
ALTER TABLE ONLY public.track
    ADD CONSTRAINT track_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.track_tag
    ADD CONSTRAINT track_tag_key PRIMARY KEY (track_id, tag_id);
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_username_key_key UNIQUE (username_key);
ALTER TABLE ONLY public.vote
    ADD CONSTRAINT vote_pkey PRIMARY KEY (id);
CREATE INDEX account_event_by_user ON public.account_event USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX account_status_by_age ON public.account_status USING btree (created_at DESC, id DESC);
CREATE INDEX backer_by_user ON public.backer USING btree (user_id, last_at DESC, request_id DESC);
CREATE INDEX clawback_by_reference ON public.clawback USING btree (reference);
CREATE INDEX clawback_owed ON public.clawback USING btree (user_id, created_at) WHERE (owed > 0);
CREATE INDEX credit_entry_by_reference ON public.credit_entry USING btree (reference, kind, seq);
CREATE INDEX credit_entry_by_user ON public.credit_entry USING btree (user_id, seq DESC);
CREATE INDEX credits_by_age ON public.credits USING btree (created_at DESC, id DESC);
CREATE INDEX credits_by_due ON public.credits USING btree (grant_due_at, id) WHERE (grant_due_at IS NOT NULL);
CREATE INDEX notification_by_user ON public.notification USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notification_unread ON public.notification USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX password_reset_by_user ON public.password_reset USING btree (user_id);
CREATE INDEX play_event_by_listener ON public.play_event USING btree (track_id, listener, counted, created_at DESC);
CREATE INDEX play_event_by_user ON public.play_event USING btree (user_id, counted, created_at DESC, id DESC);
CREATE INDEX playlist_by_user ON public.playlist USING btree (user_id, is_deleted, created_at DESC, id DESC);
CREATE INDEX playlist_track_by_position ON public.playlist_track USING btree (playlist_id, "position", track_id);
CREATE INDEX purchase_by_user ON public.purchase USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX purchase_for_attention ON public.purchase USING btree (updated_at) WHERE (attention IS NOT NULL);
CREATE INDEX report_by_user ON public.report USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX report_once ON public.report USING btree (track_id, user_id) WHERE (resolved_at IS NULL);
CREATE INDEX report_open ON public.report USING btree (created_at DESC, id DESC) WHERE (resolved_at IS NULL);
CREATE INDEX report_resolved ON public.report USING btree (created_at DESC, id DESC) WHERE (resolved_at IS NOT NULL);
CREATE INDEX saved_track_by_user ON public.saved_track USING btree (user_id, created_at DESC, id DESC, track_id);
CREATE INDEX session_by_use ON public.session USING btree (last_used_at);
CREATE INDEX session_by_user ON public.session USING btree (user_id);
CREATE INDEX song_request_board ON public.song_request USING btree (((- votes)), created_at, id) WHERE ((released = 0) AND (declined_at IS NULL));
CREATE INDEX song_request_by_track ON public.song_request USING btree (track_id) WHERE (track_id IS NOT NULL);
CREATE INDEX song_request_by_user ON public.song_request USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX song_request_name ON public.song_request USING btree (name_key) WHERE (declined_at IS NULL);
CREATE INDEX song_request_search ON public.song_request USING gin (search_text public.gin_trgm_ops);
CREATE INDEX subscription_by_user ON public.subscription USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX track_by_age ON public.track USING btree (is_deleted, created_at DESC, id DESC, release_date);
CREATE INDEX track_by_age_in_any_state ON public.track USING btree (created_at DESC, id DESC);
CREATE INDEX track_by_name ON public.track USING btree (substr(search_text, 1, 200));
CREATE INDEX track_by_popularity ON public.track USING btree (is_deleted, popularity DESC, created_at DESC, id DESC);
CREATE INDEX track_by_requester ON public.track USING btree (requester_id) WHERE (requester_id IS NOT NULL);
CREATE INDEX track_search ON public.track USING gin (search_text public.gin_trgm_ops);
CREATE INDEX track_tag_by_tag ON public.track_tag USING btree (tag_id, track_id);
CREATE INDEX upload_by_state ON public.upload USING btree (state, created_at, id);
CREATE INDEX upload_by_track ON public.upload USING btree (track_id);
CREATE INDEX upload_by_url ON public.upload USING btree (url);
CREATE INDEX upload_by_user ON public.upload USING btree (user_id);
CREATE INDEX user_by_avatar ON public."user" USING btree (avatar_url);
CREATE INDEX vote_by_user ON public.vote USING btree (user_id, created_at DESC, id DESC);
ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.account_status
    ADD CONSTRAINT account_status_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.backer
    ADD CONSTRAINT backer_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.song_request(id);
ALTER TABLE ONLY public.backer
    ADD CONSTRAINT backer_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.clawback
    ADD CONSTRAINT clawback_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.credits(user_id);
ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.credits(user_id);
ALTER TABLE ONLY public.credits
    ADD CONSTRAINT credits_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.password_reset
    ADD CONSTRAINT password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.play_event
    ADD CONSTRAINT play_event_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.playlist_track
    ADD CONSTRAINT playlist_track_playlist_id_fkey FOREIGN KEY (playlist_id) REFERENCES public.playlist(id);
ALTER TABLE ONLY public.playlist_track
    ADD CONSTRAINT playlist_track_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.playlist
    ADD CONSTRAINT playlist_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.purchase_withheld
    ADD CONSTRAINT purchase_withheld_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES public.purchase(id);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.saved_track
    ADD CONSTRAINT saved_track_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.saved_track
    ADD CONSTRAINT saved_track_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.song_request
    ADD CONSTRAINT song_request_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.song_request
    ADD CONSTRAINT song_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.track
    ADD CONSTRAINT track_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.track_tag
    ADD CONSTRAINT track_tag_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.tag(id);
ALTER TABLE ONLY public.track_tag
    ADD CONSTRAINT track_tag_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_track_id_fkey FOREIGN KEY (track_id) REFERENCES public.track(id);
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
ALTER TABLE ONLY public.vote
    ADD CONSTRAINT vote_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.song_request(id);
ALTER TABLE ONLY public.vote
    ADD CONSTRAINT vote_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id);
