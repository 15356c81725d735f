import { useQuery } from '@tanstack/react-query';
import { PASSWORD_MIN } from 'contract/features/accounts/accounts-constants.ts';
import { pluralize } from 'contract/text/pluralize.ts';
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
  const by =
    (!hasPassword && 'your login provider') ||
    (passkeys?.length && 'a passkey') ||
    (factor?.enabled ? 'a password and two-factor' : 'a password only');
  return (
    <SettingSection
      title="Security"
      text={factor && passkeys ? `Your account is protected by ${by}.` : '\u00a0'}
    >
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
    <SettingQuery what="your devices" query={query}>
      {(sessions) => (
        <ul>
          <SettingRow
            icon={MonitorSmartphone}
            name={`Logged in on ${pluralize(sessions.length, 'device')}`}
            text={sessions.length === 1 ? 'Only this one' : 'This one, and others that you can log out'}
            action={{
              word: 'Review',
              label: 'Review your devices',
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
        name="Password"
        text="Set. Changing it logs you out everywhere else."
        action={{ word: 'Change', label: 'Change password', onClick: () => setOpen(true) }}
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
      toast('Password changed', 'You’ve been logged out everywhere else.');
      onClose();
    },
    title: 'Couldn’t change your password',
  });
  return (
    <Sheet title="Change password" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...field('current_password')}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          {...field('new_password')}
        />
        {needsCode && <CodeField {...field('code')} />}
        <Button type="submit" look="ember" disabled={busy}>
          Change password
        </Button>
      </form>
    </Sheet>
  );
}

const passwordRules = async () =>
  (await import('contract/features/accounts/accounts.ts')).changePassword.body;
