import { useMutation } from '@tanstack/react-query';
import type { Confirmation } from 'contract/login-methods.ts';
import { Fingerprint } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { hasPasskeys, usePasskey } from './passkey-browser.ts';

/** Confirms with one of the viewer's passkeys. */
export function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: (after: Confirmation) => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const credential = await usePasskey(await call('POST /auth/confirmation/challenge'));
      return call('POST /auth/confirmation/passkey', { body: { credential } });
    },
    onSuccess: onConfirmed,
    onError: (error) => toastProblem('Couldn’t confirm that it’s you', error.message),
  });
  if (!hasPasskeys()) return null;
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      <Fingerprint size={16} aria-hidden="true" />
      Use a passkey
    </Button>
  );
}
