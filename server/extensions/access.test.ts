import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { endpoints } from 'contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from '../features/accounts/testing/authenticator.ts';
import { openProvider } from '../features/payments/stripe.ts';
import { openStandIn, type StandIn } from '../features/payments/testing/stand-in.ts';
import { createOpenRequest } from '../testing/requests.ts';
import { findRow, insertRows } from '../testing/rows.ts';
import {
  PASSWORD,
  type Person,
  publishTrack,
  signUp,
  type TestServer,
  testServer,
} from '../testing/server.ts';

/**
 * Calls every endpoint of the contract in every role, as `decisions.md` 2 defines them. Each cell gets its own
 * users, so that a call that deletes something cannot affect another cell.
 */

/** `free` and `paid` request their own rows; `other`, `visitor` and `admin` request the free user's. */
const roles = ['visitor', 'free', 'paid', 'other', 'admin'] as const;
type Role = (typeof roles)[number];

interface World {
  s: TestServer;
  /** Undefined for a visitor. */
  caller: Person | undefined;
  /** The user whose rows the call requests. */
  owner: Person;
  track: string;
}

interface Row {
  url?: (world: World) => string | Promise<string>;
  body?: (world: World) => unknown | Promise<unknown>;
  /** A file instead of JSON. */
  file?: () => Buffer;
  /** The response is an endless stream of events. */
  events?: true;
  expected: Record<Role, number>;
}

const everyone = (status: number) => ({
  visitor: status,
  free: status,
  paid: status,
  other: status,
  admin: status,
});
const signedIn = (status: number) => ({ ...everyone(status), visitor: 401 });
const creditsOf = async ({ s, owner }: World) => {
  const row = await findRow(s.c, 'credits', { user_id: owner.id });
  return `/credits/${row.id}`;
};
const statusOf = async ({ s, owner }: World) => {
  const row = await findRow(s.c, 'account_status', { user_id: owner.id });
  return `/account_status/${row.id}`;
};
interface OwnedRows {
  saved: string;
  playlist: string;
  links: [string, string];
}
const seededRows = new WeakMap<World, Promise<OwnedRows>>();
/** A saved track and a private playlist of two tracks. A free user may have them from an earlier plan. */
function ownedRows(world: World): Promise<OwnedRows> {
  const known = seededRows.get(world) ?? seedRows(world);
  seededRows.set(world, known);
  return known;
}
async function seedRows({ s, owner, track }: World): Promise<OwnedRows> {
  const { db } = s.c;
  const [saved, playlist, first, second] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await db
    .insertInto('saved_track')
    .values({ id: saved, user_id: owner.id, track_id: track, created_at: 1 })
    .execute();
  await db
    .insertInto('playlist')
    .values({
      id: playlist,
      user_id: owner.id,
      name: 'Private',
      privacy: 'private',
      is_deleted: 0,
      created_at: 1,
      updated_at: 1,
    })
    .execute();
  const rows = [
    { id: first, playlist_id: playlist, track_id: track, position: 0, created_at: 1 },
    { id: second, playlist_id: playlist, track_id: await publishTrack(s.c), position: 1, created_at: 1 },
  ];
  await db.insertInto('playlist_track').values(rows).execute();
  return { saved, playlist, links: [first, second] };
}
const playlistUrl = (rest: string) => async (world: World) =>
  `/playlist/${(await ownedRows(world)).playlist}${rest}`;
const linkUrl = async (world: World) => `/playlist_track/${(await ownedRows(world)).links[0]}`;
const savedUrl = async (world: World) => `/saved_track/${(await ownedRows(world)).saved}`;
/** A new follow of the owner. */
const followUrl = async ({ s, owner }: World) => {
  const id = randomUUID();
  const row = { id, user_id: owner.id, kind: 'artist', target: id, created_at: 1 } as const;
  await s.c.db.insertInto('follow').values(row).execute();
  return `/follow/${id}`;
};
/** A new comment of the owner. */
const commentUrl =
  (rest: string) =>
  async ({ s, owner, track }: World) => {
    const id = randomUUID();
    const row = { id, subject_kind: 'track', subject: track, parent_id: null, user_id: owner.id } as const;
    const flags = { state: 'shown', needs_review: 0, is_update: 0, helpful: 0 } as const;
    await insertRows(s.c, 'comment', {
      ...row,
      ...flags,
      text: 'Nice',
      second: null,
      created_at: s.time.now,
      edited_at: null,
    });
    return `/comments/${id}${rest}`;
  };
