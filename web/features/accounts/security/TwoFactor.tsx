import { msg, plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecondFactor } from 'contract/features/accounts/account-security.ts';
import { KeyRound, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { PasswordAndCode, useHasPassword } from '../login/PasswordAndCode.tsx';
import { CONFIRM_FIRST, SettingQuery, useNeedsConfirmation } from './SettingParts.tsx';
import { RecoveryCodes, SetUpTwoFactor } from './SetUpTwoFactor.tsx';
import { codeOnlyRules, passwordAndCodeRules, secondFactorQuery } from './security-queries.ts';

/** Turns codes of an authenticator app on and off. @param isNext whether it is the next thing that makes the account safer. */
export function TwoFactor({ isNext }: { isNext: boolean }) {
  const query = useQuery(secondFactorQuery);
  return (
    <SettingQuery
      loading={t`Loading two-factor authentication...`}
      failed={t`Failed to load two-factor authentication`}
      query={query}
    >
      {(factor) => <State factor={factor} isNext={isNext} />}
    </SettingQuery>
  );
}

function State({
  factor: { enabled, required, recovery_codes_left },
  isNext,
}: {
  factor: SecondFactor;
  isNext: boolean;
}) {
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null);
  const needsConfirmation = useNeedsConfirmation();
  const close = () => setOpen(null);
  const text =
    (required &&
      (enabled
        ? t`You logged in here without a code or a passkey. Log out and in again to have an admin’s rights.`
        : t`Admins of this site need it: until you turn it on or log in with a passkey, you have no more rights than a free member.`)) ||
    (enabled && t`On. You log in with your password and a code from your app.`) ||
    [t`Off. A code from your phone keeps others out.`, needsConfirmation && t(CONFIRM_FIRST)]
      .filter(Boolean)
      .join(' ');
  return (
    <ul>
      <SettingRow
        icon={enabled ? ShieldCheck : ShieldAlert}
        tone={enabled && !required ? 'good' : 'warn'}
        name={t`Two-factor authentication`}
        text={text}
        action={
          enabled
            ? { word: t`Turn off`, onClick: () => setOpen('off') }
            : {
                word: t`Turn on`,
                look: isNext ? 'ember' : 'quiet',
                disabled: needsConfirmation,
                onClick: () => setOpen('set-up'),
              }
        }
      />
      {enabled && (
        <SettingRow
          icon={KeyRound}
          name={t`Recovery codes`}
          text={plural(recovery_codes_left, {
            one: '# recovery code left, for when you lose your phone',
            other: '# recovery codes left, for when you lose your phone',
          })}
          action={{ word: t`Replace`, label: t`New recovery codes`, onClick: () => setOpen('codes') }}
        />
      )}
      {open === 'set-up' && <SetUpTwoFactor onClose={close} />}
      {(open === 'codes' || open === 'off') && <ChangeTwoFactor what={open} onClose={close} />}
    </ul>
  );
}

const words = {
  codes: {
    title: msg`New recovery codes`,
    text: msg`Your current codes will stop working.`,
    button: msg`Make new codes`,
  },
  off: {
    title: msg`Turn off two-factor authentication`,
    text: msg`Your password alone will be enough to log in.`,
    button: msg`Turn off`,
  },
};

/** Replaces the recovery codes, or turns the second factor off. */
function ChangeTwoFactor({ what, onClose }: { what: keyof typeof words; onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { title, text, button } = words[what];
  const hasPassword = useHasPassword();
  const { field, submit, problem, busy } = useContractForm({
    rules: hasPassword ? passwordAndCodeRules : codeOnlyRules,
    defaultValues: { password: '', code: '' },
    onSubmit: async (body) => {
      if (what === 'codes') {
        const made = await call('POST /auth/second-factor/recovery-codes', { body });
        setCodes(made.recovery_codes);
        return;
      }
      await call('DELETE /auth/second-factor', { body });
      toast(t`Two-factor authentication is off`);
      onClose();
      void client.invalidateQueries(secondFactorQuery);
    },
    failure: { title: t`Couldn’t change two-factor authentication` },
  });
  const close = () => {
    void client.invalidateQueries(secondFactorQuery);
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={close} />;
  return (
    <Sheet title={t(title)} description={t(text)} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <PasswordAndCode field={field} needsCode />
        <Button type="submit" look="ember" disabled={busy}>
          {t(button)}
        </Button>
      </form>
    </Sheet>
  );
}
