import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PASSKEY_NAME_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { Passkey } from 'contract/features/accounts/login-methods.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { Skeleton } from '../../../ui/QueryView.tsx';
import { hasPasskeys, makePasskey } from '../login/passkey-browser.ts';
import { authSettingsQuery } from '../members/invitation-queries.ts';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { OnceConfirmed, RemovalSheet, SecurityItem, SecurityPart } from './SecurityItem.tsx';
import { passkeysQuery, secondFactorQuery } from './security-queries.ts';

/** The viewer's passkeys. */
export function Passkeys() {
  const query = useQuery(passkeysQuery);
  return (
    <SecurityPart title="Passkeys" what="your passkeys" query={query}>
      {(passkeys) => <List passkeys={passkeys} />}
    </SecurityPart>
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

/** Names a passkey and has the browser make it. */
function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      const credential = await makePasskey(await call('POST /auth/passkeys/challenge'));
      await call('POST /auth/passkeys', { body: { name, credential } });
      toast('Passkey added', `You can log in with “${name}” from now on.`);
      onClose();
      void client.invalidateQueries(passkeysQuery);
      // An admin who needs a second factor has one now.
      void client.invalidateQueries(secondFactorQuery);
    },
    failure: { title: 'Couldn’t add a passkey' },
  });
  return (
    <Sheet
      title="Add a passkey"
      description="Your device will ask for your fingerprint, your face or your screen lock."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          hint="A name that you will recognize, such as “My phone”."
          {...field('name')}
        />
        <Button type="submit" look="ember" disabled={busy}>
          {busy ? 'Waiting for your device…' : 'Continue'}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () =>
  (await import('contract/features/accounts/login-methods.ts')).addPasskey.body.pick({ name: true });

/** Asks once more, and removes a passkey. */
function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => call('DELETE /auth/passkeys/:id', { params: { id } }),
    onSuccess: () => {
      toast('Passkey removed');
      onClose();
    },
    // Also after a failure: it may have been removed elsewhere.
    onSettled: () => client.invalidateQueries(passkeysQuery),
  });
  return (
    <RemovalSheet
      title={`Remove “${name}”`}
      text="It can no longer be used to log in here. Your device keeps it until you delete it there, too."
      action="Remove passkey"
      removal={removal}
      onClose={onClose}
    />
  );
}
