import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AppPassword } from 'contract/features/accounts/account-security.ts';
import { APP_PASSWORD_NAME_MAX, APP_PASSWORDS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { QrCode } from '../../../ui/pictures/QrCode.tsx';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { OnceConfirmed, RemovalSheet, SecurityItem, SecurityPart } from './SecurityItem.tsx';
import { appPasswordsQuery } from './security-queries.ts';

/** The viewer's passwords for players and other programs. */
export function AppPasswords() {
  const query = useQuery(appPasswordsQuery);
  return (
    <SecurityPart
      title="Your own player"
      text={
        <>
          Listen in the app you already have, such as Symfonium, Amperfy or Strawberry: choose Subsonic or
          OpenSubsonic there, and enter this site’s address, your username and an app password. Your library
          and playlists are there, and what you hear counts. An app password cannot change your account or
          spend money, and you can remove it at any time.
        </>
      }
      what="your app passwords"
      query={query}
    >
      {(passwords) => <List passwords={passwords} />}
    </SecurityPart>
  );
}

function List({ passwords }: { passwords: AppPassword[] }) {
  const [open, setOpen] = useState<'add' | AppPassword | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {passwords.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {passwords.map((one) => (
            <SecurityItem
              key={one.id}
              icon={Radio}
              name={one.name}
              facts={factsOf(one)}
              action={{ word: 'Remove', label: `Remove ${one.name}`, onClick: () => setOpen(one) }}
            />
          ))}
        </ul>
      )}
      {passwords.length < APP_PASSWORDS_MAX ? (
        <OnceConfirmed>
          <Button className="mt-4" onClick={() => setOpen('add')}>
            Create an app password
          </Button>
        </OnceConfirmed>
      ) : (
        <p className="mt-4 text-soft">
          That is as many as an account can have. Remove one to create another.
        </p>
      )}
      {open === 'add' && (
        <ConfirmOwner title="Create an app password" onClose={close}>
          <Create onClose={close} />
        </ConfirmOwner>
      )}
      {open !== null && open !== 'add' && <Remove password={open} onClose={close} />}
    </>
  );
}

const factsOf = ({ created_at, last_used_at }: AppPassword) =>
  `${last_used_at === null ? 'Never used' : `Last used ${formatTimeAgo(last_used_at)}`} · since ${formatDate(created_at)}`;

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
    failure: { title: 'Couldn’t create an app password' },
  });
  if (created) return <ShowOnce created={created} onClose={onClose} />;
  return (
    <Sheet
      title="Create an app password"
      description="Make one for each device, so that you can remove it when you no longer have the device."
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
          Create
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
      description="Enter these in your player. The password is not shown again."
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
        <Button onClick={() => void copy(password)}>Copy the password</Button>
        <Button look="ember" onClick={onClose}>
          Done
        </Button>
      </div>
    </Sheet>
  );
}

/** The toast does not repeat the password. */
async function copy(password: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(password);
    toast('App password copied');
  } catch {
    toastProblem('The password could not be copied', 'Please type it, or scan the code.');
  }
}

/** Asks once more, and revokes an app password. */
function Remove({ password: { id, name }, onClose }: { password: AppPassword; onClose: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => call('DELETE /auth/app-passwords/:id', { params: { id } }),
    onSuccess: () => {
      toast('App password removed');
      onClose();
    },
    // Also after a failure: it may have been removed elsewhere.
    onSettled: () => client.invalidateQueries(appPasswordsQuery),
  });
  return (
    <RemovalSheet
      title={`Remove “${name}”`}
      text="Programs that use it are logged out at once."
      action="Remove app password"
      removal={removal}
      onClose={onClose}
    />
  );
}
