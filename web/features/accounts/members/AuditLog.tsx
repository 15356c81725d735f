import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from 'contract/features/accounts/members.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Time } from '../../../ui/Time.tsx';
import { auditLogQuery } from './member-queries.ts';

/** Log of admins' actions, newest first. */
export default function AuditLog() {
  const query = useInfiniteQuery(auditLogQuery);
  return (
    <>
      <p className="mb-5 text-soft">
        What admins did on this site, and what it refused them. Nobody can change or delete an entry.
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
        <Time at={created_at} format={formatDateTime} className="text-sm text-faint" />
      </div>
      {detail && <p className="font-mono text-sm wrap-anywhere text-faint">{detail}</p>}
    </li>
  );
}

const words: Record<string, string> = {
  'POST /members/:id/suspend': 'suspended',
  'POST /members/:id/restore': 'restored',
  'POST /members/:id/end-sessions': 'logged out everywhere',
  'POST /invitations': 'created an invitation',
  'DELETE /invitations/:id': 'revoked the invitation',
  'PATCH /account_status/:id': 'changed the plan of',
  'PATCH /credits/:id': 'changed the credits',
  'PATCH /requests/:id': 'edited the request',
  'DELETE /requests/:id': 'declined the request',
  'POST /requests/:id/merge': 'merged the request',
  'POST /requests/:id/approve': 'approved the request',
  'POST /requests/reports/:id/resolve': 'resolved a report of a request',
  'POST /requests/:id/takes': 'ordered takes of',
  'POST /requests/:id/release': 'released a take of',
  'POST /requests/:id/choice/close': 'ended voting on the takes of',
  'POST /takes/:id/cancel': 'canceled a take',
  'POST /takes/:id/retry': 'retried a take',
  'POST /publishing/uploads/:id/retry': 'processed an upload again',
  'DELETE /publishing/uploads/:id': 'discarded an upload',
  'POST /track': 'published a track',
  'PATCH /track/:id': 'edited the track',
  'DELETE /track/:id': 'withdrew the track',
};

/** Verb phrase for a call, between its actor and its object. Calls that are not listed keep their route. */
const actionWords = (action: string): string => words[action] ?? `called ${action}`;
