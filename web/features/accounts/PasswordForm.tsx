import { PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { CodeField } from './PasswordAndCode.tsx';
import { useOwnerForm } from './use-owner-form.ts';

export function PasswordForm() {
  const { form, field, submit, problem, busy, needsCode } = useOwnerForm({
    rules: passwordRules,
    defaultValues: { current_password: '', new_password: '', code: '' },
    onSubmit: async (body) => {
      await call('POST /auth/password', { body });
      form.reset();
      toast('Password changed', 'You’ve been logged out everywhere else.');
    },
    title: 'Couldn’t change your password',
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 border-t border-line pt-6">
      <h3 className="text-lg">Change password</h3>
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('current_password')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        {...field('new_password')}
      />
      {needsCode && <CodeField {...field('code')} />}
      <Button type="submit" disabled={busy}>
        Change password
      </Button>
    </form>
  );
}

const passwordRules = async () => (await import('contract/accounts.ts')).changePassword.body;
