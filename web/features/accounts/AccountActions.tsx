import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/http/api.ts';
import { forgetMember } from '../../lib/sign-out.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/forms/Field.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { PasswordAndCode, useOwnerForm } from './login/PasswordAndCode.tsx';

/** Exporting data, logging out everywhere, and deleting the account. */
export function AccountActions() {
  const [deleting, setDeleting] = useState(false);
  const [, navigate] = useLocation();
  const logOutEverywhere = async () => {
    try {
      await call('POST /auth/logout-everywhere');
      forgetMember();
      navigate('/');
      toast('Logged out everywhere');
    } catch (error) {
      toastProblem('Couldn’t log you out everywhere', error);
    }
  };
  return (
    <section aria-labelledby="account" className="mt-11">
      <h2 id="account" className="mb-3 text-title">
        Your account
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button onClick={exportData}>Export my data</Button>
        <Button onClick={logOutEverywhere}>Log out everywhere</Button>
        <Button className="text-bad!" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </section>
  );
}

/** Downloads everything the server keeps about the viewer. */
async function exportData() {
  try {
    const data = await call('GET /auth/me/export');
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'ovation-data.json' });
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toastProblem('Couldn’t export your data', error);
  }
}

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const { field, submit, problem, busy, needsCode } = useOwnerForm({
    rules,
    defaultValues: { password: '', code: '' },
    onSubmit: async (body) => {
      await call('DELETE /auth/me', { body });
      forgetMember();
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

const rules = async () => (await import('contract/features/accounts/accounts.ts')).deleteMe.body;
