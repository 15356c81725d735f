import { PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AuthLayout } from './AuthLayout.tsx';

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

const confirmRules = async () => (await import('contract/accounts.ts')).confirmPasswordReset.body;
