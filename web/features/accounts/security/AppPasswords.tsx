import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { APP_PASSWORD_NAME_MAX, APP_PASSWORDS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import { useState } from 'react';
import { formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { QrCode } from '../../../ui/pictures/QrCode.tsx';
import { SettingSection } from '../../../ui/SettingRow.tsx';
import { NamedSecrets, ShownOnce } from './NamedSecrets.tsx';
import { CONFIRM_FIRST, useNeedsConfirmation } from './SettingParts.tsx';
import { appPasswordsQuery } from './security-queries.ts';

/** The viewer's passwords for players and other programs. */
export function AppPasswords() {
  const query = useQuery(appPasswordsQuery);
  const needsConfirmation = useNeedsConfirmation();
  return (
    <SettingSection
      title={t`Other music apps`}
      text={t`Play your library in Symfonium, Amperfy, Strawberry and other Subsonic apps.`}
    >
      <NamedSecrets
        loading={t`Loading your apps...`}
        failed={t`Failed to load your apps`}
        query={query}
        factsOf={({ last_used_at: at }) => (at === null ? t`Never used` : lastUsed(formatTimeAgo(at)))}
        addRow={({ length }) => {
          const isFull = length >= APP_PASSWORDS_MAX;
          return {
            name: t`Connect an app`,
            text:
              (needsConfirmation && t(CONFIRM_FIRST)) ||
              (isFull && t`You have as many as an account can have. Remove one to connect another.`) ||
              t`Makes a password that can play and save, but never spend.`,
            word: t`Connect`,
            disabled: needsConfirmation || isFull,
          };
        }}
        create={(onClose) => <Create onClose={onClose} />}
        removalOf={({ id, name }) => ({
          word: t`Remove`,
          label: t`Remove ${name}`,
          title: t`Remove “${name}”`,
          text: t`The app that uses it is logged out at once.`,
          action: t`Remove app password`,
          remove: () => call('DELETE /auth/app-passwords/:id', { params: { id } }),
          removed: t`App password removed`,
          query: appPasswordsQuery,
        })}
      />
    </SettingSection>
  );
}

const lastUsed = (ago: string) => t`Last used ${ago}`;

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
    failure: { title: t`Couldn’t connect an app` },
  });
  if (created) return <ShowCreated created={created} onClose={onClose} />;
  return (
    <Sheet
      title={t`Connect an app`}
      description={t`Each app on each device gets a password of its own, which you can remove at any time.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label={t`Name`}
          autoComplete="off"
          maxLength={APP_PASSWORD_NAME_MAX}
          hint={t`Where you will use it, such as “Symfonium on my phone”.`}
          {...field('name')}
        />
        <Button type="submit" look="ember" disabled={busy}>
          {t`Continue`}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () =>
  (await import('contract/features/accounts/account-security.ts')).createAppPassword.body;

function ShowCreated({ created, onClose }: { created: Created; onClose: () => void }) {
  const { address, username, password } = created;
  return (
    <ShownOnce
      title={t`Your app password`}
      description={t`Choose Subsonic or OpenSubsonic in your app and enter these. We won’t show the password again.`}
      secret={password}
      copying={{
        word: t`Copy the password`,
        done: t`App password copied`,
        failed: t`Couldn’t copy the password`,
      }}
      onClose={onClose}
    >
      <dl className="grid gap-3 rounded-md border border-line p-4">
        {[
          [t`Address`, address],
          [t`Username`, username],
          [t`Password`, password],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-faint">{name}</dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <QrCode
        text={`${address}\n${username}\n${password}`}
        label={t`QR code with the address, the username and the password`}
        className="mx-auto mt-5 w-48 rounded-md"
      />
      <p className="mt-3 text-center text-sm text-soft">
        {t`Scan it with your phone’s camera to copy all three there.`}
      </p>
    </ShownOnce>
  );
}
