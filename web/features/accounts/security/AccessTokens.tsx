import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
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
import { SettingSection } from '../../../ui/SettingRow.tsx';
import { NamedSecrets, ShownOnce } from './NamedSecrets.tsx';

const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: () => call('GET /auth/tokens'),
  meta: { private: true },
});

/** Permissions that each scope gives a script. */
const scopeWords: Record<Scope, MessageDescriptor> = {
  'catalogue:write': msg`Publish, edit and remove songs`,
  'requests:moderate': msg`Decide on requests and reports`,
  'members:read': msg`Read the list of members`,
  'metrics:read': msg`Read how the server is doing`,
};

/** Tokens for scripts, of all admins. */
export default function AccessTokens() {
  const query = useQuery(accessTokensQuery);
  return (
    <SettingSection
      title={t`API tokens`}
      text={t`For scripts that publish songs or watch the site. Every admin sees and can revoke them.`}
    >
      <NamedSecrets
        loading={t`Loading the tokens...`}
        failed={t`Failed to load the tokens`}
        query={query}
        factsOf={factsOf}
        addRow={() => ({
          name: t`New token`,
          text: t`Works within the scopes that you choose, never on money, plans or security.`,
          word: t`Make`,
        })}
        create={(onClose) => <Create onClose={onClose} />}
        removalOf={({ id, name }) => ({
          word: t`Revoke`,
          label: t`Revoke ${name}`,
          title: t`Revoke ${name}`,
          text: t`Scripts that use it stop working at once.`,
          action: t`Revoke token`,
          remove: () => call('DELETE /auth/tokens/:id', { params: { id } }),
          removed: t`Token revoked`,
          query: accessTokensQuery,
        })}
      />
    </SettingSection>
  );
}

function factsOf({ username, scopes, expires_at, last_used_at }: AccessToken): string {
  const date = formatDate(expires_at);
  const used = last_used_at === null ? null : formatTimeAgo(last_used_at);
  return [
    expires_at > Date.now() ? t`Until ${date}` : t`Expired ${date}`,
    used === null ? t`never used` : t`last used ${used}`,
    t`by ${username}`,
    scopes.join(', '),
  ].join(' · ');
}

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
    failure: { title: t`Couldn’t make the token` },
  });
  if (token !== null)
    return (
      <ShownOnce
        title={t`Your token`}
        description={t`Keep it where your script reads it. We won’t show it again.`}
        secret={token}
        copying={{ word: t`Copy the token`, done: t`Token copied`, failed: t`Couldn’t copy the token` }}
        onClose={onClose}
      >
        <p className="rounded-md border border-line p-4 font-mono wrap-anywhere">{token}</p>
      </ShownOnce>
    );
  const scopesError = field('scopes').error;
  return (
    <Sheet title={t`New token`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label={t`Name`}
          autoComplete="off"
          maxLength={60}
          hint={t`What it is for, such as “Nightly import”.`}
          {...field('name')}
        />
        <fieldset className="grid gap-3" aria-describedby={scopesError && 'scopes-error'}>
          <legend className="mb-2 font-medium">{t`Scopes`}</legend>
          {(Object.keys(scopeWords) as Scope[]).map((scope) => (
            <label key={scope} className="flex items-start gap-3">
              <input
                type="checkbox"
                value={scope}
                className="mt-0.5 size-5 shrink-0"
                {...form.register('scopes')}
              />
              <span>
                {t(scopeWords[scope])}
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
          label={t`Days until it expires`}
          {...field('days')}
          {...form.register('days', { valueAsNumber: true })}
          type="number"
          inputMode="numeric"
          min={1}
          max={TOKEN_DAYS_MAX}
        />
        <Button type="submit" look="ember" disabled={busy}>
          {t`Make token`}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () =>
  (await import('contract/features/accounts/access-tokens.ts')).createAccessToken.body;
