import { useState } from 'react';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session-token.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { useSchemaForm } from './use-form.ts';

/** What one does seldom: take one's data along, log out everywhere, leave for good. */
export function AccountDangers() {
  const [leaving, setLeaving] = useState(false);
  const [, navigate] = useLocation();
  const everywhere = async () => {
    try {
      await call('POST /auth/logout-everywhere');
      session.end();
      navigate('/');
      toast('Logged out everywhere');
    } catch (error) {
      toastProblem('You are still logged in', (error as Error).message);
    }
  };
  return (
    <section aria-labelledby="account" className="mt-11">
      <h2 id="account" className="mb-3 text-title">
        Your account
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button onClick={exportData}>Export my data</Button>
        <Button onClick={everywhere}>Log out everywhere</Button>
        <Button look="bare" className="text-bad!" onClick={() => setLeaving(true)}>
          Delete my account
        </Button>
      </div>
      {leaving && <DeleteAccount onClose={() => setLeaving(false)} />}
    </section>
  );
}

/** Everything that is kept about the viewer, as a file. */
async function exportData() {
  try {
    const data = await call('GET /auth/me/export');
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'ovation-data.json' });
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toastProblem('Your data could not be exported', (error as Error).message);
  }
}

const schema = z.object({ password: z.string().min(1, 'Please enter your password.') });

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const { form, submit, problem, busy, errors } = useSchemaForm(
    schema,
    { password: '' },
    async (body) => {
      await call('DELETE /auth/me', { body });
      session.end();
      navigate('/');
      toast('Your account is deleted');
    },
    { title: 'Your account was not deleted', sentence: 'Please try again.' },
  );
  return (
    <Sheet
      title="Delete my account"
      description="Your profile and what is personal in it go for good. This cannot be undone."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" disabled={busy} className="bg-bad! text-ground!">
            Delete for good
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
