import { useQuery } from '@tanstack/react-query';
import type { Passkey } from 'contract/login-methods.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { authSettingsQuery } from './invitation-queries.ts';
import { hasPasskeys } from './passkey-browser.ts';
import { RemovePasskey } from './RemovePasskey.tsx';
import { OnceConfirmed, SecurityItem } from './SecurityItem.tsx';
import { passkeysQuery } from './security-queries.ts';

/** The viewer's passkeys. */
export function Passkeys() {
  const query = useQuery(passkeysQuery);
  return (
    <div>
      <h3 className="mb-1 text-lg">Passkeys</h3>
      <QueryView
        query={query}
        loading="Loading your passkeys..."
        skeleton={<Skeleton className="h-11" />}
        failed="Failed to load your passkeys"
        compact
      >
        {(passkeys) => <List passkeys={passkeys} />}
      </QueryView>
    </div>
  );
}

function List({ passkeys }: { passkeys: Passkey[] }) {
  const [open, setOpen] = useState<'add' | Passkey | null>(null);
  const { data: settings, isLoading } = useQuery(authSettingsQuery);
  const canAdd = settings?.passkeys && hasPasskeys();
  const close = () => setOpen(null);
  if (isLoading) return <Skeleton className="h-11" />;
  return (
    <>
      <p className="text-soft">
        {canAdd || !settings
          ? 'Log in with your fingerprint, your face or your screen lock, without a password or a code. A passkey works on this site alone, so nobody can trick you into giving it away.'
          : 'This browser does not support passkeys at this address.'}
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <SecurityItem
              key={passkey.id}
              icon={KeyRound}
              name={passkey.name}
              facts={factsOf(passkey)}
              action={{
                word: 'Remove',
                label: `Remove ${passkey.name}`,
                onClick: () => setOpen(passkey),
              }}
            />
          ))}
        </ul>
      )}
      {canAdd && (
        <OnceConfirmed>
          <Button className="mt-4" onClick={() => setOpen('add')}>
            Add a passkey
          </Button>
        </OnceConfirmed>
      )}
      {open && (
        <ConfirmOwner title={open === 'add' ? 'Add a passkey' : 'Remove a passkey'} onClose={close}>
          {open === 'add' ? <AddPasskey onClose={close} /> : <RemovePasskey passkey={open} onClose={close} />}
        </ConfirmOwner>
      )}
    </>
  );
}

const factsOf = ({ created_at, last_used_at }: Passkey) =>
  `${last_used_at === null ? 'Never used' : `Last used ${formatTimeAgo(last_used_at)}`} · since ${formatDate(created_at)}`;
