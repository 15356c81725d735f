import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Member } from 'contract/members.ts';
import { plans, type Tier, tiers } from 'contract/plans.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';

const planNames = Object.fromEntries(tiers.map((tier) => [tier, plans[tier].name])) as Record<Tier, string>;

/** Changes a member's plan, ends their sessions, or suspends them. */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useQueryClient();
  const [plan_tier, setTier] = useState(member.plan_tier);
  const { id, account_status_id, username, suspended_at } = member;
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    onSuccess: (_answer, { done }) => {
      toast(done);
      onClose();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['members'] }),
        client.invalidateQueries({ queryKey: ['audit-log'] }),
      ]),
  });
  const run = (done: string, act: () => Promise<unknown>) => mutate({ act, done });
  const target = { params: { id }, body: {} };
  return (
    <Sheet title={username} description={member.email} onClose={onClose}>
      <div className="grid gap-5">
        {error && <ErrorBox>{error.message}</ErrorBox>}
        <div className="flex flex-wrap items-end gap-3">
          <Select label="Plan" options={planNames} value={plan_tier} onChoose={setTier} />
          <Button
            disabled={isPending || plan_tier === member.plan_tier}
            onClick={() =>
              run(`${username} has the ${planNames[plan_tier]} plan`, () =>
                call('PATCH /account_status/:id', { params: { id: account_status_id }, body: { plan_tier } }),
              )
            }
          >
            Change plan
          </Button>
        </div>
        <p className="text-sm text-faint">A new plan also logs them out everywhere.</p>
        <div className="flex flex-wrap gap-3 border-t border-line pt-6">
          <Button
            disabled={isPending}
            onClick={() =>
              run(`${username} is logged out everywhere`, () =>
                call('POST /members/:id/end-sessions', target),
              )
            }
          >
            Log out everywhere
          </Button>
          {suspended_at === null ? (
            <Button
              look="bare"
              className="text-bad!"
              disabled={isPending}
              onClick={() => run(`${username} is suspended`, () => call('POST /members/:id/suspend', target))}
            >
              Suspend
            </Button>
          ) : (
            <Button
              disabled={isPending}
              onClick={() =>
                run(`${username} can log in again`, () => call('POST /members/:id/restore', target))
              }
            >
              Restore
            </Button>
          )}
        </div>
        {suspended_at === null && (
          <p className="text-sm text-faint">
            Suspended members cannot log in. What they made stays, and you can restore them at any time.
          </p>
        )}
      </div>
    </Sheet>
  );
}
