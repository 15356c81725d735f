import { NAME_MAX, USERNAME_MAX } from 'contract/accounts-constants.ts';
import { call } from '../../lib/api.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';

export function NameForm({ viewer, onSaved }: { viewer: Viewer; onSaved: () => void }) {
  const { refresh } = useSession();
  const { field, submit, problem, busy } = useContractForm({
    rules: profileRules,
    defaultValues: { name: viewer.name, username: viewer.username },
    onSubmit: async (body) => {
      await call('PATCH /auth/me', { body });
      await refresh();
      toast('Profile saved');
      onSaved();
    },
    failure: { title: 'Couldn’t save your profile' },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field label="Name" autoComplete="name" maxLength={NAME_MAX} {...field('name')} />
      <Field label="Username" autoComplete="nickname" maxLength={USERNAME_MAX} {...field('username')} />
      <Button type="submit" look="ember" disabled={busy}>
        Save
      </Button>
    </form>
  );
}

const profileRules = async () => (await import('contract/accounts.ts')).editMe.body;
