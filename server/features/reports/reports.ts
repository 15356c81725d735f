import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { ManagedReport, ManagedRequestReport } from 'contract/features/reports.ts';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';
import {
  byCreation,
  newestFirst,
  type Page,
  type PageQuery,
  paginate,
  type TimePage,
} from '../../platform/http/requests/paging.ts';

/** Subjects of reports: the table of its reports, their column that names it, and what a list shows of it. */
const SUBJECTS = {
  track: { table: 'report', column: 'track_id', of: 'track', shown: ['display_artist', 'is_deleted'] },
  request: {
    ...{ table: 'request_report', column: 'request_id', of: 'song_request' },
    shown: ['artist', 'description'],
  },
} as const;
type Subject = keyof typeof SUBJECTS;

interface Listed {
  track: Omit<ManagedReport, 'is_deleted'> & { is_deleted: 0 | 1 };
  request: ManagedRequestReport;
}
type State = { state: 'open' | 'resolved' };

/** Stores a report of what its reporter can see, replacing their open one. */
export async function report(
  c: Context,
  subject: Subject,
  { id, user_id, reason }: { id: string; user_id: string; reason: string },
) {
  const { table, column } = SUBJECTS[subject];
  const created_at = c.clock();
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (id, ${sql.ref(column)}, user_id, reason, created_at)
    values (${randomUUID()}, ${id}, ${user_id}, ${reason}, ${created_at})
    on conflict (${sql.ref(column)}, user_id) where resolved_at is null
    do update set reason = excluded.reason, created_at = excluded.created_at
    returning id`.execute(c.db);
  return { id: rows[0]!.id, reason, created_at };
}

/** A page of reports, the newest first. */
export function listReports<S extends Subject>(
  c: Context,
  subject: S,
  { state, ...query }: PageQuery & State,
): Promise<Page<Listed[S]>> {
  return paginate(
    query,
    byCreation,
    (page) => selectReports(c.db, subject, { state, ...page }),
    () => countRows(inState(c.db, subject, state)),
  );
}

/** Marks a report as resolved. Idempotent. @throws Problem `not_found`. */
export async function resolve(c: Context, subject: Subject, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(SUBJECTS[subject].table)} set resolved_at = coalesce(resolved_at, ${c.clock()})
    where id = ${id}`.execute(c.db);
  if (numAffectedRows === 0n) throw new Problem('not_found');
}

/** Resolves all reports of a request. */
export async function resolveAll(c: Context, request_id: string): Promise<void> {
  await c.db
    .updateTable('request_report')
    .set({ resolved_at: c.clock() })
    .where('request_id', '=', request_id)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Both tables have the same columns, but for the one that names what was reported. */
const inState = (db: Db, subject: Subject, state: State['state']) =>
  db
    .selectFrom(`${SUBJECTS[subject].table} as report` as 'report')
    .where('report.resolved_at', state === 'open' ? 'is' : 'is not', null);

function selectReports<S extends Subject>(
  db: Db,
  subject: S,
  { state, ...page }: TimePage & State,
): Promise<Listed[S][]> {
  const { column, of, shown } = SUBJECTS[subject];
  const query = inState(db, subject, state)
    .innerJoin(sql<{ title: string }>`${sql.table(of)}`.as('subject'), (join) =>
      join.on(sql`subject.id`, '=', sql.ref(`report.${column}`)),
    )
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'report.user_id').on('user.deleted_at', 'is', null),
    )
    .select(['report.id', 'report.reason', 'report.created_at', 'report.resolved_at'])
    .select(['user.username as reported_by', 'subject.title', sql.ref(`report.${column}`).as(column)])
    .select(shown.map((name) => sql.ref(`subject.${name}`).as(name)));
  return newestFirst(query, 'report', page).execute() as Promise<object> as Promise<Listed[S][]>;
}

const reportsOf = (db: Db, subject: Subject, user_id: string) =>
  sql<{ created_at: number }>`
    select ${sql.ref(SUBJECTS[subject].column)}, reason, created_at, resolved_at
    from ${sql.table(SUBJECTS[subject].table)} where user_id = ${user_id} order by created_at`.execute(db);

export const reportData: PersonalData = {
  name: 'reports',
  export: async (db, user_id) => [
    ...(await reportsOf(db, 'track', user_id)).rows,
    ...(await reportsOf(db, 'request', user_id)).rows,
  ],
  erase: async (tx, user_id) => {
    for (const { table } of Object.values(SUBJECTS))
      await sql`update ${sql.table(table)} set user_id = null where user_id = ${user_id}`.execute(tx);
  },
};
