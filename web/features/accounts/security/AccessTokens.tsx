import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccessToken } from 'contract/features/accounts/access-tokens.ts';
import { TOKEN_DAYS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { Scope } from 'contract/features/accounts/scopes.ts';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { SettingRow, SettingSection } from '../../../ui/SettingRow.tsx';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { copySecret, RemovalSheet, SettingQuery } from './SettingParts.tsx';

const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: () => call('GET /auth/tokens'),
  meta: { private: true },
});

/** Permissions that each scope gives a script. */
const scopeWords: Record<Scope, string> = {
  'catalogue:write': 'Publish, edit and remove songs',
  'requests:moderate': 'Decide on requests and reports',
  'members:read': 'Read the list of members',
  'metrics:read': 'Read how the server is doing',
};

/** Tokens for scripts, of all admins. */
export default function AccessTokens() {
  const query = useQuery(accessTokensQuery);
  return (
    <SettingSection
      title="API tokens"
      text="For scripts that publish songs or watch the site. Every admin sees and can revoke them."
    >
      <SettingQuery what="the tokens" query={query}>
        {(tokens) => <List tokens={tokens} />}
      </SettingQuery>
    </SettingSection>
  );
}

function List({ tokens }: { tokens: AccessToken[] }) {
  const [open, setOpen] = useState<'new' | AccessToken | null>(null);
  const close = () => setOpen(null);
  return (
    <ul>
      {tokens.map((one) => (
        <SettingRow
          key={one.id}
          tone={one.expires_at > Date.now() ? undefined : 'warn'}
          name={one.name}
          text={factsOf(one)}
          action={{ word: 'Revoke', label: `Revoke ${one.name}`, onClick: () => setOpen(one) }}
        />
      ))}
      <SettingRow
        name="New token"
        text="Works within the scopes that you choose, never on money, plans or security."
        action={{ word: 'Make', label: 'New token', onClick: () => setOpen('new') }}
      />
      {open === 'new' && (
        <ConfirmOwner title="New token" onClose={close}>
          <Create onClose={close} />
        </ConfirmOwner>
      )}
      {open !== null && open !== 'new' && (
        <RemovalSheet
          title={`Revoke ${open.name}`}
          text="Scripts that use it stop working at once."
          action="Revoke token"
          remove={() => call('DELETE /auth/tokens/:id', { params: { id: open.id } })}
          removed="Token revoked"
          query={accessTokensQuery}
          onClose={close}
        />
      )}
    </ul>
  );
}

const factsOf = ({ username, scopes, expires_at, last_used_at }: AccessToken) =>
  [
    `${expires_at > Date.now() ? 'Until' : 'Expired'} ${formatDate(expires_at)}`,
    last_used_at === null ? 'never used' : `last used ${formatTimeAgo(last_used_at)}`,
    `by ${username}`,
    scopes.join(', '),
  ].join(' · ');

/** Names a token, chooses what it may do, and shows it, once. */
function Create({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const { form, field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '', scopes: [] as Scope[], days: 90 },
    onSubmit: async (body) => {
      setToken((await call('POST /auth/tokens', { body })).token);
      void client.invalidateQueries(accessTokensQuery);
    },
    failure: { title: 'Couldn’t make the token' },
  });
  if (token !== null) return <ShowOnce token={token} onClose={onClose} />;
  const scopesError = field('scopes').error;
  return (
    <Sheet title="New token" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Name"
          autoComplete="off"
          maxLength={60}
          hint="What it is for, such as “Nightly import”."
          {...field('name')}
        />
        <fieldset className="grid gap-3" aria-describedby={scopesError && 'scopes-error'}>
          <legend className="mb-2 font-medium">Scopes</legend>
          {(Object.keys(scopeWords) as Scope[]).map((scope) => (
            <label key={scope} className="flex items-start gap-3">
              <input
                type="checkbox"
                value={scope}
                className="mt-0.5 size-5 shrink-0"
                {...form.register('scopes')}
              />
              <span>
                {scopeWords[scope]}
                <span className="block font-mono text-sm text-faint">{scope}</span>
              </span>
            </label>
          ))}
          {scopesError && (
            <p id="scopes-error" className="text-sm text-bad">
              {scopesError}
            </p>
          )}
        </fieldset>
        <Field
          label="Days until it expires"
          {...field('days')}
          {...form.register('days', { valueAsNumber: true })}
          type="number"
          inputMode="numeric"
          min={1}
          max={TOKEN_DAYS_MAX}
        />
        <Button type="submit" look="ember" disabled={busy}>
          Make token
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () =>
  (await import('contract/features/accounts/access-tokens.ts')).createAccessToken.body;

function ShowOnce({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Sheet
      title="Your token"
      description="Keep it where your script reads it. We won’t show it again."
      onClose={onClose}
    >
      <p className="rounded-md border border-line p-4 font-mono wrap-anywhere">{token}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copySecret(token, 'Token copied', 'Couldn’t copy the token')}>
          Copy the token
        </Button>
        <Button look="ember" onClick={onClose}>
          Done
        </Button>
      </div>
    </Sheet>
  );
}
