import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Member } from 'contract/features/accounts/members.ts';
import { plans, type Tier, tiers } from 'contract/plans.ts';
import { useDeferredValue, useState } from 'react';
import { formatDate, formatTimeAgo } from '../../../lib/format.ts';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { say } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field, Select } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { PagedList } from '../../../ui/PagedList.tsx';
import { membersQuery } from './member-queries.ts';

/** Up to here the server counts. */
const COUNTED_MAX = 10_000;

/** Finds members, for admins. */
export default function Members() {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const query = useInfiniteQuery(membersQuery(q));
  const total = query.data?.pages[0]?.total;
  return (
    <>
      <div className="mb-5 sm:max-w-sm">
        <Field
          label={t`Find a member`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          hint={t`The beginning of an email or a username.`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <p role="status" className="mb-3 text-sm text-faint">
        {total === undefined
          ? ' '
          : total === COUNTED_MAX
            ? plural(total, { one: '# member or more', other: '# members or more' })
            : plural(total, { one: '# member', other: '# members' })}
      </p>
      <PagedList
        query={query}
        loading={t`Loading members...`}
        empty={t`No member’s email or username begins like this.`}
        failed={t`Failed to load members`}
      >
        {(member) => <MemberRow key={member.id} member={member} />}
      </PagedList>
    </>
  );
}

/** A member; the button opens what an admin can do. */
function MemberRow({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  const { username, email, plan_tier, credits, suspended_at, second_factor, created_at, last_used_at } =
    member;
  const [plan, since] = [say(plans[plan_tier].name), formatDate(created_at)];
  const seen = last_used_at === null ? null : formatTimeAgo(last_used_at);
  const facts = [
    t`${plan} plan`,
    plural(credits ?? 0, { one: '# credit', other: '# credits' }),
    t`joined ${since}`,
    seen === null ? t`not logged in` : t`last seen ${seen}`,
    second_factor && t`two-factor authentication`,
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {username} <span className="text-soft">{email}</span>
        </p>
        <p className="text-sm text-faint">
          {suspended_at !== null && <span className="text-bad">{t`Suspended`} · </span>}
          {facts.join(' · ')}
        </p>
      </div>
      <Button aria-label={t`Manage ${username}`} onClick={() => setOpen(true)}>
        {t`Manage`}
      </Button>
      {open && <MemberDialog member={member} onClose={() => setOpen(false)} />}
    </li>
  );
}

const planNames = () =>
  Object.fromEntries(tiers.map((tier) => [tier, say(plans[tier].name)])) as Record<Tier, string>;

/** Changes a member's plan or credits, ends their sessions, or suspends them. */
function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useQueryClient();
  const [plan_tier, setTier] = useState(member.plan_tier);
  const { id, account_status_id, credits_id, username, suspended_at } = member;
  const plan = say(plans[plan_tier].name);
  const [credits, setCredits] = useState(String(member.credits));

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
        {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
        <div className="flex flex-wrap items-end gap-3">
          <Select label={t`Plan`} options={planNames()} value={plan_tier} onChoose={setTier} />
          <Button
            disabled={isPending || plan_tier === member.plan_tier}
            onClick={() =>
              run(t`${username} has the ${plan} plan`, () =>
                call('PATCH /account_status/:id', { params: { id: account_status_id }, body: { plan_tier } }),
              )
            }
          >
            {t`Change plan`}
          </Button>
        </div>
        {credits_id && (
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              run(
                t`${username} has ${plural(Number(credits), { one: '# credit', other: '# credits' })}`,
                () =>
                  call('PATCH /credits/:id', {
                    params: { id: credits_id },
                    body: { credits: Number(credits) },
                  }),
              );
            }}
          >
            <div className="w-48">
              <Field
                label={t`Credits`}
                type="number"
                min={0}
                step={1}
                required
                value={credits}
                onChange={({ target }) => setCredits(target.value)}
              />
            </div>
            <Button
              type="submit"
              disabled={isPending || credits === '' || Number(credits) === member.credits}
            >
              {t`Change credits`}
            </Button>
          </form>
        )}
        <div className="flex flex-wrap gap-3 border-t border-line pt-6">
          <Button
            disabled={isPending}
            onClick={() =>
              run(t`${username} is logged out everywhere`, () =>
                call('POST /members/:id/end-sessions', target),
              )
            }
          >
            {t`Log out everywhere`}
          </Button>
          {suspended_at === null ? (
            <Button
              look="bare"
              className="text-bad!"
              disabled={isPending}
              onClick={() =>
                run(t`${username} is suspended`, () => call('POST /members/:id/suspend', target))
              }
            >
              {t`Suspend`}
            </Button>
          ) : (
            <Button
              disabled={isPending}
              onClick={() =>
                run(t`${username} can log in again`, () => call('POST /members/:id/restore', target))
              }
            >
              {t({ message: 'Restore', context: 'member' })}
            </Button>
          )}
        </div>
        {suspended_at === null && (
          <p className="text-sm text-faint">
            {t`Suspended members cannot log in. What they made stays, and you can restore them at any time.`}
          </p>
        )}
      </div>
    </Sheet>
  );
}
