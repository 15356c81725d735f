import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AppPassword } from 'contract/features/accounts/account-security.ts';
import { APP_PASSWORD_NAME_MAX, APP_PASSWORDS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import { useState } from 'react';
import { formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { QrCode } from '../../../ui/pictures/QrCode.tsx';
import { SettingRow, SettingSection } from '../../../ui/SettingRow.tsx';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import {
  CONFIRM_FIRST,
  copySecret,
  RemovalSheet,
  SettingQuery,
  useNeedsConfirmation,
} from './SettingParts.tsx';
import { appPasswordsQuery } from './security-queries.ts';

/** The viewer's passwords for players and other programs. */
export function AppPasswords() {
  const query = useQuery(appPasswordsQuery);
  return (
    <SettingSection
      title="Other music apps"
      text="Play your library in Symfonium, Amperfy, Strawberry and other Subsonic apps."
    >
      <SettingQuery what="your apps" query={query}>
        {(passwords) => <List passwords={passwords} />}
      </SettingQuery>
    </SettingSection>
  );
}

function List({ passwords }: { passwords: AppPassword[] }) {
  const [open, setOpen] = useState<'add' | AppPassword | null>(null);
  const needsConfirmation = useNeedsConfirmation();
  const isFull = passwords.length >= APP_PASSWORDS_MAX;
  const close = () => setOpen(null);
  return (
    <ul>
      {passwords.map((one) => (
        <SettingRow
          key={one.id}
          name={one.name}
          text={one.last_used_at === null ? 'Never used' : `Last used ${formatTimeAgo(one.last_used_at)}`}
          action={{ word: 'Remove', label: `Remove ${one.name}`, onClick: () => setOpen(one) }}
        />
      ))}
      <SettingRow
        name="Connect an app"
        text={
          (needsConfirmation && CONFIRM_FIRST) ||
          (isFull && 'You have as many as an account can have. Remove one to connect another.') ||
          'Makes a password that can play and save, but never spend.'
        }
        action={{
          word: 'Connect',
          label: 'Connect an app',
          disabled: needsConfirmation || isFull,
          onClick: () => setOpen('add'),
        }}
      />
      {open === 'add' && (
        <ConfirmOwner title="Connect an app" onClose={close}>
          <Create onClose={close} />
        </ConfirmOwner>
      )}
      {open !== null && open !== 'add' && <Remove password={open} onClose={close} />}
    </ul>
  );
}

interface Created {
  password: string;
  address: string;
  username: string;
}

/** Names an app password and shows it, once. */
function Create({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      setCreated(await call('POST /auth/app-passwords', { body: { name } }));
      void client.invalidateQueries(appPasswordsQuery);
    },
    failure: { title: 'Couldn’t connect an app' },
  });
  if (created) return <ShowOnce created={created} onClose={onClose} />;
  return (
    <Sheet
      title="Connect an app"
      description="Each app on each device gets a password of its own, which you can remove at any time."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Name"
          autoComplete="off"
          maxLength={APP_PASSWORD_NAME_MAX}
          hint="Where you will use it, such as “Symfonium on my phone”."
          {...field('name')}
        />
        <Button type="submit" look="ember" disabled={busy}>
          Continue
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () =>
  (await import('contract/features/accounts/account-security.ts')).createAppPassword.body;

function ShowOnce({ created, onClose }: { created: Created; onClose: () => void }) {
  const { address, username, password } = created;
  return (
    <Sheet
      title="Your app password"
      description="Choose Subsonic or OpenSubsonic in your app and enter these. We won’t show the password again."
      onClose={onClose}
    >
      <dl className="grid gap-3 rounded-md border border-line p-4">
        {Object.entries({ Address: address, Username: username, Password: password }).map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-faint">{name}</dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <QrCode
        text={`${address}\n${username}\n${password}`}
        label="QR code with the address, the username and the password"
        className="mx-auto mt-5 w-48 rounded-md"
      />
      <p className="mt-3 text-center text-sm text-soft">
        Scan it with your phone’s camera to copy all three there.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button
          onClick={() => void copySecret(password, 'App password copied', 'Couldn’t copy the password')}
        >
          Copy the password
        </Button>
        <Button look="ember" onClick={onClose}>
          Done
        </Button>
      </div>
    </Sheet>
  );
}

/** Asks once more, and revokes an app password. */
function Remove({ password: { id, name }, onClose }: { password: AppPassword; onClose: () => void }) {
  return (
    <RemovalSheet
      title={`Remove “${name}”`}
      text="The app that uses it is logged out at once."
      action="Remove app password"
      remove={() => call('DELETE /auth/app-passwords/:id', { params: { id } })}
      removed="App password removed"
      query={appPasswordsQuery}
      onClose={onClose}
    />
  );
}
