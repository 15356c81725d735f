import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { Provider } from 'contract/features/accounts/accounts.ts';
import { Fingerprint, LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { toastProblem } from '../../../ui/layers/toasts.ts';
import { usePasskey } from './passkey-browser.ts';
import { leaveForProvider } from './provider-trip.ts';

/** Other ways to log in, below the form. */
export function OtherWays({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-3">
      <p className="mb-2 flex items-center gap-4 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t`or`}
      </p>
      {children}
    </div>
  );
}

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
      toastProblem(t`Login failed`, error);
    }
  };
  return (
    <Button size="lg" disabled={busy} onClick={() => void logIn()}>
      <Fingerprint size={18} aria-hidden="true" />
      {t`Use a passkey`}
    </Button>
  );
}

/** The way past the password: a login provider of this site vouches for the person. */
export function ProviderLogIn({
  provider: { id, name },
  from,
  look,
}: {
  provider: Provider;
  from: string;
  look?: 'ember';
}) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call('POST /auth/provider-login/begin', { body: { provider: id } }),
    onSuccess: ({ url }) => leaveForProvider(url, { purpose: 'log-in', from }),
    onError: (error) => toastProblem(t`Login failed`, error),
  });
  return (
    <Button size="lg" {...(look && { look })} disabled={isPending || isSuccess} onClick={() => mutate()}>
      <LogIn size={18} aria-hidden="true" />
      <span className="truncate">{t`Continue with ${name}`}</span>
    </Button>
  );
}
