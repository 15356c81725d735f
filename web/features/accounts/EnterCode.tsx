import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { codeRules } from './code-rules.ts';

/** The second step of logging in. */
export function EnterCode({
  onCode,
  onBack,
}: {
  onCode: (code: string) => Promise<unknown>;
  onBack: () => void;
}) {
  const { field, submit, problem, busy } = useContractForm({
    rules: codeRules,
    defaultValues: { code: '' },
    onSubmit: ({ code }) => onCode(code),
    failure: { title: 'Login failed' },
  });
  return (
    <AuthLayout
      title="Enter your code"
      text="Open your authenticator app for the code. Without it, use one of your recovery codes."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        {/* Not type=number: recovery codes have letters. */}
        <Field label="Code" autoComplete="one-time-code" spellCheck={false} autoFocus {...field('code')} />
        <Button type="submit" look="ember" size="lg" disabled={busy}>
          {busy ? 'Logging in…' : 'Continue'}
        </Button>
        <Button look="bare" onClick={onBack}>
          Back to log in
        </Button>
      </form>
    </AuthLayout>
  );
}
