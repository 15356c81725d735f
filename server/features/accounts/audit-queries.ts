import { sql } from 'kysely';
import { cachedRows } from '../../platform/db/cached-query.ts';
import { countUpTo } from '../../platform/db/count-up-to.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';

/** What admins did, newest first, with today's names. */
export function selectAuditLog(db: Db, { after, limit }: { after: TimeKeys | undefined; limit: number }) {
  const values = { limit, created_at: after?.[0], id: after?.[1] };
  return cachedRows(db, `audit log ${after !== undefined}`, values, (v) => {
    let query = db
      .selectFrom('audit_entry')
      .innerJoin('user as actor', 'actor.id', 'audit_entry.actor_id')
      .leftJoin('user as member', 'member.id', 'audit_entry.subject_id')
      .leftJoin('account_status', 'account_status.id', 'audit_entry.subject_id')
      .leftJoin('user as owner', 'owner.id', 'account_status.user_id')
      .leftJoin('song_request', 'song_request.id', 'audit_entry.subject_id')
      .leftJoin('track', 'track.id', 'audit_entry.subject_id')
      .select((eb) => [
        'audit_entry.id',
        'actor.username as actor',
        'audit_entry.action',
        'audit_entry.subject_id',
        eb.fn
          .coalesce('member.username', 'owner.username', 'song_request.title', 'track.title')
          .as('subject'),
        'audit_entry.detail',
        'audit_entry.created_at',
      ]);
    if (after)
      query = query.where(
        sql<boolean>`(audit_entry.created_at, audit_entry.id) < (${v.created_at}, ${v.id})`,
      );
    return query.orderBy('audit_entry.created_at', 'desc').orderBy('audit_entry.id', 'desc').limit(v.limit);
  });
}

export const countAuditLog = (db: Db) => countUpTo(db, 'audit_entry');
