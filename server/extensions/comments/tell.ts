import { mentionsIn } from 'contract/extensions/comments/comments-constants.ts';
import { sql } from 'kysely';
import type { RequestStep } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { JobKind } from '../../platform/jobs.ts';
import { notifyBackers, notifyTalkers } from '../notifications/notifications.ts';

/** The latest comments whose writers are told of what follows. */
const TALKERS = 200;

/** Tells people of a comment, unless it was hidden or deleted meanwhile. */
export const telling: JobKind<Context> = {
  run: (c, { id }: { id: string }, job) =>
    c.db.transaction().execute(async (tx) => {
      await job.end(tx);
      const row = await tx
        .selectFrom('comment')
        .where('id', '=', id)
        .where('state', '=', 'shown')
        .select(['subject_kind', 'subject', 'user_id', 'text', 'is_update', 'created_at'])
        .executeTakeFirst();
      const about = row && (await describe(tx, row));
      if (!about) return;
      const { subject, text, created_at } = row;
      if (row.is_update === 1) {
        const requester = sql`select user_id from song_request where id = ${subject}`;
        const voters = sql`select user_id from backer where request_id = ${subject} and votes > 0`;
        const what = { kind: 'request_update', reason: text, created_at } as const;
        return notifyBackers(tx, c.engine, { ...about, id: subject }, { requester, voters }, what);
      }
      await notifyTalkers(tx, c.engine, recipients(row, about.request_id), {
        ...about,
        subject,
        created_at,
      });
    }),
};

/** The song that is talked about, with the request that it was made of. */
async function describe(tx: Tx, { subject_kind, subject }: { subject_kind: string; subject: string }) {
  if (subject_kind === 'track') {
    const track = await tx
      .selectFrom('track')
      .leftJoin('song_request', 'song_request.track_id', 'track.id')
      .where('track.id', '=', subject)
      .where('track.is_deleted', '=', 0)
      .select(['track.title', 'track.display_artist as artist', 'track.id as track_id'])
      .select('song_request.id as request_id')
      .executeTakeFirst();
    return track;
  }
  const request = await tx
    .selectFrom('song_request')
    .where('id', '=', subject)
    .select(['id as request_id', 'title', 'artist'])
    .executeTakeFirst();
  return request && { ...request, track_id: null };
}

/**
 * Those in the conversation, the requester, and backers whom the comment mentions: each once, without its writer. The
 * mentioned ones who already speak are told anyway.
 */
function recipients(
  { subject, user_id, text }: { subject: string; user_id: string | null; text: string },
  request_id: string | null,
) {
  const names = mentionsIn(text);
  const mentioned =
    names.length === 0
      ? sql``
      : sql`union select "user".id from "user" join backer on backer.user_id = "user".id
          where username_key in (${sql.join(names)}) and backer.request_id = ${request_id}`;
  return sql`select user_id from (
      select user_id from song_request where id = ${request_id}
      union select user_id from (select user_id from comment where subject = ${subject} and state = 'shown'
        and user_id is not null order by created_at desc limit ${TALKERS}) as talker
      ${mentioned}
    ) as told where user_id <> ${user_id}`;
}

/** Moves the comments about a merged request to where its votes went. */
export const moving: JobKind<Context> = {
  run: (c, { request_id, kind }: RequestStep, job) =>
    c.db.transaction().execute(async (tx) => {
      await job.end(tx);
      if (kind !== 'merged') return;
      const { merged_into } = await tx
        .selectFrom('song_request')
        .where('id', '=', request_id)
        .select('merged_into')
        .executeTakeFirstOrThrow();
      if (merged_into === null) return;
      await tx
        .updateTable('comment')
        .set({ subject: merged_into })
        .where('subject', '=', request_id)
        .execute();
    }),
};
