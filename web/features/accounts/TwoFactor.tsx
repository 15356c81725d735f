import { useQuery } from '@tanstack/react-query';
import type { SecondFactor } from 'contract/account-security.ts';
import { pluralize } from 'contract/pluralize.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChangeTwoFactor } from './ChangeTwoFactor.tsx';
import { OnceConfirmed } from './SecurityItem.tsx';
import { SetUpTwoFactor } from './SetUpTwoFactor.tsx';
import { secondFactorQuery } from './security-queries.ts';

/** Turns codes of an authenticator app on and off. */
export function TwoFactor() {
  const query = useQuery(secondFactorQuery);
  return (
    <div>
      <h3 className="mb-1 text-lg">Two-factor authentication</h3>
      <QueryView
        query={query}
        loading="Loading two-factor authentication..."
        skeleton={<Skeleton className="h-11" />}
        failed="Failed to load two-factor authentication"
        compact
      >
        {(factor) => <State factor={factor} />}
      </QueryView>
    </div>
  );
}

function State({ factor: { enabled, required, recovery_codes_left } }: { factor: SecondFactor }) {
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {required && !enabled && (
        <p role="status" className="mb-3 rounded-md border border-ember-ink px-4 py-3">
          Admins of this site need it: until you turn it on or log in with a passkey, you have no more rights
          than a free member.
        </p>
      )}
      {required && enabled && (
        <p role="status" className="mb-3 rounded-md border border-ember-ink px-4 py-3">
          You logged in here without a code or a passkey. Log out and in again to have an admin’s rights.
        </p>
      )}
      <p className="text-soft">
        {enabled
          ? `On. Logging in takes your password and a code from your authenticator app. ${pluralize(recovery_codes_left, 'recovery code')} left.`
          : 'Logging in then takes your password and a code from an app on your phone. Someone who learns your password alone cannot get in.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {enabled ? (
          <>
            <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
            <Button look="bare" onClick={() => setOpen('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <OnceConfirmed>
            <Button onClick={() => setOpen('set-up')}>Turn on</Button>
          </OnceConfirmed>
        )}
      </div>
      {open === 'set-up' && <SetUpTwoFactor onClose={close} />}
      {(open === 'codes' || open === 'off') && <ChangeTwoFactor what={open} onClose={close} />}
    </>
  );
}
