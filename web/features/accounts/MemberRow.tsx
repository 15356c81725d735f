import type { Member } from 'contract/members.ts';
import { plans } from 'contract/plans.ts';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { MemberDialog } from './MemberDialog.tsx';

/** A member; the button opens what an admin can do. */
export function MemberRow({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  const { username, email, plan_tier, suspended_at, second_factor, created_at, last_used_at } = member;
  const facts = [
    `${plans[plan_tier].name} plan`,
    `joined ${formatDate(created_at)}`,
    last_used_at === null ? 'not logged in' : `last seen ${formatTimeAgo(last_used_at)}`,
    second_factor && 'two-factor authentication',
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {username} <span className="text-soft">{email}</span>
        </p>
        <p className="text-sm text-faint">
          {suspended_at !== null && <span className="text-bad">Suspended · </span>}
          {facts.join(' · ')}
        </p>
      </div>
      <Button aria-label={`Manage ${username}`} onClick={() => setOpen(true)}>
        Manage
      </Button>
      {open && <MemberDialog member={member} onClose={() => setOpen(false)} />}
    </li>
  );
}
