import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { CONFIRM_FRAGMENT, RESET_FRAGMENT } from 'contract/features/accounts/accounts-constants.ts';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { returnPath } from '../../features/accounts/guards.tsx';
import { AuthLayout } from '../../features/accounts/login/AuthLayout.tsx';
import { EnterCode, FinishProvider } from '../../features/accounts/login/LoginSteps.tsx';
import { ConfirmEmail, RequestReset, SetPassword } from '../../features/accounts/login/MailedLinks.tsx';
import { OtherWays, PasskeyLogIn, ProviderLogIn } from '../../features/accounts/login/OtherWays.tsx';
import { hasPasskeys } from '../../features/accounts/login/passkey-browser.ts';
import { type ProviderReturn, readProviderReturn } from '../../features/accounts/login/provider-trip.ts';
import { authSettingsQuery } from '../../features/accounts/members/invitation-queries.ts';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { toast } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import { finishIntent } from './finish-intent.ts';
import { entryTitle } from './purpose.ts';

const rules = async () => (await import('contract/features/accounts/accounts.ts')).logIn.body;

interface Credentials {
  email: string;
  password: string;
}

/**
 * `/login`; with the fragment of a mail it sets a new password or confirms an address instead, and with an answer of the
 * login provider it finishes what was begun there.
 */
export default function Login() {
  const [forgotten, setForgotten] = useState(false);
  const [answer, setAnswer] = useState(readProviderReturn);
  const [token, setToken] = useState(() => takeToken(RESET_FRAGMENT));
  const [confirmation, setConfirmation] = useState(() => takeToken(CONFIRM_FRAGMENT));
  if (confirmation) return <ConfirmEmail token={confirmation} onDone={() => setConfirmation(null)} />;
  if (token) return <SetPassword token={token} onDone={() => setToken(null)} />;
  if (answer) return <ProviderLogInEnd answer={answer} onBack={() => setAnswer(null)} />;
  if (forgotten) return <RequestReset onBack={() => setForgotten(false)} />;
  return <LoginForm onForgotten={() => setForgotten(true)} />;
}

/** Begins a session and goes back to where the visitor came from. */
function useLogIn(from: string) {
  const { enter } = useSession();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async (signIn: () => Promise<{ authToken: string }>) => {
    await enter(signIn);
    toast(t`Welcome back!`);
    finishIntent(client, from);
    navigate(from, { replace: true });
  };
}

function ProviderLogInEnd({ answer, onBack }: { answer: ProviderReturn; onBack: () => void }) {
  const { from, purpose } = answer;
  const logIn = useLogIn(from);
  const [, navigate] = useLocation();
  const leave = () => {
    navigate(purpose === 'link' ? from : `/login?from=${encodeURIComponent(from)}`, { replace: true });
    onBack();
  };
  return <FinishProvider answer={answer} onEnter={logIn} onBack={leave} />;
}

function LoginForm({ onForgotten }: { onForgotten: () => void }) {
  const { viewer, loading } = useSession();
  const [needsCode, setNeedsCode] = useState<Credentials | null>(null);
  const [, navigate] = useLocation();
  const search = useSearch();
  const from = returnPath(search);
  const { data: settings, isPending } = useQuery(authSettingsQuery);
  const begin = useLogIn(from);
  const logIn = (body: Credentials & { code?: string }) => begin(() => call('POST /auth/login', { body }));
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { email: '', password: '' },
    onSubmit: async (values) => {
      try {
        await logIn(values);
      } catch (error) {
        if (!(error instanceof AnswerProblem) || error.code !== 'second_factor_required') throw error;
        setNeedsCode(values);
      }
    },
    failure: { title: t`Login failed`, sentence: t`Failed to log in. Please check your credentials.` },
  });

  // Someone already signed in has nothing to do here.
  useEffect(() => {
    if (viewer && !loading && !busy) navigate(from, { replace: true });
  }, [viewer, loading, busy, from, navigate]);

  if (needsCode)
    return <EnterCode onCode={(code) => logIn({ ...needsCode, code })} onBack={() => setNeedsCode(null)} />;
  const providers = (look?: 'ember') =>
    settings?.providers.map((one) => (
      <ProviderLogIn key={one.id} provider={one} from={from} {...(look && { look })} />
    ));
  const title = entryTitle('login', from);
  // If the server cannot be asked, the form shows what it answers.
  if (isPending)
    return (
      <AuthLayout title={title} text={t`One moment…`}>
        <Skeleton className="h-80" />
      </AuthLayout>
    );
  if (settings?.onlyProviders)
    return (
      <AuthLayout title={title} text={t`You log in with an account that you have elsewhere.`}>
        <div className="grid grid-cols-1 gap-3">{providers('ember')}</div>
      </AuthLayout>
    );
  const hasPasskey = settings?.passkeys && hasPasskeys();
  const signup = `/signup${search ? `?${search}` : ''}`;
  return (
    <AuthLayout
      title={title}
      text={
        <Trans>
          New here?{' '}
          <AppLink href={signup} className="font-medium text-ember-ink underline underline-offset-4">
            Sign up
          </AppLink>
        </Trans>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label={t`Email`} type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <Field
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          aside={
            settings?.passwordReset && (
              <button
                type="button"
                onClick={onForgotten}
                className="text-sm text-soft underline underline-offset-4 hover:text-ink"
              >
                {t`Forgot password?`}
              </button>
            )
          }
          {...field('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy} className="mt-1">
          {busy ? t`Logging in…` : t`Log In`}
        </Button>
      </form>
      {settings && (hasPasskey || settings.providers.length > 0) && (
        <OtherWays>
          {providers()}
          {hasPasskey && <PasskeyLogIn onUsed={begin} />}
        </OtherWays>
      )}
    </AuthLayout>
  );
}

/** The token of a mail's link. It is a secret, so it is removed from the URL at once. */
function takeToken(fragment: string): string | null {
  const [, token] = location.hash.split(fragment);
  if (!token) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return decodeURIComponent(token);
}