/** A subscription at no push service. */
const elsewhere = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: Buffer.alloc(65).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
};
/** A song request of the owner. */
const requestUrl = async ({ s, owner }: World) => `/requests/${await createOpenRequest(s.c, owner.id)}`;
/** Only for the owner; for everyone else the row does not exist. */
const owners = (status: number) => ({ ...signedIn(status), other: 404, admin: 404 });
/** A private playlist, which admins may read. */
const readers = (status: number) => ({ ...everyone(status), visitor: 404, other: 404 });
/** For users whose plan includes playlists. */
const makers = (status: number) => ({ ...signedIn(status), free: 403, other: 403 });

const memberUrl =
  (rest: string) =>
  ({ owner }: World) =>
    `/members/${owner.id}${rest}`;

/** For admins only. */
const admins = (status: number) => ({ ...everyone(403), visitor: 401, admin: status });

/** 1 px, GIF. */
const dot = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const table: Record<string, Row> = {
  'POST /auth/signup': {
    body: ({ owner }) => ({ name: 'New', email: `new-${owner.email}`, password: PASSWORD }),
    expected: everyone(200),
  },
  'POST /auth/login': {
    body: ({ owner }) => ({ email: owner.email, password: PASSWORD }),
    expected: everyone(200),
  },
  'POST /auth/logout': { expected: signedIn(200) },
  'POST /auth/logout-everywhere': { expected: signedIn(200) },
  'GET /auth/me': { expected: signedIn(200) },
  'PATCH /auth/me': { body: () => ({ name: 'Renamed' }), expected: signedIn(200) },
  'DELETE /auth/me': { body: () => ({ password: PASSWORD }), expected: signedIn(200) },
  'POST /auth/avatar': { file: dot, expected: signedIn(200) },
  'POST /auth/password': {
    body: () => ({ current_password: PASSWORD, new_password: 'another one' }),
    expected: signedIn(200),
  },
  'POST /auth/password-reset': { body: ({ owner }) => ({ email: owner.email }), expected: everyone(202) },
  'POST /auth/password-reset/login-methods': {
    body: () => ({ token: 'never sent' }),
    expected: everyone(400),
  },
  'POST /auth/password-reset/confirm': {
    body: () => ({ token: 'never sent', password: 'another one' }),
    expected: everyone(400),
  },
  'GET /auth/me/export': { expected: signedIn(200) },
  'GET /auth/me/activity': { expected: signedIn(200) },
  'GET /auth/settings': { expected: everyone(200) },
  'GET /support': { expected: signedIn(200) },
  'POST /support': { body: () => ({ message: 'Hello' }), expected: signedIn(404) },
  'GET /auth/email': { expected: signedIn(200) },
  'POST /auth/email/confirmation': { body: () => ({}), expected: signedIn(409) },
  'POST /auth/email': {
    body: () => ({ email: `${randomUUID()}@people.example`, password: PASSWORD }),
    expected: signedIn(200),
  },
  'POST /auth/email/confirm': { body: () => ({ token: 'never sent' }), expected: everyone(400) },
  'GET /auth/sessions': { expected: signedIn(200) },
  'DELETE /auth/sessions/:id': {
    url: async ({ s, owner }) => {
      const { body } = await s.app.inject({ url: '/auth/sessions', headers: owner.headers });
      return `/auth/sessions/${JSON.parse(body)[0].id}`;
    },
    expected: owners(200),
  },
  'POST /auth/sessions/end-others': { expected: signedIn(200) },
  'GET /auth/confirmation': { expected: signedIn(200) },
  'POST /auth/confirmation': { body: () => ({ password: PASSWORD }), expected: signedIn(200) },
  'POST /auth/confirmation/challenge': { body: () => ({}), expected: signedIn(200) },
  'POST /auth/confirmation/passkey': {
    body: () => ({ credential: authenticator().use({ challenge: 'made up' }, { userHandle: 'me' }) }),
    expected: signedIn(403),
  },
  'GET /auth/passkeys': { expected: signedIn(200) },
  'POST /auth/passkeys/challenge': { body: () => ({}), expected: signedIn(403) },
  'POST /auth/passkeys': {
    body: () => ({
      name: 'Phone',
      credential: authenticator().make({ challenge: 'made up', user: { id: 'me' } }),
    }),
    expected: signedIn(403),
  },
  'GET /auth/tokens': { expected: admins(200) },
  'POST /auth/tokens': { body: () => ({ name: 'Script', scopes: ['members:read'] }), expected: admins(403) },
  'DELETE /auth/tokens/:id': { url: () => `/auth/tokens/${randomUUID()}`, expected: admins(404) },
  'GET /auth/app-passwords': { expected: signedIn(200) },
  'POST /auth/app-passwords': { body: () => ({ name: 'Phone' }), expected: signedIn(403) },
  'DELETE /auth/app-passwords/:id': {
    url: () => `/auth/app-passwords/${randomUUID()}`,
    expected: signedIn(404),
  },
  'GET /auth/scrobbling': { expected: signedIn(200) },
  // ListenBrainz cannot be reached here, and the operator has no keys for Last.fm.
  'POST /auth/scrobbling/listenbrainz': { body: () => ({ token: 'made-up-token' }), expected: signedIn(503) },
  'POST /auth/scrobbling/lastfm/begin': { expected: signedIn(404) },
  'POST /auth/scrobbling/lastfm': { body: () => ({ state: 'x', token: 'x' }), expected: signedIn(404) },
  'DELETE /auth/scrobbling/:service': { url: () => '/auth/scrobbling/lastfm', expected: signedIn(404) },
  'DELETE /auth/passkeys/:id': { url: () => `/auth/passkeys/${randomUUID()}`, expected: signedIn(403) },
  'POST /auth/passkey-login/challenge': { body: () => ({}), expected: everyone(200) },
  'POST /auth/passkey-login': {
    body: () => ({ credential: authenticator().use({ challenge: 'made up' }, { userHandle: 'me' }) }),
    expected: everyone(403),
  },
  'POST /auth/provider-login/begin': { body: () => ({}), expected: everyone(404) },
  'POST /auth/provider-login': { body: () => ({ state: 'x', code: 'x' }), expected: everyone(404) },
  'POST /auth/provider-login/code': {
    body: () => ({ token: 'made up', code: '123456' }),
    expected: everyone(403),
  },
  'GET /auth/identities': { expected: signedIn(200) },
  'POST /auth/identities/begin': { body: () => ({}), expected: signedIn(404) },
  'POST /auth/identities': { body: () => ({ state: 'x', code: 'x' }), expected: signedIn(404) },
  'DELETE /auth/identities/:id': { url: () => `/auth/identities/${randomUUID()}`, expected: signedIn(403) },
  'GET /auth/second-factor': { expected: signedIn(200) },
  'POST /auth/second-factor': { body: () => ({ password: PASSWORD }), expected: signedIn(200) },
  'POST /auth/second-factor/confirm': { body: () => ({ code: '123456' }), expected: signedIn(403) },
  'POST /auth/second-factor/recovery-codes': {
    body: () => ({ password: PASSWORD, code: '123456' }),
    expected: signedIn(409),
  },
  'DELETE /auth/second-factor': {
    body: () => ({ password: PASSWORD, code: '123456' }),
    expected: signedIn(409),
  },
  'GET /members': { expected: admins(200) },
  'POST /members/:id/suspend': { url: memberUrl('/suspend'), body: () => ({}), expected: admins(200) },
  'POST /members/:id/restore': { url: memberUrl('/restore'), body: () => ({}), expected: admins(200) },
  'POST /members/:id/end-sessions': {
    url: memberUrl('/end-sessions'),
    body: () => ({}),
    expected: admins(200),
  },
  'POST /auth/invitation': { body: () => ({ invitation: 'never made' }), expected: everyone(403) },
  'GET /invitations': { expected: admins(200) },
  'POST /invitations': { body: () => ({ max_uses: 1, days: 7 }), expected: admins(201) },
  'DELETE /invitations/:id': { url: () => `/invitations/${randomUUID()}`, expected: admins(404) },
  'GET /audit-log': { expected: admins(200) },
  'GET /operation': { expected: admins(200) },
  'POST /operation/jobs/:id/retry': {
    url: () => `/operation/jobs/${randomUUID()}/retry`,
    expected: admins(404),
  },
  'GET /account_status': { expected: signedIn(200) },
  'GET /account_status/:id': { url: statusOf, expected: { ...signedIn(200), other: 404 } },
  'POST /account_status': { body: () => ({ plan_tier: 'admin' }), expected: signedIn(200) },
  'PATCH /account_status/:id': {
    url: statusOf,
    body: () => ({ plan_tier: 'platinum' }),
    expected: { visitor: 401, free: 403, paid: 403, other: 404, admin: 200 },
  },
  'DELETE /account_status/:id': {
    url: statusOf,
    expected: { visitor: 401, free: 403, paid: 403, other: 404, admin: 403 },
  },
  'GET /payments/settings': { expected: everyone(200) },
  'POST /api/create-payment-intent': {
    body: () => ({ packageId: 'power' }),
    expected: signedIn(200),
  },
  'POST /payments/purchases/:id/check': {
    url: async ({ s, owner }) => `/payments/purchases/${await beginPurchase(s, owner)}/check`,
    expected: owners(200),
  },
  'GET /payments/subscription': { expected: signedIn(200) },
  'POST /payments/subscription': {
    body: () => ({ tier: 'plus' }),
    expected: { ...signedIn(200), admin: 409 },
  },
  // None of these users is a customer of the payment provider.
  'POST /payments/portal': { expected: signedIn(404) },
  'GET /credits': { expected: signedIn(200) },
  'GET /credits/history': { expected: signedIn(200) },
  'GET /credits/:id': { url: creditsOf, expected: { ...signedIn(200), other: 404 } },
  'POST /credits': { body: () => ({ credits: 1000 }), expected: signedIn(200) },
  'PATCH /credits/:id': {
    url: creditsOf,
    body: () => ({ credits: 1000 }),
    expected: { visitor: 401, free: 403, paid: 403, other: 404, admin: 200 },
  },
  'DELETE /credits/:id': {
    url: creditsOf,
    expected: { visitor: 401, free: 403, paid: 403, other: 404, admin: 403 },
  },
  'GET /track': { expected: everyone(200) },
  'GET /track/:id': { url: ({ track }) => `/track/${track}`, expected: everyone(200) },
  'GET /track/:id/page': { url: ({ track }) => `/track/${track}/page`, expected: everyone(200) },
  'GET /feeds/new.:format': { url: () => '/feeds/new.xml', expected: everyone(200) },
  'GET /feeds/genres/:slug.:format': { url: () => '/feeds/genres/pop.json', expected: everyone(200) },
  'GET /feeds/artists/:slug.:format': { url: () => '/feeds/artists/somebody.xml', expected: everyone(200) },
  'GET /oembed': {
    url: ({ track }) => `/oembed?url=http://localhost/tracks/${track}`,
    expected: everyone(200),
  },
  // For everyone the same: the playlist is private.
  'GET /feeds/playlists/:id.:format': {
    url: async (world) => `/feeds/playlists/${(await ownedRows(world)).playlist}.xml`,
    expected: everyone(404),
  },
  'GET /feeds/requests.:format': { url: () => '/feeds/requests.json', expected: everyone(200) },
  'GET /person/:username/page': { url: () => '/person/nobody/page', expected: everyone(200) },
  'GET /auth/me/public-profile': { expected: signedIn(200) },
  'PUT /auth/me/public-profile': { body: () => ({ is_public: false }), expected: signedIn(200) },
  'GET /radio': { url: ({ track }) => `/radio?seed=track:${track}`, expected: everyone(200) },
  'GET /chart/:chart': { url: () => '/chart/week', expected: everyone(200) },
  'GET /search': { url: () => '/search?q=rain', expected: everyone(200) },
  'GET /genre': { url: () => '/genre', expected: everyone(200) },
  'GET /genre/:slug/page': { url: () => '/genre/jazz/page', expected: everyone(200) },
  'GET /artist/:slug/page': { url: () => '/artist/nobody/page', expected: everyone(200) },
  'GET /artist/:slug/track': { url: () => '/artist/nobody/track', expected: everyone(200) },
  'GET /track/:id/applause': { url: ({ track }) => `/track/${track}/applause`, expected: everyone(200) },
  // Nobody of them listens to it.
  'POST /track/:id/applause': {
    url: ({ track }) => `/track/${track}/applause`,
    body: () => ({ second: 1 }),
    expected: everyone(403),
  },
  'GET /track/applause/events': { events: true, expected: everyone(200) },
  'GET /premieres/clock': { expected: everyone(200) },
  'GET /requests/:id/premiere': {
    url: async (world) => `${await requestUrl(world)}/premiere`,
    expected: everyone(200),
  },
  // Its requester may, once it is in the studio.
  'PUT /requests/:id/premiere': {
    url: async (world) => `${await requestUrl(world)}/premiere`,
    body: ({ s }) => ({ starts_at: s.time.now + 3_600_000 }),
    expected: { ...signedIn(409), other: 403 },
  },
  'DELETE /requests/:id/premiere': {
    url: async (world) => `${await requestUrl(world)}/premiere`,
    expected: { ...signedIn(200), other: 403 },
  },
  'GET /requests/:id/premiere.ics': {
    url: async (world) => `${await requestUrl(world)}/premiere.ics`,
    expected: everyone(404),
  },
  'POST /requests/:id/premiere/presence': {
    url: async (world) => `${await requestUrl(world)}/premiere/presence`,
    body: () => ({ tab: randomUUID() }),
    expected: everyone(404),
  },
  'GET /requests/:id/premiere/events': {
    url: async (world) => `${await requestUrl(world)}/premiere/events`,
    expected: everyone(404),
  },
  'GET /track/:id/similar': { url: ({ track }) => `/track/${track}/similar`, expected: everyone(200) },
  'GET /explore': { expected: everyone(200) },
  'POST /plays': { body: ({ track }) => ({ track_id: track, played_ms: 1000 }), expected: everyone(201) },
  'GET /follow': { url: () => '/follow?kind=genre&target=jazz', expected: signedIn(200) },
  'POST /follow': { body: () => ({ kind: 'genre', target: 'jazz' }), expected: signedIn(200) },
  'DELETE /follow/:id': { url: followUrl, expected: owners(200) },
  'GET /follow/list': { expected: signedIn(200) },
  'GET /saved_track': { expected: signedIn(200) },
  'GET /saved_track/:id': { url: savedUrl, expected: owners(200) },
  'POST /saved_track': { body: ({ track }) => ({ track_id: track }), expected: signedIn(201) },
  'PATCH /saved_track/:id': { url: savedUrl, body: () => ({}), expected: owners(200) },
  'DELETE /saved_track/:id': { url: savedUrl, expected: owners(200) },
  'GET /library/tracks': { expected: signedIn(200) },
  'GET /library/jump': { expected: signedIn(200) },
  'GET /library/counts': { expected: signedIn(200) },
  'GET /playlist': { expected: signedIn(200) },
  'GET /playlist/containing': {
    url: ({ track }) => `/playlist/containing?track_id=${track}`,
    expected: signedIn(200),
  },
  'GET /playlist/shared': { expected: signedIn(200) },
  'GET /playlist/:id': { url: playlistUrl(''), expected: readers(200) },
  'GET /playlist/:id/tracks': { url: playlistUrl('/tracks'), expected: readers(200) },
  'GET /playlist/:id/export': { url: playlistUrl('/export'), expected: readers(200) },
  'POST /playlist': { body: () => ({ name: 'New' }), expected: makers(201) },
  'POST /playlist/import': { file: () => Buffer.from('#EXTM3U\n'), expected: makers(201) },
  'PATCH /playlist/:id': { url: playlistUrl(''), body: () => ({ name: 'New' }), expected: owners(200) },
  'DELETE /playlist/:id': { url: playlistUrl(''), expected: owners(200) },
  'POST /playlist/:id/order': {
    url: playlistUrl('/order'),
    body: async (world) => {
      const [playlist_track_id, after] = (await ownedRows(world)).links;
      return { playlist_track_id, after };
    },
    expected: owners(200),
  },
  // Without the key that who sees the playlist gets.
  'GET /playlist/:id/events': { url: playlistUrl('/events?key=x'), expected: everyone(404) },
  'GET /playlist/:id/invitations': { url: playlistUrl('/invitations'), expected: owners(200) },
  'POST /playlist/:id/invitations': {
    url: playlistUrl('/invitations'),
    body: async ({ s }) => ({ username: (await signUp(s)).username }),
    expected: owners(201),
  },
  'PUT /playlist/:id/invitation-link': {
    url: playlistUrl('/invitation-link'),
    body: () => ({}),
    expected: owners(200),
  },
  'DELETE /playlist/:id/invitation-link': { url: playlistUrl('/invitation-link'), expected: owners(200) },
  // Nobody is invited; the owner is in already.
  'POST /playlist/:id/invitation': {
    url: playlistUrl('/invitation'),
    body: () => ({ token: 'x' }),
    expected: { ...everyone(403), free: 200, paid: 200 },
  },
  'POST /playlist/:id/editors': {
    url: playlistUrl('/editors'),
    body: () => ({ token: 'x' }),
    expected: { ...everyone(403), visitor: 401, free: 200, paid: 200 },
  },
  'DELETE /playlist/:id/editors/:username': {
    url: async (world) => {
      const playlist_id = (await ownedRows(world)).playlist;
      const editor = await signUp(world.s);
      const row = { playlist_id, user_id: editor.id, invited_at: 1, since: 1 };
      await world.s.c.db.insertInto('playlist_editor').values(row).execute();
      return `/playlist/${playlist_id}/editors/${editor.username}`;
    },
    expected: owners(200),
  },
  'GET /playlist_track': {
    url: async (world) => `/playlist_track?playlist_id=${(await ownedRows(world)).playlist}`,
    expected: readers(200),
  },
  'GET /playlist_track/:id': { url: linkUrl, expected: readers(200) },
  'POST /playlist_track': {
    body: async (world) => ({
      playlist_id: (await ownedRows(world)).playlist,
      track_id: await publishTrack(world.s.c),
      position: 0,
    }),
    expected: owners(201),
  },
  'PATCH /playlist_track/:id': { url: linkUrl, body: () => ({ position: 1 }), expected: owners(200) },
  'DELETE /playlist_track/:id': { url: linkUrl, expected: owners(200) },
  'GET /requests': { expected: everyone(200) },
  'GET /requests/board': { expected: everyone(200) },
  'GET /requests/nearest': { expected: everyone(200) },
  'GET /requests/heard': { expected: everyone(200) },
  'GET /explore/asked': { expected: everyone(200) },
  'GET /requests/similar': { url: () => '/requests/similar?title=neon', expected: everyone(200) },
  'GET /recording': { events: true, expected: everyone(200) },
  'GET /requests/events': { events: true, expected: everyone(200) },
  'GET /requests/own': { expected: signedIn(200) },
  'GET /requests/:id': { url: requestUrl, expected: everyone(200) },
  'POST /requests': {
    body: ({ caller }) => ({ title: `For ${caller?.username}`, artist: 'Ilse', genre: 'jazz' }),
    expected: { visitor: 401, free: 403, paid: 402, other: 403, admin: 402 },
  },
  'POST /requests/:id/votes': {
    url: async (world) => `${await requestUrl(world)}/votes`,
    expected: { visitor: 401, free: 403, paid: 200, other: 403, admin: 402 },
  },
  'PATCH /requests/:id': {
    url: requestUrl,
    body: () => ({ title: 'Renamed', released: false }),
    expected: { visitor: 401, free: 403, paid: 403, other: 403, admin: 200 },
  },
  'DELETE /requests/:id': {
    url: async (world) => `${await requestUrl(world)}?reason=No`,
    expected: { visitor: 401, free: 403, paid: 403, other: 403, admin: 200 },
  },
  'POST /api/upload/audio': { expected: admins(400) },
  'POST /publishing/import': { expected: admins(400) },
  'POST /api/upload/cover': { expected: admins(400) },
  'GET /publishing/uploads/:id': { url: () => `/publishing/uploads/${randomUUID()}`, expected: admins(404) },
  'DELETE /publishing/uploads/:id': {
    url: () => `/publishing/uploads/${randomUUID()}`,
    expected: admins(404),
  },
  'POST /publishing/uploads/:id/retry': {
    url: () => `/publishing/uploads/${randomUUID()}/retry`,
    body: () => ({}),
    expected: admins(404),
  },
  'POST /track': {
    body: () => ({
      title: 'New',
      display_artist: 'Somebody',
      genre: 'jazz',
      duration_seconds: 60,
      audio_url: 'https://elsewhere.example/a.mp3',
    }),
    expected: admins(201),
  },
  'PATCH /track/:id': {
    url: ({ track }) => `/track/${track}`,
    body: () => ({ title: 'Renamed' }),
    expected: admins(200),
  },
  'DELETE /track/:id': {
    url: async ({ s }) => `/track/${await publishTrack(s.c)}`,
    expected: admins(200),
  },
  'GET /publishing/tracks': { expected: admins(200) },
  'POST /requests/:id/report': {
    url: async (world) => `${await requestUrl(world)}/report`,
    body: () => ({ reason: 'It is rude' }),
    expected: signedIn(201),
  },
  'GET /requests/reports': { expected: admins(200) },
  'POST /requests/reports/:id/resolve': {
    url: () => `/requests/reports/${randomUUID()}/resolve`,
    expected: admins(404),
  },
  'GET /requests/review': { expected: admins(200) },
  'POST /requests/:id/approve': {
    url: async (world) => `${await requestUrl(world)}/approve`,
    expected: admins(409),
  },
  'POST /requests/:id/merge': {
    url: async (world) => `${await requestUrl(world)}/merge`,
    body: async ({ s, owner }) => ({ into: await createOpenRequest(s.c, owner.id) }),
    expected: admins(200),
  },
  'GET /requests/:id/timeline': {
    url: async (world) => `${await requestUrl(world)}/timeline`,
    expected: everyone(200),
  },
  'GET /requests/:id/takes': {
    url: async (world) => `${await requestUrl(world)}/takes`,
    expected: everyone(200),
  },
  'PUT /requests/:id/choice': {
    url: async (world) => `${await requestUrl(world)}/choice`,
    body: () => ({ take_id: randomUUID() }),
    expected: { visitor: 401, free: 409, paid: 409, other: 403, admin: 403 },
  },
  'GET /track/:id/provenance': {
    url: ({ track }) => `/track/${track}/provenance`,
    expected: everyone(404),
  },
  'POST /studio/wishes': { body: () => ({ description: 'slow jazz' }), expected: everyone(200) },
  // Playing a sketch takes seconds.
  'POST /studio/sketches': { body: () => ({ genre: 'none', description: '' }), expected: signedIn(400) },
  'POST /requests/:id/sketch': { url: () => `/requests/${randomUUID()}/sketch`, expected: signedIn(404) },
  'GET /studio/generators': { expected: admins(200) },
  'GET /studio': { expected: admins(200) },
  'POST /requests/:id/takes': {
    url: async (world) => `${await requestUrl(world)}/takes`,
    body: () => ({}),
    expected: admins(409),
  },
  'POST /takes/:id/cancel': { url: () => `/takes/${randomUUID()}/cancel`, expected: admins(404) },
  'POST /takes/:id/retry': { url: () => `/takes/${randomUUID()}/retry`, expected: admins(404) },
  'POST /requests/:id/release': {
    url: async (world) => `${await requestUrl(world)}/release`,
    body: () => ({ take_id: randomUUID() }),
    expected: admins(404),
  },
  'POST /requests/:id/choice/close': {
    url: async (world) => `${await requestUrl(world)}/choice/close`,
    expected: admins(409),
  },
  'POST /studio/webhooks/:generator': {
    url: () => '/studio/webhooks/replicate',
    file: () => Buffer.from('{}'),
    expected: everyone(404),
  },
  'GET /publishing/queue': { expected: admins(200) },
  'POST /report': {
    body: ({ track }) => ({ track_id: track, reason: 'It hisses' }),
    expected: signedIn(201),
  },
  'GET /publishing/reports': { expected: admins(200) },
  'POST /publishing/reports/:id/resolve': {
    url: () => `/publishing/reports/${randomUUID()}/resolve`,
    expected: admins(404),
  },
  'GET /notifications': { expected: signedIn(200) },
  'POST /notifications/read': { body: () => ({}), expected: signedIn(200) },
  'GET /notifications/waiting': { expected: signedIn(200) },
  'GET /notifications/premieres/:id': {
    url: () => `/notifications/premieres/${randomUUID()}`,
    expected: signedIn(200),
  },
  'DELETE /notifications/premieres/:id': {
    url: () => `/notifications/premieres/${randomUUID()}`,
    expected: signedIn(200),
  },
  'GET /notifications/settings': { expected: signedIn(200) },
  'PATCH /notifications/settings': { body: () => ({ by_email: true }), expected: signedIn(200) },
  'GET /notifications/push': { expected: signedIn(200) },
  'PATCH /notifications/push': { body: () => ({ kinds: ['released'] }), expected: signedIn(200) },
  'PUT /notifications/push/device': { body: () => elsewhere, expected: signedIn(400) },
  'DELETE /notifications/push/device': { expected: signedIn(200) },
  'POST /notifications/push/renew': {
    body: () => ({
      old: { endpoint: elsewhere.endpoint, auth: elsewhere.keys.auth },
      subscription: elsewhere,
    }),
    expected: everyone(400),
  },
  'GET /feeds/comments/:on/:id.:format': {
    url: ({ track }) => `/feeds/comments/track/${track}.xml`,
    expected: everyone(200),
  },
  'GET /comments': {
    url: async ({ s, owner }) => `/comments?on=request&subject=${await createOpenRequest(s.c, owner.id)}`,
    expected: everyone(200),
  },
  'POST /comments': {
    body: ({ track }) => ({ on: 'track', subject: track, text: 'Lovely' }),
    expected: signedIn(201),
  },
  'GET /comments/:id/answers': { url: commentUrl('/answers'), expected: everyone(200) },
  'PATCH /comments/:id': { url: commentUrl(''), body: () => ({ text: 'Better' }), expected: owners(200) },
  'DELETE /comments/:id': { url: commentUrl(''), expected: owners(200) },
  'PUT /comments/:id/helpful': {
    url: commentUrl('/helpful'),
    body: () => ({ helpful: true }),
    expected: { ...signedIn(200), free: 403, paid: 403 },
  },
  'POST /comments/:id/report': {
    url: commentUrl('/report'),
    body: () => ({ reason: 'It is rude' }),
    expected: signedIn(201),
  },
  'POST /comments/updates': {
    body: async ({ s, owner }) => ({ subject: await createOpenRequest(s.c, owner.id), text: 'Soon' }),
    expected: admins(201),
  },
  'GET /comments/review': { expected: admins(200) },
  'POST /comments/:id/hide': { url: commentUrl('/hide'), expected: admins(200) },
  'POST /comments/:id/show': { url: commentUrl('/show'), expected: admins(200) },
  'PUT /comments/:id/mute': {
    url: commentUrl('/mute'),
    body: () => ({ muted: true }),
    expected: admins(200),
  },
  'PUT /comments/closed': {
    body: () => ({ on: 'request', subject: randomUUID(), closed: true }),
    expected: admins(200),
  },
  'POST /notifications/unsubscribe': {
    url: () => '/notifications/unsubscribe?token=unsigned',
    file: () => Buffer.from('List-Unsubscribe=One-Click'),
    expected: everyone(400),
  },
};

