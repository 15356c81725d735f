import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session-token.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';

export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { password: '' },
    onSubmit: async (body) => {
      await call('DELETE /auth/me', { body });
      session.end();
      navigate('/');
      toast('Account deleted');
    },
    failure: { title: 'Couldn’t delete your account' },
  });
  return (
    <Sheet
      title="Delete my account"
      description="This permanently deletes your account and personal data."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" disabled={busy} className="bg-bad! text-ground!">
            Delete account
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/accounts.ts')).deleteMe.body;
