import { PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AuthLayout } from './AuthLayout.tsx';

const requestRules = async () => (await import('contract/accounts.ts')).requestPasswordReset.body;
const confirmRules = async () => (await import('contract/accounts.ts')).confirmPasswordReset.body;

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

/** Sets a new password with the token of a password mail. */
export function SetPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const { field, submit, problem, busy } = useContractForm({
    rules: confirmRules,
    defaultValues: { token, password: '' },
    onSubmit: async (body) => {
      await call('POST /auth/password-reset/confirm', { body });
      toast('Password changed', 'Please log in with your new password.');
      onDone();
    },
    failure: { title: 'Couldn’t change your password', sentence: 'Please request a new link.' },
  });
  return (
    <AuthLayout title="Choose a new password" text="This logs you out everywhere else.">
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          {...field('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy}>
          Set password
        </Button>
        <Button look="bare" onClick={onDone}>
          Back to log in
        </Button>
      </form>
    </AuthLayout>
  );
}
