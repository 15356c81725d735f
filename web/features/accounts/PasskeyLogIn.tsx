import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { usePasskey } from './passkey-browser.ts';

/** The way past the password: the browser asks for one of the passkeys of this site. */
export function PasskeyLogIn({
  onUsed,
}: {
  onUsed: (signIn: () => Promise<{ authToken: string }>) => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const logIn = async () => {
    setBusy(true);
    try {
      const credential = await usePasskey(await call('POST /auth/passkey-login/challenge'));
      await onUsed(() => call('POST /auth/passkey-login', { body: { credential } }));
    } catch (error) {
      setBusy(false);
      toastProblem('Login failed', (error as Error).message);
    }
  };
  return (
    <Button size="lg" disabled={busy} onClick={() => void logIn()}>
      <Fingerprint size={18} aria-hidden="true" />
      Use a passkey
    </Button>
  );
}
