import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { PasswordAndCode } from './PasswordAndCode.tsx';
import { emailQuery } from './security-queries.ts';
import { useOwnerForm } from './use-owner-form.ts';

/** Changes the address; where mail is sent, only when the link to the new one is opened. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { refresh } = useSession();
  const { field, submit, problem, busy, needsCode } = useOwnerForm({
    rules,
    defaultValues: { email: '', password: '', code: '' },
    onSubmit: async (body) => {
      const { email, sent } = await call('POST /auth/email', { body });
      onClose();
      if (sent)
        return toast('Link sent', `Your address changes when you open the link that we sent to ${email}.`);
      toast('Email address changed');
      void client.invalidateQueries(emailQuery);
      await refresh();
    },
    title: 'Couldn’t change your email address',
  });
  return (
    <Sheet title="Change email" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label="New email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
        <PasswordAndCode field={field} needsCode={needsCode} />
        <Button type="submit" look="ember" disabled={busy}>
          Continue
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/accounts.ts')).changeEmail.body;
