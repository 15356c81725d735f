import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { QrCode } from '../../../ui/pictures/QrCode.tsx';
import { useHasPassword } from '../login/PasswordAndCode.tsx';
import { codeRules, secondFactorQuery } from './security-queries.ts';

interface Secret {
  secret: string;
  uri: string;
}

/** Three steps: the password, the app's first code, and the recovery codes. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirmed = (codes: string[]) => {
    setCodes(codes);
    toast(t`Two-factor authentication is on`);
  };
  // Only now: the section below would otherwise replace this dialog before the codes are read.
  const close = () => {
    if (codes) void client.invalidateQueries(secondFactorQuery);
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={close} />;
  return (
    <Sheet title={t`Turn on two-factor authentication`} onClose={close}>
      {secret ? <Confirm secret={secret} onConfirmed={confirmed} /> : <Begin onBegun={setSecret} />}
    </Sheet>
  );
}

function Begin({ onBegun }: { onBegun: (secret: Secret) => void }) {
  const hasPassword = useHasPassword();
  const { field, submit, problem, busy } = useContractForm({
    rules: hasPassword ? beginRules : noRules,
    defaultValues: { password: '' },
    onSubmit: async (body) => onBegun(await call('POST /auth/second-factor', { body })),
    failure: { title: t`Couldn’t turn it on` },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <p className="text-soft">
        {t`You need an authenticator app on your phone, such as Aegis, Google Authenticator or your password manager.`}
      </p>
      {hasPassword && (
        <Field label={t`Password`} type="password" autoComplete="current-password" {...field('password')} />
      )}
      <Button type="submit" look="ember" disabled={busy}>
        {t`Continue`}
      </Button>
    </form>
  );
}

function Confirm({ secret, onConfirmed }: { secret: Secret; onConfirmed: (codes: string[]) => void }) {
  const { field, submit, problem, busy } = useContractForm({
    rules: codeRules,
    defaultValues: { code: '' },
    onSubmit: async (body) => {
      const { recovery_codes } = await call('POST /auth/second-factor/confirm', { body });
      onConfirmed(recovery_codes);
    },
    failure: { title: t`Couldn’t turn it on` },
  });
  const key = secret.secret.match(/.{1,4}/g)?.join(' ');
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <p className="text-soft">{t`Scan this with your app, then enter the code that it shows.`}</p>
      <QrCode
        text={secret.uri}
        label={t`QR code for your authenticator app`}
        className="mx-auto w-48 rounded-md"
      />
      <p className="text-center text-sm text-soft">
        <Trans>
          Or enter this key: <span className="font-mono wrap-anywhere text-ink">{key}</span>
        </Trans>
      </p>
      <Field
        label={t`Code`}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        autoFocus
        {...field('code')}
      />
      <Button type="submit" look="ember" disabled={busy}>
        {t`Turn on`}
      </Button>
    </form>
  );
}

const noRules = async () => (await beginRules()).omit({ password: true });
const beginRules = async () =>
  (await import('contract/features/accounts/account-security.ts')).beginSecondFactor.body;

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Sheet
      title={t`Your recovery codes`}
      description={t`Each works once, if you lose your app. Keep them where only you can read them: we won’t show them again.`}
      onClose={onClose}
    >
      <ul className="grid grid-cols-2 gap-3 rounded-md border border-line p-4 text-center font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy(codes)}>{t`Copy`}</Button>
        <Button onClick={() => save(codes)}>{t`Download`}</Button>
        <Button look="ember" onClick={onClose}>
          {t`I have saved them`}
        </Button>
      </div>
    </Sheet>
  );
}

/** The toast does not repeat the codes. */
async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast(t`Recovery codes copied`);
  } catch {
    toastProblem(t`Couldn’t copy the codes`, t`Please download them, or write them down.`);
  }
}

function save(codes: string[]): void {
  const { host } = location;
  const text = `${t`Recovery codes for ${host}. Each works once.`}\n\n${codes.join('\n')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: url, download: 'ovation-recovery-codes.txt' }).click();
  URL.revokeObjectURL(url);
}
