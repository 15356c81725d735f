import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { Provider } from 'contract/features/accounts/accounts.ts';
import {
  INVITATION_FRAGMENT,
  NAME_MAX,
  PASSWORD_MIN,
} from 'contract/features/accounts/accounts-constants.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { plans } from 'contract/plans.ts';
import { Heart, Lightbulb, ListMusic, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { returnPath } from '../../features/accounts/guards.tsx';
import { AuthLayout } from '../../features/accounts/login/AuthLayout.tsx';
import { OtherWays, ProviderLogIn } from '../../features/accounts/login/OtherWays.tsx';
import { authSettingsQuery, invitationQuery } from '../../features/accounts/members/invitation-queries.ts';
import { call, sentenceOf } from '../../lib/http/api.ts';
import { language } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { offeredLanguages } from '../../ui/LanguageChoice.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import { finishIntent } from './finish-intent.ts';
import { entryTitle } from './purpose.ts';

const rules = async () => (await import('contract/features/accounts/accounts.ts')).signUp.body;

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
      <AuthLayout title={t`Sign up`} text={t`One moment…`}>
        <Skeleton className="h-96" />
      </AuthLayout>
    );
  if (!viewer) {
    if (settings.data?.onlyProviders) return <ClosedSignup why="provider" login={login} />;
    if (mode === 'closed') return <ClosedSignup why="closed" login={login} />;
    if (mode === 'invite' && invitation === undefined) return <ClosedSignup why="invite" login={login} />;
    if (mode === 'invite' && check.error instanceof AnswerProblem && check.error.status === 403)
      return <ClosedSignup why={{ refused: sentenceOf(check.error) }} login={login} />;
  }
  const providers = settings.data?.providers.filter(({ signUp }) => signUp) ?? [];
  return (
    <SignupForm login={login} providers={providers} invitation={mode === 'invite' ? invitation : undefined} />
  );
}

function SignupForm({
  login,
  providers,
  invitation,
}: {
  login: string;
  providers: readonly Provider[];
  invitation: string | undefined;
}) {
  const { viewer, loading, enter } = useSession();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const search = useSearch();
  const from = returnPath(search);
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '', email: '', password: '' },
    onSubmit: async (values) => {
      await enter(() =>
        call('POST /auth/signup', {
          body: { ...values, invitation, language: offeredLanguages().find((code) => code === language) },
        }),
      );
      toast(t`Account created!`);
      finishIntent(client, from);
      navigate(from, { replace: true });
    },
    failure: { title: t`Signup failed`, sentence: t`Failed to create account. Please try again.` },
  });

  useEffect(() => {
    if (viewer && !loading && !busy) navigate(from, { replace: true });
  }, [viewer, loading, busy, from, navigate]);

  return (
    <AuthLayout
      title={entryTitle('signup', from)}
      text={
        <Trans>
          Already have an account?{' '}
          <AppLink href={login} className="font-medium text-ember-ink underline underline-offset-4">
            Log in
          </AppLink>
        </Trans>
      }
    >
      {invitation && <p className="-mt-3 mb-6 text-ember-ink">{t`You have an invitation.`}</p>}
      <WhyJoin />
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label={t`Name`} autoComplete="name" maxLength={NAME_MAX} {...field('name')} />
        <Field label={t`Email`} type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <Field
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least ${PASSWORD_MIN} characters.`}
          {...field('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy} className="mt-1">
          {busy ? t`Creating your account…` : t`Sign Up`}
        </Button>
      </form>
      {providers.length > 0 && (
        <OtherWays>
          {providers.map((provider) => (
            <ProviderLogIn key={provider.id} provider={provider} from={from} />
          ))}
        </OtherWays>
      )}
    </AuthLayout>
  );
}

function reasons(): [LucideIcon, string][] {
  const { maxSavedTracks } = plans.free;
  const { name } = plans.plus;
  return [
    [Heart, t`Save songs: ${maxSavedTracks} for free, as many as you like with ${name}.`],
    [
      Lightbulb,
      t`With ${name}, request a song and vote. At ${VOTE_GOAL} votes AI makes it, and the people who voted pick the take.`,
    ],
    [ListMusic, t`With ${name}, build playlists and share them.`],
  ];
}

/** Benefits of an account, on the page that creates one. */
function WhyJoin() {
  return (
    <ul className="mb-6 grid gap-2.5 text-[0.9375rem] text-soft">
      {reasons().map(([Icon, reason]) => (
        <li key={reason} className="flex gap-3">
          <Icon size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-ember-ink" />
          {reason}
        </li>
      ))}
    </ul>
  );
}

const words = {
  closed: {
    title: msg`Sign-up is closed`,
    text: msg`This site doesn’t take new accounts right now. You can still listen to everything.`,
  },
  provider: {
    title: msg`Log in to join`,
    text: msg`This site has no passwords: you log in with an account that you have elsewhere.`,
  },
  invite: {
    title: msg`You need an invitation`,
    text: msg`People join this site by invitation. If you have one, please open its link.`,
  },
};

/** Stands in for the form where a visitor cannot sign up. */
function ClosedSignup({ why, login }: { why: keyof typeof words | { refused: string }; login: string }) {
  const { title, text } =
    typeof why === 'string'
      ? { title: t(words[why].title), text: t(words[why].text) }
      : { title: t`This invitation doesn’t work`, text: why.refused };
  return (
    <AuthLayout title={title} text={text}>
      <div className="grid gap-3">
        <AppLink href={login} className={buttonLook('ember', 'lg')}>
          {t`Log in`}
        </AppLink>
        <AppLink href="/" className={buttonLook('bare')}>
          {t`Back to Explore`}
        </AppLink>
      </div>
    </AuthLayout>
  );
}
