import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AuthLayout } from './AuthLayout.tsx';

/** Requests a mail with a link. The answer does not reveal whether the account exists. */
export function RequestReset({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, submit, problem, busy } = useContractForm({
    rules: requestRules,
    defaultValues: { email: '' },
    onSubmit: async (body) => {
      await call('POST /auth/password-reset', { body });
      setSentTo(body.email);
    },
    failure: { title: 'Couldn’t send the email' },
  });
  return (
    <AuthLayout
      title="Forgot your password?"
      text={
        sentTo
          ? `If there is an account for ${sentTo}, we’ve sent it a link that works for one hour.`
          : 'We’ll email you a link to set a new one.'
      }
    >
      {!sentTo && (
        <form onSubmit={submit} noValidate className="grid gap-5">
          {problem && <ErrorBox>{problem}</ErrorBox>}
          <Field label="Email" type="email" autoComplete="username" {...field('email')} />
          <Button type="submit" look="ember" size="lg" disabled={busy}>
            Send link
          </Button>
        </form>
      )}
      <Button look="bare" onClick={onBack} className="mt-3 w-full">
        Back to log in
      </Button>
    </AuthLayout>
  );
}

const requestRules = async () => (await import('contract/accounts.ts')).requestPasswordReset.body;
