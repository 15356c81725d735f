import { useQuery } from '@tanstack/react-query';
import { email } from 'contract/accounts.ts';
import { PASSWORD_MIN, RESET_FRAGMENT } from 'contract/accounts-constants.ts';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { z } from 'zod';
import { cameFrom } from '../features/accounts/from.ts';
import { Gate } from '../features/accounts/Gate.tsx';
import { AskReset, SetPassword } from '../features/accounts/PasswordReset.tsx';
import { useSchemaForm } from '../features/accounts/use-form.ts';
import { call } from '../lib/api.ts';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorBox, Field } from '../ui/Field.tsx';
import { toast } from '../ui/toasts.ts';

const schema = z.object({
  email: email as unknown as z.ZodType<string, string>,
  password: z.string().min(PASSWORD_MIN, `Please use at least ${PASSWORD_MIN} characters.`),
});

/** `/login`; with the fragment of a mail it asks for a new password instead. */
export default function Login() {
  const [mode, setMode] = useState<'login' | 'ask'>('login');
  const [token, setToken] = useState(tokenOfMail);
  if (token) return <SetPassword token={token} onDone={() => setToken(null)} />;
  if (mode === 'ask') return <AskReset onBack={() => setMode('login')} />;
  return <LoginForm onForgotten={() => setMode('ask')} />;
}

function LoginForm({ onForgotten }: { onForgotten: () => void }) {
  const { viewer, loading, logIn } = useSession();
  const [, navigate] = useLocation();
  const search = useSearch();
  const from = cameFrom(search);
  const { data: offers } = useQuery({
    queryKey: ['auth-settings'],
    queryFn: () => call('GET /auth/settings'),
  });
  const { form, submit, problem, busy, errors } = useSchemaForm(
    schema,
    { email: '', password: '' },
    async (values) => {
      await logIn(values);
      toast('Welcome back!');
      navigate(from, { replace: true });
    },
    { title: 'Login failed', sentence: 'Failed to log in. Please check your credentials.' },
  );

  // Who is signed in already has nothing to do here.
  useEffect(() => {
    if (viewer && !loading && !busy) navigate(from, { replace: true });
  }, [viewer, loading, busy, from, navigate]);

  const signup = `/signup${search ? `?${search}` : ''}`;
  return (
    <Gate
      title="Log in"
      text={
        <>
          New here?{' '}
          <AppLink href={signup} className="font-medium text-ember-ink underline underline-offset-4">
            Sign up
          </AppLink>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          aside={
            offers?.passwordReset && (
              <button
                type="button"
                onClick={onForgotten}
                className="text-sm text-soft underline underline-offset-4 hover:text-ink"
              >
                Forgot password?
              </button>
            )
          }
          {...form.register('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy} className="mt-1">
          {busy ? 'Logging in…' : 'Log In'}
        </Button>
      </form>
    </Gate>
  );
}

/** The token of a password mail, taken out of the address at once: it is nobody else's business. */
function tokenOfMail(): string | null {
  const [, token] = location.hash.split(RESET_FRAGMENT);
  if (!token) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return decodeURIComponent(token);
}
