import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { type ScrobbleLink, type ScrobbleService, scrobbleServices } from 'contract/extensions/scrobbling.ts';
import { toOneLine } from 'contract/fields.ts';
import type { ScrobbleLinkTable } from '../../platform/db/tables/extensions/scrobbling.ts';
import type { PersonalData } from '../../platform/feature.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import type { LastFm } from './lastfm.ts';
import type { ScrobblingContext } from './outgoing.ts';
import { deleteLinks, deleteQueue, selectLinks, upsertLink } from './queries.ts';

export type { ScrobblingContext } from './outgoing.ts';

/** Members' accounts at services that keep what people listen to. */

const toResponse = (service: ScrobbleService, link: ScrobbleLinkTable | undefined): ScrobbleLink => ({
  service,
  account: link?.account ?? null,
  refused: link ? link.refused_at !== null : false,
  linked_at: link?.created_at ?? null,
});

/** The services that are set up, and those that were when the member linked them. */
export async function listLinks(c: ScrobblingContext, user: CurrentUser): Promise<ScrobbleLink[]> {
  const links = new Map((await selectLinks(c.db, user.id)).map((link) => [link.service, link]));
  return scrobbleServices
    .filter((service) => c.scrobblers[service] !== null || links.has(service))
    .map((service) => toResponse(service, links.get(service)));
}

/** Characters of the name of an account. */
const ACCOUNT_MAX = 255;

async function link(
  c: ScrobblingContext,
  { id: user_id }: CurrentUser,
  service: ScrobbleService,
  { account, token }: { account: string; token: string },
): Promise<ScrobbleLink> {
  const row = {
    ...{ user_id, service, account: toOneLine(account, ACCOUNT_MAX) },
    token: c.secrets.seal(token, user_id),
    refused_at: null,
    created_at: c.clock(),
  };
  await upsertLink(c.db, row);
  return toResponse(service, row);
}

/** @throws Problem `scrobbler_refused`; `scrobbler_unavailable`. */
export async function linkListenBrainz(c: ScrobblingContext, user: CurrentUser, token: string) {
  const account = await c.scrobblers.listenbrainz.identify(token);
  return link(c, user, 'listenbrainz', { account, token });
}

/** Last.fm's tokens are valid this long, ms. */
const STATE_VALID_MS = 3_600_000;

/** Binds the way to Last.fm and back to a session: nobody can make others send their listens to an account of theirs. */
function stateOf({ visitorSecret }: ScrobblingContext, { session }: CurrentUser, at: string): string {
  return `${at}.${createHmac('sha256', visitorSecret).update(`lastfm ${session} ${at}`).digest('base64url')}`;
}

/** @throws Problem `scrobbler_off`. */
function lastFmOf({ scrobblers }: ScrobblingContext): LastFm {
  if (!scrobblers.lastfm) throw new Problem('scrobbler_off');
  return scrobblers.lastfm;
}

/** @returns where the member allows it. @throws Problem `scrobbler_off`. */
export const beginLastFm = (c: ScrobblingContext, user: CurrentUser): string =>
  lastFmOf(c).authorizationUrl(stateOf(c, user, c.clock().toString(36)));

/** @throws Problem `scrobbler_off`; `scrobbler_refused`; `scrobbler_unavailable`. */
export async function linkLastFm(
  c: ScrobblingContext,
  user: CurrentUser,
  { state, token }: { state: string; token: string },
) {
  const lastFm = lastFmOf(c);
  const [at = ''] = state.split('.');
  const expected = Buffer.from(stateOf(c, user, at));
  const given = Buffer.from(state);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs || c.clock() - Number.parseInt(at, 36) > STATE_VALID_MS) throw new Problem('scrobbler_refused');
  return link(c, user, 'lastfm', await lastFm.redeem(token));
}

/** @throws Problem `not_found`. */
export async function unlink(
  c: ScrobblingContext,
  user: CurrentUser,
  service: ScrobbleService,
): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    if ((await deleteLinks(tx, user.id, service)) === 0) throw new Problem('not_found');
    await deleteQueue(tx, user.id, service);
  });
}

/** The tokens are left out of the export: it may be kept less carefully. */
export const scrobbleData: PersonalData = {
  name: 'scrobbling',
  export: async (db, user_id) =>
    (await selectLinks(db, user_id)).map(({ service, account, created_at, refused_at }) => ({
      ...{ service, account, created_at, refused_at },
    })),
  erase: async (tx, user_id) => {
    await deleteLinks(tx, user_id);
    await deleteQueue(tx, user_id);
  },
};
