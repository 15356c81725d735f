import { acceptsVotes } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Inherited, Invited } from '../../features/playlists/playlists.ts';
import {
  getRequest,
  listOnBoard,
  type Reader,
  type RequestStep,
} from '../../features/song-requests/song-requests.ts';
import { getTracks } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { NotificationTable } from '../../platform/db/tables/extensions/notifications.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import type { JobKind } from '../../platform/jobs.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { isEmailed } from './email-texts.ts';
import {
  countNotifications,
  deleteFollowerNotifications,
  deleteOfKind,
  insertForRecipients,
  type NewNotification,
  selectNearestFollowed,
  selectPage,
  selectPremieres,
  updateRead,
} from './queries.ts';

export { countWaitingEmails } from './email-queries.ts';
export { followedName } from './followed.ts';
export { pushSettingData } from './push/choices.ts';
export { pushDeviceData } from './push/devices.ts';
export type { PushContext } from './push/vapid.ts';
export { deletePremiere } from './queries.ts';
export { notificationData, notificationSettingData } from './settings.ts';

type About = Pick<NotificationTable, 'title' | 'artist'> & { id: string };
type What = Pick<NotificationTable, 'kind' | 'created_at'> &
  Partial<Pick<NotificationTable, 'subject' | 'track_id' | 'reason'>>;
type Recipients = ReturnType<typeof sql>;

const notificationOf = (
  { id, title, artist }: About,
  { kind, created_at, subject = id, track_id, reason }: What,
) => ({
  subject,
  request_id: id,
  title,
  artist,
  kind,
  created_at,
  track_id: track_id ?? null,
  reason: reason ?? null,
  followed: null,
  followed_target: null,
  email_due_at: isEmailed(kind) ? created_at : null,
});

/**
 * Notifies the requester and the voters of a song request.
 * @param recipients selects each of them once, as `user_id`. A requester who voted too gets one notification.
 */
export async function notifyBackers(
  tx: Tx,
  engine: Engine,
  request: About,
  recipients: { requester: Recipients; voters: Recipients },
  what: What,
): Promise<void> {
  const notification = notificationOf(request, what);
  await insertForRecipients(tx, engine, recipients.requester, { ...notification, role: 'requester' });
  await insertForRecipients(tx, engine, recipients.voters, { ...notification, role: 'voter' });
}

/** Notifies every admin about a song request; an earlier notification of the same kind is replaced. */
async function notifyAdmins(tx: Tx, engine: Engine, request: About, what: What): Promise<void> {
  await deleteOfKind(tx, request.id, what.kind);
  const admins = sql`select user_id from account_status where plan_tier = 'admin'`;
  await insertForRecipients(tx, engine, admins, { ...notificationOf(request, what), role: 'admin' });
}

const ADMINS_ARE_TOLD = { delayed: 'studio_failed', in_review: 'request_in_review' } as const;

/** Notifies those whom a step of a request concerns. */
export const notifyOfStep: JobKind<Context> = {
  run: ({ db, engine }, { request_id: id, kind, track_id, reason, at, moved }: RequestStep, job) =>
    db.transaction().execute(async (tx) => {
      await job.end(tx);
      const request = await tx
        .selectFrom('song_request')
        .where('id', '=', id)
        .select(['id', 'title', 'artist'])
        .executeTakeFirst();
      if (!request) return;
      const what = { track_id, reason, created_at: at };
      if (kind === 'delayed' || kind === 'in_review')
        return notifyAdmins(tx, engine, request, { ...what, kind: ADMINS_ARE_TOLD[kind] });
      const requester = sql`select user_id from song_request where id = ${id}`;
      const voters = moved
        ? sql`select user_id from ${engine.rowsOf(
            'moved',
            { user_id: 'text' },
            moved.map((user_id) => ({ user_id })),
          )}`
        : sql`select user_id from backer where request_id = ${id} and votes > 0`;
      await notifyBackers(tx, engine, request, { requester, voters }, { ...what, kind: `request_${kind}` });
    }),
};