/** Starts a purchase by the owner, which stays open. */
async function beginPurchase(s: TestServer, owner: Person): Promise<string> {
  const payload = { packageId: 'power' };
  const { headers } = owner;
  const answer = await s.app.inject({ method: 'POST', url: '/api/create-payment-intent', headers, payload });
  return answer.json().purchase_id;
}

let s: TestServer;
let standIn: StandIn;
let track: string;
beforeAll(async () => {
  standIn = await openStandIn();
  s = await testServer({ payments: await openProvider(standIn.settings()) });
  track = await publishTrack(s.c);
  // The only admin could not delete their account.
  await signUp(s, { tier: 'admin' });
});
afterAll(async () => {
  await s.close();
  await standIn.close();
});

async function worldFor(role: Role): Promise<World> {
  const owner = await signUp(s);
  const callers: Record<Role, () => Promise<Person> | Person | undefined> = {
    visitor: () => undefined,
    free: () => owner,
    paid: () => signUp(s, { tier: 'plus' }),
    other: () => signUp(s),
    admin: () => signUp(s, { tier: 'admin' }),
  };
  const caller = await callers[role]();
  return { s, caller, owner: role === 'paid' ? caller! : owner, track };
}

async function outcome(route: string, row: Row, world: World, headers: Record<string, string>) {
  const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
  const answer = await s.app.inject({
    method,
    url: (await row.url?.(world)) ?? path,
    headers: { host: 'localhost', ...headers, ...(row.file && { 'content-type': 'image/gif' }) },
    ...(row.body && { payload: (await row.body(world)) as object }),
    ...(row.file && { payload: row.file() }),
    payloadAsStream: row.events === true,
  });
  if (!row.events) return answer;
  const [first] = await once(answer.stream(), 'data');
  return Object.assign(answer, { body: String(first) });
}

