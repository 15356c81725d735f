import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from 'contract/members.ts';
import { formatDateTime } from '../../lib/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { actionWords } from './action-words.ts';
import { auditLogQuery } from './member-queries.ts';

/** What admins did, newest first. */
export default function AuditLog() {
  const query = useInfiniteQuery(auditLogQuery);
  return (
    <>
      <p className="mb-5 text-soft">
        Everything admins did on this site, also what was refused. Entries cannot be changed or deleted.
      </p>
      <PagedList
        query={query}
        loading="Loading the log..."
        empty="No admin has done anything yet."
        failed="Failed to load the log"
      >
        {(entry) => <Line key={entry.id} entry={entry} />}
      </PagedList>
    </>
  );
}

function Line({ entry: { actor, action, subject, subject_id, detail, created_at } }: { entry: AuditEntry }) {
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{actor}</span> {actionWords(action)}{' '}
          {(subject ?? subject_id) && <span dir="auto">{subject ?? subject_id}</span>}
        </p>
        <time dateTime={new Date(created_at).toISOString()} className="text-sm text-faint">
          {formatDateTime(created_at)}
        </time>
      </div>
      {detail && <p className="font-mono text-sm wrap-anywhere text-faint">{detail}</p>}
    </li>
  );
}
