import { useQueryClient } from '@tanstack/react-query';
import { NAME_MAX, PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AuthLayout } from '../features/accounts/AuthLayout.tsx';
import { returnPath } from '../features/accounts/return-path.ts';
import { WhyJoin } from '../features/accounts/WhyJoin.tsx';
import { call } from '../lib/api.ts';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorBox, Field } from '../ui/Field.tsx';
import { toast } from '../ui/toasts.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import { finishIntent } from './finish-intent.ts';

const rules = async () => (await import('contract/accounts.ts')).signUp.body;

/** `/signup` */
export default function Signup() {
  const { viewer, loading, enter } = useSession();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const search = useSearch();
  const from = returnPath(search);
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '', email: '', password: '' },
    onSubmit: async (values) => {
      await enter(() => call('POST /auth/signup', { body: values }));
      toast('Account created!');
      finishIntent(client, from);
      navigate(from, { replace: true });
    },
    failure: { title: 'Signup failed', sentence: 'Failed to create account. Please try again.' },
  });

  useEffect(() => {
    if (viewer && !loading && !busy) navigate(from, { replace: true });
  }, [viewer, loading, busy, from, navigate]);

  const login = `/login${search ? `?${search}` : ''}`;
  return (
    <AuthLayout
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
      <WhyJoin />
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label="Name" autoComplete="name" maxLength={NAME_MAX} {...field('name')} />
        <Field label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          {...field('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy} className="mt-1">
          {busy ? 'Creating your account…' : 'Sign Up'}
        </Button>
      </form>
    </AuthLayout>
  );
}
