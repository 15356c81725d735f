import { useMutation, useQuery } from '@tanstack/react-query';
import type { EmailAddress as Address } from 'contract/accounts.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { ChangeEmail } from './ChangeEmail.tsx';
import { emailQuery } from './security-queries.ts';

/** The viewer's email address: whether it is confirmed, and changing it. */
export function EmailAddress() {
  const query = useQuery(emailQuery);
  return (
    <div>
      <h3 className="mb-1 text-lg">Email address</h3>
      <QueryView
        query={query}
        loading="Loading your email address..."
        skeleton={<Skeleton className="h-11" />}
        failed="Failed to load your email address"
        compact
      >
        {(address) => <State address={address} />}
      </QueryView>
    </div>
  );
}

function State({ address: { email, confirmed, limited, mail } }: { address: Address }) {
  const [changing, setChanging] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /auth/email/confirmation', { body: {} }),
    onSuccess: () => toast('Link sent', `Please check the mailbox of ${email}.`),
    onError: (error) => toastProblem('Couldn’t send the link', error.message),
  });
  return (
    <>
      {limited && (
        <p role="status" className="mb-3 rounded-md border border-ember-ink px-4 py-3">
          We sent you a link. Until you open it, you cannot request songs, vote, report or have a public
          profile.
        </p>
      )}
      <p className="wrap-anywhere text-soft">
        {email}
        {mail && (confirmed ? ' · confirmed' : ' · not confirmed')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {mail && !confirmed && (
          <Button disabled={isPending} onClick={() => mutate()}>
            {limited ? 'Send the link again' : 'Send a confirmation link'}
          </Button>
        )}
        <Button onClick={() => setChanging(true)}>Change email</Button>
      </div>
      {changing && <ChangeEmail onClose={() => setChanging(false)} />}
    </>
  );
}
