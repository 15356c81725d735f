import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LoginMethod } from 'contract/features/accounts/accounts.ts';
import { PASSWORD_MIN } from 'contract/features/accounts/accounts-constants.ts';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { toast } from '../../../ui/layers/toasts.ts';
import { QueryView, Skeleton } from '../../../ui/QueryView.tsx';
import { emailQuery } from '../security/security-queries.ts';
import { AuthLayout } from './AuthLayout.tsx';

/** Confirms an address with the token of its mail. Opening it changes nothing: mail programs open links to check them. */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient();
  const { viewer, refresh } = useSession();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call('POST /auth/email/confirm', { body: { token } }),
    onSuccess: () => {
      void client.invalidateQueries(emailQuery);
      if (viewer) void refresh();
    },
  });
  const leave = viewer ? (
    <AppLink href="/" className={buttonLook(data ? 'ember' : 'bare', 'lg')}>
      {t`Back to Explore`}
    </AppLink>
  ) : (
    <Button look={data ? 'ember' : 'bare'} size="lg" onClick={onDone}>
      {t`Go to log in`}
    </Button>
  );
  if (data) {
    const { email } = data;
    return (
      <AuthLayout title={t`Thank you`} text={t`You have confirmed ${email}.`}>
        <div role="status" className="grid">
          {leave}
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={t`Confirm your email`}
      text={t`If you did not sign up here or change your address, close this page and nothing will change.`}
    >
      <div className="grid gap-4">
        {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
        {!error && (
          <Button look="ember" size="lg" disabled={isPending} onClick={() => mutate()}>
            {t`Confirm`}
          </Button>
        )}
        {leave}
      </div>
    </AuthLayout>
  );
}

/** Requests a mail with a link. The answer does not reveal whether the account exists. */
export function RequestReset({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, submit, problem, busy } = useContractForm({
    rules: requestRules,
    defaultValues: { email: '' },
    onSubmit: async (body) => {
      await call('POST /auth/password-reset', { body });
      setSentTo(body.email);
    },
    failure: { title: t`Couldn’t send the email` },
  });
  return (
    <AuthLayout
      title={t`Forgot your password?`}
      text={
        sentTo
          ? t`If there is an account for ${sentTo}, we’ve sent it a link that works for one hour.`
          : t`We’ll email you a link to set a new one.`
      }
    >
      {!sentTo && (
        <form onSubmit={submit} noValidate className="grid gap-5">
          {problem && <ErrorBox>{problem}</ErrorBox>}
          <Field label={t`Email`} type="email" autoComplete="username" {...field('email')} />
          <Button type="submit" look="ember" size="lg" disabled={busy}>
            {t`Send link`}
          </Button>
        </form>
      )}
      <Button look="bare" onClick={onBack} className="mt-3 w-full">
        {t`Back to log in`}
      </Button>
    </AuthLayout>
  );
}

const requestRules = async () =>
  (await import('contract/features/accounts/accounts.ts')).requestPasswordReset.body;

/** Sets a new password with the token of a password mail. */
export function SetPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const review = useQuery({
    queryKey: ['reset', token],
    queryFn: () => call('POST /auth/password-reset/login-methods', { body: { token } }),
    gcTime: 0,
    meta: { private: true },
  });
  const [unwanted, setUnwanted] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setUnwanted((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  const { field, submit, problem, busy } = useContractForm({
    rules: confirmRules,
    defaultValues: { token, password: '' },
    onSubmit: async (body) => {
      const ids = review.data?.login_methods.map(({ id }) => id);
      // Only what was listed can be kept: what a stranger added meanwhile goes.
      const keep = ids?.filter((id) => !unwanted.includes(id));
      await call('POST /auth/password-reset/confirm', { body: { ...body, ...(keep && { keep }) } });
      toast(t`Password changed`, t`Please log in with your new password.`);
      onDone();
    },
    failure: { title: t`Couldn’t change your password`, sentence: t`Please request a new link.` },
  });
  return (
    <AuthLayout title={t`Choose a new password`} text={t`This logs you out everywhere else.`}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least ${PASSWORD_MIN} characters.`}
          {...field('password')}
        />
        <QueryView
          query={review}
          loading={t`Loading the other ways to log in...`}
          skeleton={<Skeleton className="h-11" />}
          failed={t`Failed to load the other ways to log in`}
          compact
        >
          {(found) => <Review {...found} unwanted={unwanted} onToggle={toggle} />}
        </QueryView>
        <Button type="submit" look="ember" size="lg" disabled={busy}>
          {t`Set password`}
        </Button>
        <Button look="bare" onClick={onDone}>
          {t`Back to log in`}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** The other ways to log in: they may be a stranger's. */
function Review({
  login_methods,
  second_factor,
  first_confirmation,
  unwanted,
  onToggle,
}: {
  login_methods: LoginMethod[];
  second_factor: boolean;
  first_confirmation: boolean;
  unwanted: readonly string[];
  onToggle: (id: string) => void;
}) {
  if (first_confirmation)
    return login_methods.length > 0 || second_factor ? (
      <p className="text-soft">
        {t`Nobody has confirmed this email address before. So this also removes every passkey, linked login, app password and authenticator app of the account.`}
      </p>
    ) : null;
  return (
    <>
      {login_methods.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-medium">{t`Other ways to log in`}</legend>
          <p className="text-soft">{t`They work without the password. Remove what you don’t recognize.`}</p>
          {login_methods.map(({ id, kind, name, created_at }) => (
            <label key={id} className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-0.5 size-5 shrink-0"
                checked={unwanted.includes(id)}
                onChange={() => onToggle(id)}
              />
              <span className="min-w-0 wrap-anywhere">
                {
                  {
                    passkey: t`Remove the passkey “${name}”`,
                    identity: t`Remove the login “${name}”`,
                    'app-password': t`Remove the app password “${name}”`,
                  }[kind]
                }
                <span className="block text-sm text-faint">{addedWords(formatDate(created_at))}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {second_factor && (
        <p className="text-soft">{t`Logging in still takes a code from the authenticator app.`}</p>
      )}
    </>
  );
}

const addedWords = (date: string) => t`Added ${date}`;

const confirmRules = async () =>
  (await import('contract/features/accounts/accounts.ts')).confirmPasswordReset.body;
