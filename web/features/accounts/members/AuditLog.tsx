import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from 'contract/features/accounts/members.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Time } from '../../../ui/Time.tsx';
import { Trans } from '../../../ui/Trans.tsx';
import { auditLogQuery } from './member-queries.ts';

/** Log of admins' actions, newest first. */
export default function AuditLog() {
  const query = useInfiniteQuery(auditLogQuery);
  return (
    <>
      <p className="mb-5 text-soft">
        {t`What admins did on this site, and what it refused them. Nobody can change or delete an entry.`}
      </p>
      <PagedList
        query={query}
        loading={t`Loading the log...`}
        empty={t`No admin has done anything yet.`}
        failed={t`Failed to load the log`}
      >
        {(entry) => <Line key={entry.id} entry={entry} />}
      </PagedList>
    </>
  );
}

function Line({ entry: { actor, action, subject, subject_id, detail, created_at } }: { entry: AuditEntry }) {
  const { message = '' } = words[action] ?? CALLED;
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <Trans
            message={message}
            values={{
              action,
              actor: <span className="font-semibold">{actor}</span>,
              subject: (subject ?? subject_id) && <span dir="auto">{subject ?? subject_id}</span>,
            }}
          />
        </p>
        <Time at={created_at} format={formatDateTime} className="text-sm text-faint" />
      </div>
      {detail && <p className="font-mono text-sm wrap-anywhere text-faint">{detail}</p>}
    </li>
  );
}

/** Sentences for calls. */
const words: Record<string, MessageDescriptor> = {
  'POST /members/:id/suspend': msg({ message: '{actor} suspended {subject}' }),
  'POST /members/:id/restore': msg({ message: '{actor} restored {subject}' }),
  'POST /members/:id/end-sessions': msg({ message: '{actor} logged {subject} out everywhere' }),
  'POST /invitations': msg({ message: '{actor} created an invitation {subject}' }),
  'DELETE /invitations/:id': msg({ message: '{actor} revoked the invitation {subject}' }),
  'PATCH /account_status/:id': msg({ message: '{actor} changed the plan of {subject}' }),
  'PATCH /credits/:id': msg({ message: '{actor} changed the credits {subject}' }),
  'PATCH /requests/:id': msg({ message: '{actor} edited the request {subject}' }),
  'DELETE /requests/:id': msg({ message: '{actor} declined the request {subject}' }),
  'POST /requests/:id/merge': msg({ message: '{actor} merged the request {subject}' }),
  'POST /requests/:id/approve': msg({ message: '{actor} approved the request {subject}' }),
  'POST /requests/reports/:id/resolve': msg({ message: '{actor} resolved a report of a request {subject}' }),
  'POST /requests/:id/takes': msg({ message: '{actor} ordered takes of {subject}' }),
  'POST /requests/:id/release': msg({ message: '{actor} released a take of {subject}' }),
  'POST /requests/:id/choice/close': msg({ message: '{actor} ended voting on the takes of {subject}' }),
  'POST /takes/:id/cancel': msg({ message: '{actor} canceled a take {subject}' }),
  'POST /takes/:id/retry': msg({ message: '{actor} retried a take {subject}' }),
  'POST /publishing/uploads/:id/retry': msg({ message: '{actor} processed an upload again {subject}' }),
  'DELETE /publishing/uploads/:id': msg({ message: '{actor} discarded an upload {subject}' }),
  'POST /track': msg({ message: '{actor} published a track {subject}' }),
  'PATCH /track/:id': msg({ message: '{actor} edited the track {subject}' }),
  'DELETE /track/:id': msg({ message: '{actor} withdrew the track {subject}' }),
};

/** Calls that are not listed keep their route. */
const CALLED = msg({ message: '{actor} called {action} {subject}' });
