import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { AnswerProblem, ReadableError } from 'contract/answers.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { toast } from '../../../ui/layers/toasts.ts';
import { codeRules, identitiesQuery } from '../security/security-queries.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { forgetProviderReturn, type ProviderReturn } from './provider-trip.ts';

/** The second step of logging in. */
export function EnterCode({
  onCode,
  onBack,
}: {
  onCode: (code: string) => Promise<unknown>;
  onBack: () => void;
}) {
  const { field, submit, problem, busy } = useContractForm({
    rules: codeRules,
    defaultValues: { code: '' },
    onSubmit: ({ code }) => onCode(code),
    failure: { title: t`Login failed` },
  });
  return (
    <AuthLayout
      title={t`Enter your code`}
      text={t`Open your authenticator app for the code. Without it, use one of your recovery codes.`}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        {/* Not type=number: recovery codes have letters. */}
        <Field label={t`Code`} autoComplete="one-time-code" spellCheck={false} autoFocus {...field('code')} />
        <Button type="submit" look="ember" size="lg" disabled={busy}>
          {busy ? t`Logging in…` : t`Continue`}
        </Button>
        <Button look="bare" onClick={onBack}>
          {t`Back to log in`}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** Finishes what the browser went to the login provider for: logging in, or linking an account there. */
export function FinishProvider({
  answer: { purpose, state, code, iss, from, provider },
  onEnter,
  onBack,
}: {
  answer: ProviderReturn;
  onEnter: (signIn: () => Promise<{ authToken: string }>) => Promise<void>;
  onBack: () => void;
}) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [token, setToken] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    forgetProviderReturn();
    const finish = async () => {
      if (code === null)
        throw new ReadableError(t`The login provider did not confirm it. Nothing has changed.`);
      const body = { state, code, iss, provider };
      if (purpose === 'log-in') return onEnter(() => call('POST /auth/provider-login', { body }));
      await call('POST /auth/identities', { body });
      toast(t`Login linked`, t`You can log in with it from now on.`);
      void client.invalidateQueries(identitiesQuery);
      navigate(from, { replace: true });
    };
    finish().catch((error: Error) => {
      if (error instanceof AnswerProblem && error.code === 'second_factor_required')
        setToken(String(error.details.token));
      else setReason(sentenceOf(error));
    });
  });

  if (token !== null) {
    const enter = (code: string) =>
      onEnter(() => call('POST /auth/provider-login/code', { body: { token, code } }));
    return <EnterCode onCode={enter} onBack={onBack} />;
  }
  return (
    <AuthLayout
      title={purpose === 'link' ? t`Link a login` : t`Log in`}
      text={reason === null ? t`One moment…` : t`That didn’t work.`}
    >
      {reason !== null && (
        <div className="grid gap-5">
          <ErrorBox>{reason}</ErrorBox>
          <Button look="ember" size="lg" onClick={onBack}>
            {purpose === 'link' ? t`Back to your settings` : t`Back to log in`}
          </Button>
        </div>
      )}
    </AuthLayout>
  );
}
