import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session-token.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { PasswordAndCode } from './PasswordAndCode.tsx';
import { useOwnerForm } from './use-owner-form.ts';

export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const { field, submit, problem, busy, needsCode } = useOwnerForm({
    rules,
    defaultValues: { password: '', code: '' },
    onSubmit: async (body) => {
      await call('DELETE /auth/me', { body });
      session.end();
      navigate('/');
      toast('Account deleted');
    },
    title: 'Couldn’t delete your account',
  });
  return (
    <Sheet
      title="Delete my account"
      description="This permanently deletes your account and personal data."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <PasswordAndCode field={field} needsCode={needsCode} />
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
