import { type ScrobbleService, scrobbleServices } from 'contract/extensions/scrobbling.ts';
import type { AccountsContext } from '../../features/accounts/accounts.ts';
import type { PlaysContext } from '../../features/plays/plays.ts';
import { findTrack, getTracks } from '../../features/tracks/tracks.ts';
import type { JobKind } from '../../platform/jobs.ts';
import {
  claimListens,
  deleteListens,
  deleteQueue,
  postponeListens,
  refuseLink,
  selectLink,
  selectLinks,
  selectNextOwner,
} from './queries.ts';
import type { Listen } from './scrobbler.ts';
import type { Scrobblers } from './settings.ts';

export interface ScrobblingContext extends AccountsContext, PlaysContext {
  scrobblers: Scrobblers;
}

/** Listens sent at once: Last.fm takes no more. */
const BATCH = 50;
/** Lease of a server on its batch, ms: then another may send it. */
const CLAIM_MS = 60_000;
/** A listen that could not be sent for this long is dropped; ms. */
const KEPT_MS = 7 * 86_400_000;
/** The wait after the first failure, which doubles six times; ms. */
const RETRY_MS = 60_000;
/** Interval between looks for listens, ms. */
const LOOK_EVERY_MS = 30_000;
/** Limit of concurrent calls that tell services what plays now; beyond it, nobody is told. */
const MOST_ANNOUNCED = 20;

/** Earliest next call to each service, epoch ms. */
type Pauses = Map<ScrobbleService, number>;

/** Sends counted listens to the services that members have linked. */
export const sending: JobKind<ScrobblingContext> = {
  everyMs: LOOK_EVERY_MS,
  run: async (c, _payload, { report, signal }) => {
    const pauses: Pauses = new Map();
    while ((await sendListens(c, report, pauses)) && !signal.aborted);
  },
};

/** Sends the next batch to each service that is not left alone. @returns whether there was any. */
export async function sendListens(
  c: ScrobblingContext,
  onError: (error: unknown) => void,
  pauses: Pauses,
): Promise<boolean> {
  const sent = await Promise.all(
    scrobbleServices
      .filter((service) => (pauses.get(service) ?? 0) <= c.clock())
      .map((service) => sendBatch(c, service, onError, pauses)),
  );
  return sent.includes(true);
}

/** A listen ends in the database once it is sent. After a crash it is sent again: the services know it by its time. */
async function sendBatch(
  c: ScrobblingContext,
  service: ScrobbleService,
  onError: (error: unknown) => void,
  pauses: Pauses,
): Promise<boolean> {
  const { db } = c;
  const now = c.clock();
  const owner = await selectNextOwner(db, service, now);
  if (!owner) return false;
  const link = await selectLink(db, owner);
  const scrobbler = c.scrobblers[service];
  if (!link || link.refused_at !== null || !scrobbler) {
    await deleteQueue(db, owner.user_id, service);
    return true;
  }
  const claimed = await claimListens(db, owner, { now, until: now + CLAIM_MS, limit: BATCH });
  const ids = claimed.map(({ id }) => id);
  if (ids.length === 0) return true;
  const wanted = claimed
    .filter(({ listened_at }) => listened_at > now - KEPT_MS)
    .sort((a, b) => a.listened_at - b.listened_at);
  const tracks = await getTracks(c, [...new Set(wanted.map(({ track_id }) => track_id))]);
  const songs = new Map(tracks.map((track) => [track.id, listenOf(c, track)]));
  const listens = wanted.flatMap(({ track_id, listened_at }) => {
    const song = songs.get(track_id);
    return song ? [{ ...song, listened_at: Math.floor(listened_at / 1000) }] : [];
  });
  const token = c.secrets.open(link.token, owner.user_id);
  const outcome =
    token === undefined ? 'refused' : listens.length === 0 ? 'sent' : await scrobbler.send(token, listens);
  if (outcome === 'refused') {
    // The next look forgets what else waits for it.
    await refuseLink(db, link, now);
    await deleteListens(db, ids);
    return true;
  }
  if (typeof outcome === 'string') {
    if (outcome === 'invalid') onError(new Error(`${service} does not take ${listens.length} listens`));
    await deleteListens(db, ids);
    return true;
  }
  const attempts = Math.min(...claimed.map((one) => one.attempts));
  const wait = outcome.waitMs ?? RETRY_MS * 2 ** Math.min(attempts - 1, 6);
  await postponeListens(db, ids, c.clock() + wait);
  pauses.set(service, c.clock() + (outcome.waitMs ?? RETRY_MS));
  return true;
}

type Song = Awaited<ReturnType<typeof getTracks>>[number];

const listenOf = ({ publicUrl }: ScrobblingContext, song: Song): Listen => ({
  artist: song.display_artist,
  title: song.title,
  seconds: song.duration_seconds,
  url: publicUrl && `${publicUrl}/tracks/${song.id}`,
});

let announcing = 0;

/** Tells the services what a member begins to play. Nobody waits for it, and nothing is kept of it. */
export async function announceListen(c: ScrobblingContext, user_id: string, track_id: string): Promise<void> {
  if (announcing >= MOST_ANNOUNCED) return;
  announcing++;
  try {
    const links = (await selectLinks(c.db, user_id)).filter(({ refused_at }) => refused_at === null);
    const song = links.length > 0 ? await findTrack(c, track_id) : undefined;
    if (!song) return;
    await Promise.all(
      links.map(({ service, token }) => {
        const opened = c.secrets.open(token, user_id);
        return opened && c.scrobblers[service]?.announce(opened, listenOf(c, song));
      }),
    );
  } catch {
    // The song plays all the same.
  } finally {
    announcing--;
  }
}
