import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session-token.ts';
import { Button } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { DeleteAccount } from './DeleteAccount.tsx';

/** Exporting data, logging out everywhere, and deleting the account. */
export function AccountActions() {
  const [deleting, setDeleting] = useState(false);
  const [, navigate] = useLocation();
  const logOutEverywhere = async () => {
    try {
      await call('POST /auth/logout-everywhere');
      session.end();
      navigate('/');
      toast('Logged out everywhere');
    } catch (error) {
      toastProblem('Couldn’t log you out everywhere', (error as Error).message);
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
    toastProblem('Couldn’t export your data', (error as Error).message);
  }
}
