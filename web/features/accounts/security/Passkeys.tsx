import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PASSKEY_NAME_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { Passkey } from 'contract/features/accounts/login-methods.ts';
import { Fingerprint, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { makePasskey } from '../login/passkey-browser.ts';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { CONFIRM_FIRST, RemovalSheet, SettingQuery, useNeedsConfirmation } from './SettingParts.tsx';
import { passkeysQuery, secondFactorQuery } from './security-queries.ts';

/**
 * The viewer's passkeys; nothing where there are none and this browser cannot make one.
 * @param isNext whether one is the next thing that makes the account safer.
 */
export function Passkeys({ canAdd, isNext }: { canAdd: boolean; isNext: boolean }) {
  const query = useQuery(passkeysQuery);
  return (
    <SettingQuery what="your passkeys" query={query}>
      {(passkeys) => <List passkeys={passkeys} canAdd={canAdd} isNext={isNext} />}
    </SettingQuery>
  );
}

function List({ passkeys, canAdd, isNext }: { passkeys: Passkey[]; canAdd: boolean; isNext: boolean }) {
  const [open, setOpen] = useState<'add' | Passkey | null>(null);
  const needsConfirmation = useNeedsConfirmation();
  const close = () => setOpen(null);
  return (
    <ul>
      {canAdd && (
        <SettingRow
          icon={Fingerprint}
          name="Passkeys"
          text={`${passkeys.length === 0 ? 'None yet. ' : ''}Log in with your fingerprint or face. ${needsConfirmation ? CONFIRM_FIRST : ''}`}
          action={{
            word: 'Add',
            label: 'Add a passkey',
            look: isNext ? 'ember' : 'quiet',
            disabled: needsConfirmation,
            onClick: () => setOpen('add'),
          }}
        />
      )}
      {passkeys.map((passkey) => (
        <SettingRow
          key={passkey.id}
          icon={KeyRound}
          name={passkey.name}
          text={factsOf(passkey)}
          action={{ word: 'Remove', label: `Remove ${passkey.name}`, onClick: () => setOpen(passkey) }}
        />
      ))}
      {open && (
        <ConfirmOwner title={open === 'add' ? 'Add a passkey' : 'Remove a passkey'} onClose={close}>
          {open === 'add' ? <AddPasskey onClose={close} /> : <RemovePasskey passkey={open} onClose={close} />}
        </ConfirmOwner>
      )}
    </ul>
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
  return (
    <RemovalSheet
      title={`Remove “${name}”`}
      text="It won’t log you in here anymore. Your device keeps it until you delete it there, too."
      action="Remove passkey"
      remove={() => call('DELETE /auth/passkeys/:id', { params: { id } })}
      removed="Passkey removed"
      query={passkeysQuery}
      onClose={onClose}
    />
  );
}
