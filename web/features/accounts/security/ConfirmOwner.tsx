import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Confirmation } from 'contract/features/accounts/login-methods.ts';
import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toastProblem } from '../../../ui/layers/toasts.ts';
import { QueryView, Skeleton } from '../../../ui/QueryView.tsx';
import { PasswordAndCode } from '../login/PasswordAndCode.tsx';
import { hasPasskeys, usePasskey } from '../login/passkey-browser.ts';
import { confirmationQuery } from './security-queries.ts';

/** A confirmation that ends within this is asked for again, seconds. */
const SOON = 60;

/** Asks the viewer to prove who they are, unless they have just done so, and then shows what needs it. */
export function ConfirmOwner({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const client = useQueryClient();
  // A confirmation ends by itself, so each opening asks for it.
  const query = useQuery({ ...confirmationQuery, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (query.data && query.data.seconds_left > SOON) return children;
  return (
    <Sheet title={title} description={t`First, please confirm that it’s you.`} onClose={onClose}>
      <QueryView
        query={query}
        loading={t`One moment…`}
        skeleton={<Skeleton className="h-24" />}
        failed={t`Failed to load the ways to confirm`}
        compact
      >
        {(ways) => (
          <Ways ways={ways} onConfirmed={(after) => client.setQueryData(confirmationQuery.queryKey, after)} />
        )}
      </QueryView>
    </Sheet>
  );
}

function Ways({ ways, onConfirmed }: { ways: Confirmation; onConfirmed: (after: Confirmation) => void }) {
  const { has_password, needs_code, has_passkey } = ways;
  return (
    <div className="grid gap-4">
      {has_password && <ConfirmWithPassword needsCode={needs_code} onConfirmed={onConfirmed} />}
      {has_passkey && <ConfirmWithPasskey onConfirmed={onConfirmed} />}
      {!has_password && !has_passkey && (
        <p className="text-soft">{t`Please log out and log in again. You then have ten minutes to do this.`}</p>
      )}
    </div>
  );
}

/** Confirms with one of the viewer's passkeys. */
function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: (after: Confirmation) => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const credential = await usePasskey(await call('POST /auth/confirmation/challenge'));
      return call('POST /auth/confirmation/passkey', { body: { credential } });
    },
    onSuccess: onConfirmed,
    onError: (error) => toastProblem(t`Couldn’t confirm that it’s you`, error),
  });
  if (!hasPasskeys()) return null;
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      <Fingerprint size={16} aria-hidden="true" />
      {t`Use a passkey`}
    </Button>
  );
}

/** Confirms with the password, and with a code where the account has a second factor. */
function ConfirmWithPassword({
  needsCode,
  onConfirmed,
}: {
  needsCode: boolean;
  onConfirmed: (after: Confirmation) => void;
}) {
  const { field, submit, problem, busy } = useContractForm({
    rules: needsCode ? withCode : passwordOnly,
    defaultValues: { password: '', code: '' },
    onSubmit: async ({ password, code }: { password: string; code?: string | undefined }) =>
      onConfirmed(await call('POST /auth/confirmation', { body: { password, ...(needsCode && { code }) } })),
    failure: { title: t`Couldn’t confirm that it’s you` },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <PasswordAndCode field={field} needsCode={needsCode} />
      <Button type="submit" look="ember" disabled={busy}>
        {t`Continue`}
      </Button>
    </form>
  );
}

const rules = async () =>
  (await import('contract/features/accounts/login-methods.ts')).confirmWithPassword.body;
const withCode = async () => (await rules()).required();
const passwordOnly = async () => (await rules()).pick({ password: true });
