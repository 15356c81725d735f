import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  INVITATION_DAYS_MAX,
  INVITATION_FRAGMENT,
  INVITATION_USES_MAX,
} from 'contract/features/accounts/accounts-constants.ts';
import type { Invitation } from 'contract/features/accounts/members.ts';
import { pluralize } from 'contract/text/pluralize.ts';
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
  open: 'Anyone can sign up right now. With SIGNUP=invite in the server’s settings, only people with an invitation can.',
  invite: 'Only people with an invitation can sign up.',
  closed:
    'Nobody can sign up right now, not even with an invitation: the server’s settings say SIGNUP=closed.',
};

/** Makes and revokes invitations, for admins. */
export default function Invitations() {
  const [creating, setCreating] = useState(false);
  const { data: settings } = useQuery(authSettingsQuery);
  const query = useInfiniteQuery(invitationsQuery);
  return (
    <>
      <p className="mb-5 min-h-6 text-soft">{settings && modes[settings.signUp]}</p>
      <Button look="ember" className="mb-6" onClick={() => setCreating(true)}>
        New invitation
      </Button>
      <PagedList
        query={query}
        loading="Loading invitations..."
        empty="There are no invitations yet."
        failed="Failed to load invitations"
      >
        {(invitation) => <Row key={invitation.id} invitation={invitation} />}
      </PagedList>
      {creating && <CreateInvitation onClose={() => setCreating(false)} />}
    </>
  );
}

const states = { used: 'Used up', expired: 'Expired', revoked: 'Revoked' };

function Row({ invitation }: { invitation: Invitation }) {
  const client = useQueryClient();
  const { id, note, uses, max_uses, creator, created_at, expires_at, state } = invitation;
  const name = note ?? `Invitation of ${formatDate(created_at)}`;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /invitations/:id', { params: { id } }),
    onSuccess: () => toast('Invitation revoked'),
    onError: (error) => toastProblem('Couldn’t revoke the invitation', error),
    onSettled: () => client.invalidateQueries(invitationsQuery),
  });
  const facts = [
    state !== 'open' && states[state],
    `${uses} of ${pluralize(max_uses, 'use')}`,
    state === 'open' && `until ${formatDate(expires_at)}`,
    `by ${creator ?? 'the command line'}`,
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
        <Button look="bare" disabled={isPending} onClick={() => mutate()} aria-label={`Revoke ${name}`}>
          Revoke
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
    failure: { title: 'Couldn’t create the invitation' },
  });
  if (link)
    return (
      <Sheet
        title="Your invitation"
        description="Send this link to the person you invite. We show it only once."
        onClose={onClose}
      >
        <input
          aria-label="Link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="h-12 w-full rounded-md border border-line bg-ground px-4 font-mono text-sm"
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="ember" onClick={() => void copyLink(link)}>
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
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
    <Sheet title="New invitation" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="For whom"
          hint="A note for you; optional."
          autoComplete="off"
          maxLength={100}
          {...field('note')}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field label="Accounts" {...number('max_uses', INVITATION_USES_MAX)} />
          <Field label="Days" {...number('days', INVITATION_DAYS_MAX)} />
        </div>
        <Button type="submit" look="ember" disabled={busy}>
          Create link
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/features/accounts/members.ts')).createInvitation.body;
