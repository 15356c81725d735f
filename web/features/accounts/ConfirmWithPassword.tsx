import type { Confirmation } from 'contract/login-methods.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { PasswordAndCode } from './PasswordAndCode.tsx';

/** Confirms with the password, and with a code where the account has a second factor. */
export function ConfirmWithPassword({
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
    failure: { title: 'Couldn’t confirm that it’s you' },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <PasswordAndCode field={field} needsCode={needsCode} />
      <Button type="submit" look="ember" disabled={busy}>
        Continue
      </Button>
    </form>
  );
}

const rules = async () => (await import('contract/login-methods.ts')).confirmWithPassword.body;
const withCode = async () => (await rules()).required();
const passwordOnly = async () => (await rules()).pick({ password: true });
