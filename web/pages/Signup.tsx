import { email, name, password } from 'contract/accounts.ts';
import { NAME_MAX, PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { z } from 'zod';
import { cameFrom } from '../features/accounts/from.ts';
import { Gate } from '../features/accounts/Gate.tsx';
import { useSchemaForm } from '../features/accounts/use-form.ts';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorBox, Field } from '../ui/Field.tsx';
import { toast } from '../ui/toasts.ts';

type Text = z.ZodType<string, string>;
const schema = z.object({ name: name as Text, email: email as unknown as Text, password: password as Text });

/** `/signup` */
export default function Signup() {
  const { viewer, loading, signUp } = useSession();
  const [, navigate] = useLocation();
  const search = useSearch();
  const from = cameFrom(search);
  const { form, submit, problem, busy, errors } = useSchemaForm(
    schema,
    { name: '', email: '', password: '' },
    async (values) => {
      await signUp(values);
      toast('Account created!');
      navigate(from, { replace: true });
    },
    { title: 'Signup failed', sentence: 'Failed to create account. Please try again.' },
  );

  useEffect(() => {
    if (viewer && !loading && !busy) navigate(from, { replace: true });
  }, [viewer, loading, busy, from, navigate]);

  const login = `/login${search ? `?${search}` : ''}`;
  return (
    <Gate
      title="Sign up"
      text={
        <>
          Already have an account?{' '}
          <AppLink href={login} className="font-medium text-ember-ink underline underline-offset-4">
            Log in
          </AppLink>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Name"
          autoComplete="name"
          maxLength={NAME_MAX}
          error={errors.name?.message}
          {...form.register('name')}
        />
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
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy} className="mt-1">
          {busy ? 'Creating your account…' : 'Sign Up'}
        </Button>
      </form>
    </Gate>
  );
}