/** Tells a member of a playlist: they are invited to edit it, or it is theirs from now on. */
const ofPlaylist = (kind: 'playlist_invitation' | 'playlist_inherited'): JobKind<Context> => ({
  run: ({ db, engine }, { playlist_id, name, owner = '', user_id, at }: Inherited & Partial<Invited>, job) =>
    db.transaction().execute(async (tx) => {
      await job.end(tx);
      const facts = { subject: playlist_id, title: name, artist: owner, created_at: at };
      const nothing = { request_id: null, track_id: null, reason: null, email_due_at: null };
      await insertForRecipients(tx, engine, sql`select cast(${user_id} as text) as user_id`, {
        ...{ kind, role: 'invited', ...facts, ...nothing },
        ...{ followed: 'playlist', followed_target: playlist_id },
      });
    }),
});
export const notifyOfInvitation = ofPlaylist('playlist_invitation');
export const notifyOfInheritance = ofPlaylist('playlist_inherited');

/** Notifies followers. @param followers selects each of them once, as `user_id`. */
export const notifyFollowers = (
  tx: Tx,
  engine: Engine,
  followers: Recipients,
  what: Omit<NewNotification, 'role' | 'email_due_at'>,
): Promise<void> =>
  insertForRecipients(tx, engine, followers, { ...what, role: 'follower', email_due_at: null });

const HOUR_MS = 3_600_000;

/**
 * Notifies people of something new in a conversation. Email and push are due at the end of the hour and tell of all that
 * was new in it.
 */
export const notifyTalkers = (
  tx: Tx,
  engine: Engine,
  talkers: Recipients,
  what: Pick<NewNotification, 'subject' | 'request_id' | 'track_id' | 'title' | 'artist' | 'created_at'>,
): Promise<void> =>
  insertForRecipients(tx, engine, talkers, {
    ...what,
    ...{ kind: 'comment', role: 'talker', reason: null, followed: null, followed_target: null },
    email_due_at: (Math.floor(what.created_at / HOUR_MS) + 1) * HOUR_MS,
  });

/** A page of a user's notifications, newest first, and how many of all are unread. */
export async function listNotifications(c: Context, user_id: string, query: PageQuery, origin: string) {
  const { total, unread } = await countNotifications(c.db, c.clock(), user_id);
  const page = await paginate(
    query,
    byCreation,
    (part) => selectPage(c.db, c.clock(), user_id, part),
    () => total,
  );
  const requests = await listOnBoard(
    c,
    page.rows.flatMap(({ request_id }) => request_id ?? []),
  );
  const requestOf = new Map(requests.map((one) => [one.id, one]));
  const rows = page.rows.map((row) => {
    const request = requestOf.get(row.request_id ?? '');
    return { ...toResponse(row), request: request && acceptsVotes(request.status) ? request : null };
  });
  return { ...page, rows: withAbsoluteUrls(rows, origin), unread };
}

function toResponse({
  read_at,
  followed: kind,
  followed_target,
  followed_name: public_name,
  ...row
}: Awaited<ReturnType<typeof selectPage>>[number]) {
  // Who is invited to a private playlist, or owns it, may know its name.
  const name = row.role === 'invited' ? row.title : public_name;
  // People are addressed by their name.
  const target = kind === 'person' ? name : followed_target;
  const followed = kind && target !== null && name !== null ? { kind, target, name } : null;
  return { ...row, followed, read: read_at !== null };
}

/** Marks notifications as read: those with these ids, or all. @returns how many are still unread. */
export async function readNotifications(
  c: Context,
  user_id: string,
  ids: string[] | undefined,
): Promise<number> {
  await updateRead(c.db, user_id, c.clock(), ids);
  return (await countNotifications(c.db, c.clock(), user_id)).unread;
}

/** Retention of notifications to followers, ms. */
const KEPT_MS = 90 * 86_400_000;

/** Deletes what followers were told long ago: what concerns a member's own requests and votes stays. */
export const pruneNotifications = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  deleteFollowerNotifications(db, clock() - KEPT_MS, 1000);

/** Songs of which the newest live one is looked for. */
const LATEST = 20;

/** The newest song that a user called for and whose premiere they have not seen, with their votes; null without one. */
export async function findPremiere(c: Context, user_id: string, origin: string) {
  const waiting = await selectPremieres(c.db, user_id, LATEST);
  const ids = waiting.flatMap(({ id }) => id ?? []);
  const [track] = withAbsoluteUrls(await getTracks(c, ids), origin);
  return track ? { track, votes: Number(waiting.find(({ id }) => id === track.id)!.votes) } : null;
}

/** Of the open requests that somebody follows, the one nearest its goal; null without one. */
export async function findFollowed({ db }: Pick<Context, 'db'>, user: Reader & object) {
  const id = await selectNearestFollowed(db, user.id);
  return id === undefined ? null : getRequest(db, user, id);
}
