import { useMutation } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { leaveForProvider } from './provider-trip.ts';

/** The way past the password: the login provider of this site vouches for the person. */
export function ProviderLogIn({ name, from }: { name: string; from: string }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call('POST /auth/provider-login/begin'),
    onSuccess: ({ url }) => leaveForProvider(url, { purpose: 'log-in', from }),
    onError: (error) => toastProblem('Login failed', error.message),
  });
  return (
    <Button size="lg" disabled={isPending || isSuccess} onClick={() => mutate()}>
      <LogIn size={18} aria-hidden="true" />
      <span className="truncate">Continue with {name}</span>
    </Button>
  );
}
