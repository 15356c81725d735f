import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from 'contract/features/accounts/members.ts';
import type { ReactNode } from 'react';
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
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <Entry
            action={action}
            actor={<span className="font-semibold">{actor}</span>}
            subject={(subject ?? subject_id) && <span dir="auto">{subject ?? subject_id}</span>}
          />
        </p>
        <Time at={created_at} format={formatDateTime} className="text-sm text-faint" />
      </div>
      {detail && <p className="font-mono text-sm wrap-anywhere text-faint">{detail}</p>}
    </li>
  );
}

const words: Record<string, (actor: ReactNode, subject: ReactNode) => ReactNode> = {
  'POST /members/:id/suspend': (actor, subject) => (
    <Trans>
      {actor} suspended {subject}
    </Trans>
  ),
  'POST /members/:id/restore': (actor, subject) => (
    <Trans>
      {actor} restored {subject}
    </Trans>
  ),
  'POST /members/:id/end-sessions': (actor, subject) => (
    <Trans>
      {actor} logged out everywhere {subject}
    </Trans>
  ),
  'POST /invitations': (actor, subject) => (
    <Trans>
      {actor} created an invitation {subject}
    </Trans>
  ),
  'DELETE /invitations/:id': (actor, subject) => (
    <Trans>
      {actor} revoked the invitation {subject}
    </Trans>
  ),
  'PATCH /account_status/:id': (actor, subject) => (
    <Trans>
      {actor} changed the plan of {subject}
    </Trans>
  ),
  'PATCH /credits/:id': (actor, subject) => (
    <Trans>
      {actor} changed the credits {subject}
    </Trans>
  ),
  'PATCH /requests/:id': (actor, subject) => (
    <Trans>
      {actor} edited the request {subject}
    </Trans>
  ),
  'DELETE /requests/:id': (actor, subject) => (
    <Trans>
      {actor} declined the request {subject}
    </Trans>
  ),
  'POST /requests/:id/merge': (actor, subject) => (
    <Trans>
      {actor} merged the request {subject}
    </Trans>
  ),
  'POST /requests/:id/approve': (actor, subject) => (
    <Trans>
      {actor} approved the request {subject}
    </Trans>
  ),
  'POST /requests/reports/:id/resolve': (actor, subject) => (
    <Trans>
      {actor} resolved a report of a request {subject}
    </Trans>
  ),
  'POST /requests/:id/takes': (actor, subject) => (
    <Trans>
      {actor} ordered takes of {subject}
    </Trans>
  ),
  'POST /requests/:id/release': (actor, subject) => (
    <Trans>
      {actor} released a take of {subject}
    </Trans>
  ),
  'POST /requests/:id/choice/close': (actor, subject) => (
    <Trans>
      {actor} ended voting on the takes of {subject}
    </Trans>
  ),
  'POST /takes/:id/cancel': (actor, subject) => (
    <Trans>
      {actor} canceled a take {subject}
    </Trans>
  ),
  'POST /takes/:id/retry': (actor, subject) => (
    <Trans>
      {actor} retried a take {subject}
    </Trans>
  ),
  'POST /publishing/uploads/:id/retry': (actor, subject) => (
    <Trans>
      {actor} processed an upload again {subject}
    </Trans>
  ),
  'DELETE /publishing/uploads/:id': (actor, subject) => (
    <Trans>
      {actor} discarded an upload {subject}
    </Trans>
  ),
  'POST /track': (actor, subject) => (
    <Trans>
      {actor} published a track {subject}
    </Trans>
  ),
  'PATCH /track/:id': (actor, subject) => (
    <Trans>
      {actor} edited the track {subject}
    </Trans>
  ),
  'DELETE /track/:id': (actor, subject) => (
    <Trans>
      {actor} withdrew the track {subject}
    </Trans>
  ),
};

/** Sentence for a call. Calls that are not listed keep their route. */
function Entry({ action, actor, subject }: { action: string; actor: ReactNode; subject: ReactNode }) {
  return (
    words[action]?.(actor, subject) ?? (
      <Trans>
        {actor} called {action} {subject}
      </Trans>
    )
  );
}
