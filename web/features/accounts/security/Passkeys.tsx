import { t } from '@lingui/core/macro';
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
    <SettingQuery
      loading={t`Loading your passkeys...`}
      failed={t`Failed to load your passkeys`}
      query={query}
    >
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
          name={t`Passkeys`}
          text={[
            passkeys.length === 0 && t`None yet.`,
            t`Log in with your fingerprint or face.`,
            needsConfirmation && t(CONFIRM_FIRST),
          ]
            .filter(Boolean)
            .join(' ')}
          action={{
            word: t`Add`,
            label: t`Add a passkey`,
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
          action={{ word: t`Remove`, label: removeWords(passkey), onClick: () => setOpen(passkey) }}
        />
      ))}
      {open && (
        <ConfirmOwner title={open === 'add' ? t`Add a passkey` : t`Remove a passkey`} onClose={close}>
          {open === 'add' ? <AddPasskey onClose={close} /> : <RemovePasskey passkey={open} onClose={close} />}
        </ConfirmOwner>
      )}
    </ul>
  );
}

const removeWords = ({ name }: Passkey) => t`Remove ${name}`;

function factsOf({ created_at, last_used_at }: Passkey): string {
  const since = formatDate(created_at);
  if (last_used_at === null) return t`Never used · since ${since}`;
  const used = formatTimeAgo(last_used_at);
  return t`Last used ${used} · since ${since}`;
}

/** Names a passkey and has the browser make it. */
function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      const credential = await makePasskey(await call('POST /auth/passkeys/challenge'));
      await call('POST /auth/passkeys', { body: { name, credential } });
      toast(t`Passkey added`, t`You can log in with “${name}” from now on.`);
      onClose();
      void client.invalidateQueries(passkeysQuery);
      // An admin who needs a second factor has one now.
      void client.invalidateQueries(secondFactorQuery);
    },
    failure: { title: t`Couldn’t add a passkey` },
  });
  return (
    <Sheet
      title={t`Add a passkey`}
      description={t`Your device will ask for your fingerprint, your face or your screen lock.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label={t`Name`}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          hint={t`A name that you will recognize, such as “My phone”.`}
          {...field('name')}
        />
        <Button type="submit" look="ember" disabled={busy}>
          {busy ? t`Waiting for your device…` : t`Continue`}
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
      title={t`Remove “${name}”`}
      text={t`It won’t log you in here anymore. Your device keeps it until you delete it there, too.`}
      action={t`Remove passkey`}
      remove={() => call('DELETE /auth/passkeys/:id', { params: { id } })}
      removed={t`Passkey removed`}
      query={passkeysQuery}
      onClose={onClose}
    />
  );
}
