import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { PASSWORD_MIN } from 'contract/features/accounts/accounts-constants.ts';
import { Check, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { SettingRow, SettingSection } from '../../../ui/SettingRow.tsx';
import { CodeField, useHasPassword, useOwnerForm } from '../login/PasswordAndCode.tsx';
import { hasPasskeys } from '../login/passkey-browser.ts';
import { authSettingsQuery } from '../members/invitation-queries.ts';
import { Identities } from './Identities.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SettingQuery } from './SettingParts.tsx';
import { emailQuery, passkeysQuery, secondFactorQuery, sessionsQuery } from './security-queries.ts';
import { TwoFactor } from './TwoFactor.tsx';

/** Protection of the viewer's account, and the next step that makes it safer. */
export function Security() {
  const { data: email } = useQuery(emailQuery);
  const { data: factor } = useQuery(secondFactorQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  const canAdd = useQuery(authSettingsQuery).data?.passkeys === true && hasPasskeys();
  const next =
    (email?.mail && !email.confirmed && 'email') ||
    (!factor?.enabled && 'factor') ||
    (canAdd && passkeys?.length === 0 && 'passkey');
  const hasPassword = useHasPassword();
  const protection =
    (!hasPassword && t`Your account is protected by your login provider.`) ||
    (passkeys?.length && t`Your account is protected by a passkey.`) ||
    (factor?.enabled
      ? t`Your account is protected by a password and two-factor.`
      : t`Your account is protected by a password only.`);
  return (
    <SettingSection title={t`Security`} text={factor && passkeys ? protection : '\u00a0'}>
      {hasPassword && <Password />}
      <TwoFactor isNext={next === 'factor'} />
      <Passkeys canAdd={canAdd} isNext={next === 'passkey'} />
      <Identities />
      <Devices />
    </SettingSection>
  );
}

function Devices() {
  const query = useQuery(sessionsQuery);
  const [, navigate] = useLocation();
  return (
    <SettingQuery loading={t`Loading your devices...`} failed={t`Failed to load your devices`} query={query}>
      {(sessions) => (
        <ul>
          <SettingRow
            icon={MonitorSmartphone}
            name={t`Logged in on ${plural(sessions.length, { one: '# device', other: '# devices' })}`}
            text={sessions.length === 1 ? t`Only this one` : t`This one, and others that you can log out`}
            action={{
              word: t`Review`,
              label: t`Review your devices`,
              onClick: () => navigate('/profile/settings/apps'),
            }}
          />
        </ul>
      )}
    </SettingQuery>
  );
}

function Password() {
  const [open, setOpen] = useState(false);
  return (
    <ul>
      <SettingRow
        icon={Check}
        tone="good"
        name={t`Password`}
        text={t`Set. Changing it logs you out everywhere else.`}
        action={{ word: t`Change`, label: t`Change password`, onClick: () => setOpen(true) }}
      />
      {open && <ChangePassword onClose={() => setOpen(false)} />}
    </ul>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { field, submit, problem, busy, needsCode } = useOwnerForm({
    rules: passwordRules,
    defaultValues: { current_password: '', new_password: '', code: '' },
    onSubmit: async (body) => {
      await call('POST /auth/password', { body });
      toast(t`Password changed`, t`You’ve been logged out everywhere else.`);
      onClose();
    },
    title: t`Couldn’t change your password`,
  });
  return (
    <Sheet title={t`Change password`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label={t`Current password`}
          type="password"
          autoComplete="current-password"
          {...field('current_password')}
        />
        <Field
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least ${PASSWORD_MIN} characters.`}
          {...field('new_password')}
        />
        {needsCode && <CodeField {...field('code')} />}
        <Button type="submit" look="ember" disabled={busy}>
          {t`Change password`}
        </Button>
      </form>
    </Sheet>
  );
}

const passwordRules = async () =>
  (await import('contract/features/accounts/accounts.ts')).changePassword.body;
