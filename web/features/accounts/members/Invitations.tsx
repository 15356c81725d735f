import { msg, plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  INVITATION_DAYS_MAX,
  INVITATION_FRAGMENT,
  INVITATION_USES_MAX,
} from 'contract/features/accounts/accounts-constants.ts';
import type { Invitation } from 'contract/features/accounts/members.ts';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { copyLink } from '../../../ui/layers/share.ts';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { PagedList } from '../../../ui/PagedList.tsx';
import { authSettingsQuery, invitationsQuery } from './invitation-queries.ts';

const modes = {
  open: msg`Anyone can sign up right now. With SIGNUP=invite in the server’s settings, only people with an invitation can.`,
  invite: msg`Only people with an invitation can sign up.`,
  closed: msg`Nobody can sign up right now, not even with an invitation: the server’s settings say SIGNUP=closed.`,
};

/** Makes and revokes invitations, for admins. */
export default function Invitations() {
  const [creating, setCreating] = useState(false);
  const { data: settings } = useQuery(authSettingsQuery);
  const query = useInfiniteQuery(invitationsQuery);
  return (
    <>
      <p className="mb-5 min-h-6 text-soft">{settings && t(modes[settings.signUp])}</p>
      <Button look="ember" className="mb-6" onClick={() => setCreating(true)}>
        {t`New invitation`}
      </Button>
      <PagedList
        query={query}
        loading={t`Loading invitations...`}
        empty={t`There are no invitations yet.`}
        failed={t`Failed to load invitations`}
      >
        {(invitation) => <Row key={invitation.id} invitation={invitation} />}
      </PagedList>
      {creating && <CreateInvitation onClose={() => setCreating(false)} />}
    </>
  );
}

const states = { used: msg`Used up`, expired: msg`Expired`, revoked: msg`Revoked` };

function Row({ invitation }: { invitation: Invitation }) {
  const client = useQueryClient();
  const { id, note, uses, max_uses, creator, created_at, expires_at, state } = invitation;
  const [made, end] = [formatDate(created_at), formatDate(expires_at)];
  const name = note ?? t`Invitation of ${made}`;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /invitations/:id', { params: { id } }),
    onSuccess: () => toast(t`Invitation revoked`),
    onError: (error) => toastProblem(t`Couldn’t revoke the invitation`, error),
    onSettled: () => client.invalidateQueries(invitationsQuery),
  });
  const facts = [
    state !== 'open' && t(states[state]),
    t`${uses} of ${plural(max_uses, { one: '# use', other: '# uses' })}`,
    state === 'open' && t`until ${end}`,
    creator === null ? t`by the command line` : t`by ${creator}`,
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p dir="auto" className={`wrap-anywhere ${state === 'open' ? '' : 'text-soft'}`}>
          {name}
        </p>
        <p className="text-sm text-faint">{facts.join(' · ')}</p>
      </div>
      {state === 'open' && (
        <Button look="bare" disabled={isPending} onClick={() => mutate()} aria-label={t`Revoke ${name}`}>
          {t`Revoke`}
        </Button>
      )}
    </li>
  );
}

/** Makes an invitation and shows its link, once. */
function CreateInvitation({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [link, setLink] = useState<string | null>(null);
  const { form, field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { note: '', max_uses: 1, days: 7 },
    onSubmit: async (body) => {
      const { token } = await call('POST /invitations', { body });
      setLink(`${location.origin}/signup#${INVITATION_FRAGMENT}${token}`);
      void client.invalidateQueries(invitationsQuery);
    },
    failure: { title: t`Couldn’t create the invitation` },
  });
  if (link)
    return (
      <Sheet
        title={t`Your invitation`}
        description={t`Send this link to the person you invite. We show it only once.`}
        onClose={onClose}
      >
        <input
          aria-label={t`Link`}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="h-12 w-full rounded-md border border-line bg-ground px-4 font-mono text-sm"
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="ember" onClick={() => void copyLink(link)}>
            {t`Copy`}
          </Button>
          <Button onClick={onClose}>{t`Done`}</Button>
        </div>
      </Sheet>
    );
  const number = (name: 'max_uses' | 'days', max: number) => ({
    ...form.register(name, { valueAsNumber: true }),
    error: field(name).error,
    type: 'number',
    inputMode: 'numeric' as const,
    min: 1,
    max,
  });
  return (
    <Sheet title={t`New invitation`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label={t`For whom`}
          hint={t`A note for you; optional.`}
          autoComplete="off"
          maxLength={100}
          {...field('note')}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field label={t`Accounts`} {...number('max_uses', INVITATION_USES_MAX)} />
          <Field label={t`Days`} {...number('days', INVITATION_DAYS_MAX)} />
        </div>
        <Button type="submit" look="ember" disabled={busy}>
          {t`Create link`}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/features/accounts/members.ts')).createInvitation.body;
