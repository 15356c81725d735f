import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from 'contract/members.ts';
import { pluralize } from 'contract/pluralize.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { CreateInvitation } from './CreateInvitation.tsx';
import { authSettingsQuery, invitationsQuery } from './invitation-queries.ts';

const modes = {
  open: 'Anyone can sign up at the moment. With SIGNUP=invite in the server’s settings, only people with an invitation can.',
  invite: 'Only people with an invitation can sign up.',
  closed:
    'Nobody can sign up at the moment, not even with an invitation: the server’s settings say SIGNUP=closed.',
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
    onError: (error) => toastProblem('Couldn’t revoke the invitation', error.message),
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