describe.each(endpoints.map((endpoint) => [endpoint.route, endpoint.access] as const))(
  '%s (%s)',
  (route, access) => {
    const row = table[route];

    it('has a row in this table', () => expect(row, `${route} needs a row`).toBeDefined());
    if (!row) return;

    it.each(roles)('answers as defined for %s', async (role) => {
      const world = await worldFor(role);
      const answer = await outcome(route, row, world, world.caller?.headers ?? {});
      expect(answer.statusCode).toBe(row.expected[role]);
      if (access !== 'anyone') expect(answer.headers['cache-control']).toBe('no-store');
      if (answer.statusCode >= 400) expect(answer.json().message).toMatch(/\S/);
    });

    it('reveals nothing about one user to another', async () => {
      const world = await worldFor('other');
      const answer = await outcome(route, row, world, world.caller!.headers);
      if (!/signup|login/.test(route)) expect(answer.body).not.toContain(world.owner.email);
      expect(answer.body).not.toContain('$argon2id');
    });

    it.each([
      ['an unknown token', `Bearer ${'x'.repeat(43)}`],
      ['a token of 1 MB', `Bearer ${'x'.repeat(1_000_000)}`],
      ['another scheme', 'Basic dXNlcjpwYXNz'],
      ['an empty token', 'Bearer '],
    ])('treats %s as a visitor', async (_what, authorization) => {
      const world = await worldFor('visitor');
      const answer = await outcome(route, row, world, { authorization });
      expect(answer.statusCode).toBe(row.expected.visitor);
    });

    if (access !== 'anyone') {
      it.each([
        ['invalid', 'application/json', '{"nonsense":[]}'],
        ['not JSON', 'application/json', '{'],
        ['6 MB long', 'application/json', 'x'.repeat(6_000_000)],
        ['of another type', 'text/xml', '<a/>'],
      ])('authenticates before it reads a body that is %s', async (_what, type, payload) => {
        const [method, path] = route.split(' ') as ['POST', string];
        const url = path.replace(':id', 'not-an-id');
        const headers = { 'content-type': type };
        const answer = await s.app.inject({
          method,
          url,
          headers,
          ...(method !== ('GET' as string) && { payload }),
        });
        expect(answer.statusCode).toBe(401);
      });
    }
  },
);

it('has no row for an endpoint that no longer exists', () => {
  const routes = endpoints.map((endpoint) => endpoint.route as string);
  expect(Object.keys(table).filter((route) => !routes.includes(route))).toEqual([]);
});
