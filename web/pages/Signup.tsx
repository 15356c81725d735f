import { useQuery, useQueryClient } from '@tanstack/react-query';
import { INVITATION_FRAGMENT, NAME_MAX, PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { AnswerProblem } from 'contract/answers.ts';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AuthLayout } from '../features/accounts/AuthLayout.tsx';
import { ClosedSignup } from '../features/accounts/ClosedSignup.tsx';
import { authSettingsQuery, invitationQuery } from '../features/accounts/invitation-queries.ts';
import { returnPath } from '../features/accounts/return-path.ts';
import { WhyJoin } from '../features/accounts/WhyJoin.tsx';
import { call } from '../lib/api.ts';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorBox, Field } from '../ui/Field.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import { finishIntent } from './finish-intent.ts';

const rules = async () => (await import('contract/accounts.ts')).signUp.body;

/** `/signup`; with the fragment of an invitation where that is needed. */
export default function Signup() {
  const search = useSearch();
  const [invitation] = useState(() => location.hash.split(INVITATION_FRAGMENT)[1]);
  const settings = useQuery(authSettingsQuery);
  const mode = settings.data?.signUp;
  const check = useQuery({
    ...invitationQuery(invitation ?? ''),
    enabled: mode === 'invite' && invitation !== undefined,
  });
  const { viewer } = useSession();
  const login = `/login${search ? `?${search}` : ''}`;
  // If the server cannot be asked, the form shows what it answers.
  if (settings.isPending || check.isLoading)
    return (
      <AuthLayout title="Sign up" text="One moment…">
        <Skeleton className="h-96" />
      </AuthLayout>
    );
  if (!viewer) {
    if (mode === 'closed') return <ClosedSignup why="closed" login={login} />;
    if (mode === 'invite' && invitation === undefined) return <ClosedSignup why="invite" login={login} />;
    if (mode === 'invite' && check.error instanceof AnswerProblem && check.error.status === 403)
      return <ClosedSignup why={{ refused: check.error.message }} login={login} />;
  }
  return <SignupForm login={login} invitation={mode === 'invite' ? invitation : undefined} />;
}

function SignupForm({ login, invitation }: { login: string; invitation: string | undefined }) {
  const { viewer, loading, enter } = useSession();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const search = useSearch();
  const from = returnPath(search);
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '', email: '', password: '' },
    onSubmit: async (values) => {
      await enter(() => call('POST /auth/signup', { body: { ...values, invitation } }));
      toast('Account created!');
      finishIntent(client, from);
      navigate(from, { replace: true });
    },
    failure: { title: 'Signup failed', sentence: 'Failed to create account. Please try again.' },
  });

  useEffect(() => {
    if (viewer && !loading && !busy) navigate(from, { replace: true });
  }, [viewer, loading, busy, from, navigate]);

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
      {invitation && <p className="-mt-3 mb-6 text-ember-ink">You have been invited.</p>}
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
