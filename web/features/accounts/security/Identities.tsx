import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from 'contract/features/accounts/accounts.ts';
import type { Identity } from 'contract/features/accounts/login-methods.ts';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { leaveForProvider } from '../login/provider-trip.ts';
import { authSettingsQuery } from '../members/invitation-queries.ts';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { CONFIRM_FIRST, RemovalSheet, SettingQuery, useNeedsConfirmation } from './SettingParts.tsx';
import { identitiesQuery } from './security-queries.ts';

/** The viewer's logins at login providers; nothing where there is none. */
export function Identities() {
  const query = useQuery(identitiesQuery);
  const settings = useQuery(authSettingsQuery);
  return (
    <SettingQuery
      loading={t`Loading your linked login...`}
      failed={t`Failed to load your linked login`}
      query={query}
    >
      {(identities) => <List identities={identities} providers={settings.data?.providers ?? []} />}
    </SettingQuery>
  );
}

function List({ identities, providers }: { identities: Identity[]; providers: readonly Provider[] }) {
  const [open, setOpen] = useState<Provider | Identity | null>(null);
  const needsConfirmation = useNeedsConfirmation();
  const close = () => setOpen(null);
  return (
    <ul>
      {identities.map((identity) => {
        const [name, date] = [nameOf(identity), formatDate(identity.created_at)];
        return (
          <SettingRow
            key={identity.id}
            icon={Link2}
            name={identity.label ?? name}
            text={t`You log in at ${name} since ${date}`}
            action={{ word: t`Unlink`, label: t`Unlink ${name}`, onClick: () => setOpen(identity) }}
          />
        );
      })}
      {providers
        .filter(({ issuer }) => !identities.some((identity) => identity.issuer === issuer))
        .map((provider) => {
          const { id, name } = provider;
          return (
            <SettingRow
              key={id}
              icon={Link2}
              name={name}
              text={
                needsConfirmation ? t(CONFIRM_FIRST) : t`Log in at ${name} instead of with your password.`
              }
              action={{
                word: t({ message: 'Link', context: 'verb' }),
                label: t`Link ${name}`,
                disabled: needsConfirmation,
                onClick: () => setOpen(provider),
              }}
            />
          );
        })}
      {open && (
        <ConfirmOwner title={'name' in open ? t`Link a login` : t`Unlink a login`} onClose={close}>
          {'name' in open ? (
            <Link provider={open} onClose={close} />
          ) : (
            <Unlink identity={open} onClose={close} />
          )}
        </ConfirmOwner>
      )}
    </ul>
  );
}

const nameOf = ({ issuer }: Identity) => new URL(issuer).host;

function Link({ provider: { id, name }, onClose }: { provider: Provider; onClose: () => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /auth/identities/begin', { body: { provider: id } }),
    onSuccess: ({ url }) => leaveForProvider(url, { purpose: 'link', from: '/profile/settings/account' }),
  });
  return (
    <Sheet
      title={t`Link ${name}`}
      description={t`You log in at ${name} and come back. Anyone who can log in there as you can then log in here as you, too.`}
      onClose={onClose}
    >
      {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button look="ember" disabled={isPending || isSuccess} onClick={() => mutate()}>
          {t`Continue`}
        </Button>
      </div>
    </Sheet>
  );
}

function Unlink({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const name = nameOf(identity);
  return (
    <RemovalSheet
      title={t`Unlink ${name}`}
      text={t`It won’t log you in here anymore.`}
      action={t`Unlink`}
      remove={() => call('DELETE /auth/identities/:id', { params: { id: identity.id } })}
      removed={t`Login unlinked`}
      query={identitiesQuery}
      onClose={onClose}
    />
  );
}
