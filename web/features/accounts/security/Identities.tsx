import { useMutation, useQuery } from '@tanstack/react-query';
import { sentenceOf } from 'contract/answers.ts';
import type { Identity } from 'contract/features/accounts/login-methods.ts';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { leaveForProvider } from '../login/provider-trip.ts';
import { authSettingsQuery } from '../members/invitation-queries.ts';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { CONFIRM_FIRST, RemovalSheet, SettingQuery, useNeedsConfirmation } from './SettingParts.tsx';
import { identitiesQuery } from './security-queries.ts';

/** The viewer's logins at the login provider; nothing where there is none. */
export function Identities() {
  const query = useQuery(identitiesQuery);
  const settings = useQuery(authSettingsQuery);
  return (
    <SettingQuery what="your linked login" query={query}>
      {(identities) => <List identities={identities} provider={settings.data?.provider ?? null} />}
    </SettingQuery>
  );
}

function List({ identities, provider }: { identities: Identity[]; provider: string | null }) {
  const [open, setOpen] = useState<'link' | Identity | null>(null);
  const needsConfirmation = useNeedsConfirmation();
  const close = () => setOpen(null);
  return (
    <ul>
      {identities.map((identity) => (
        <SettingRow
          key={identity.id}
          icon={Link2}
          name={identity.label ?? nameOf(identity)}
          text={`You log in at ${nameOf(identity)} since ${formatDate(identity.created_at)}`}
          action={{ word: 'Unlink', label: `Unlink ${nameOf(identity)}`, onClick: () => setOpen(identity) }}
        />
      ))}
      {identities.length === 0 && provider && (
        <SettingRow
          icon={Link2}
          name={provider}
          text={needsConfirmation ? CONFIRM_FIRST : `Log in at ${provider} instead of with your password.`}
          action={{
            word: 'Link',
            label: `Link ${provider}`,
            disabled: needsConfirmation,
            onClick: () => setOpen('link'),
          }}
        />
      )}
      {open && (
        <ConfirmOwner title={open === 'link' ? 'Link a login' : 'Unlink a login'} onClose={close}>
          {open === 'link' ? (
            <Link provider={provider!} onClose={close} />
          ) : (
            <Unlink identity={open} onClose={close} />
          )}
        </ConfirmOwner>
      )}
    </ul>
  );
}

const nameOf = ({ issuer }: Identity) => new URL(issuer).host;

function Link({ provider, onClose }: { provider: string; onClose: () => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /auth/identities/begin'),
    onSuccess: ({ url }) => leaveForProvider(url, { purpose: 'link', from: '/profile/settings/account' }),
  });
  return (
    <Sheet
      title={`Link ${provider}`}
      description={`You log in at ${provider} and come back. Anyone who can log in there as you can then log in here as you, too.`}
      onClose={onClose}
    >
      {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ember" disabled={isPending || isSuccess} onClick={() => mutate()}>
          Continue
        </Button>
      </div>
    </Sheet>
  );
}

function Unlink({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  return (
    <RemovalSheet
      title={`Unlink ${nameOf(identity)}`}
      text="It won’t log you in here anymore."
      action="Unlink"
      remove={() => call('DELETE /auth/identities/:id', { params: { id: identity.id } })}
      removed="Login unlinked"
      query={identitiesQuery}
      onClose={onClose}
    />
  );
}
