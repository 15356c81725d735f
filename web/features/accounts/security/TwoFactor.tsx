import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecondFactor } from 'contract/features/accounts/account-security.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { PasswordAndCode } from '../login/PasswordAndCode.tsx';
import { OnceConfirmed, SecurityPart } from './SecurityItem.tsx';
import { RecoveryCodes, SetUpTwoFactor } from './SetUpTwoFactor.tsx';
import { passwordAndCodeRules, secondFactorQuery } from './security-queries.ts';

/** Turns codes of an authenticator app on and off. */
export function TwoFactor() {
  const query = useQuery(secondFactorQuery);
  return (
    <SecurityPart title="Two-factor authentication" what="two-factor authentication" query={query}>
      {(factor) => <State factor={factor} />}
    </SecurityPart>
  );
}

function State({ factor: { enabled, required, recovery_codes_left } }: { factor: SecondFactor }) {
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {required && !enabled && (
        <p role="status" className="mb-3 rounded-md border border-ember-ink px-4 py-3">
          Admins of this site need it: until you turn it on or log in with a passkey, you have no more rights
          than a free member.
        </p>
      )}
      {required && enabled && (
        <p role="status" className="mb-3 rounded-md border border-ember-ink px-4 py-3">
          You logged in here without a code or a passkey. Log out and in again to have an admin’s rights.
        </p>
      )}
      <p className="text-soft">
        {enabled
          ? `On. Logging in takes your password and a code from your authenticator app. ${pluralize(recovery_codes_left, 'recovery code')} left.`
          : 'Logging in then takes your password and a code from an app on your phone. Someone who learns your password alone cannot get in.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {enabled ? (
          <>
            <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
            <Button look="bare" onClick={() => setOpen('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <OnceConfirmed>
            <Button onClick={() => setOpen('set-up')}>Turn on</Button>
          </OnceConfirmed>
        )}
      </div>
      {open === 'set-up' && <SetUpTwoFactor onClose={close} />}
      {(open === 'codes' || open === 'off') && <ChangeTwoFactor what={open} onClose={close} />}
    </>
  );
}

const words = {
  codes: {
    title: 'New recovery codes',
    text: 'Your current codes will stop working.',
    button: 'Make new codes',
  },
  off: {
    title: 'Turn off two-factor authentication',
    text: 'Your password alone will be enough to log in.',
    button: 'Turn off',
  },
};

/** Replaces the recovery codes, or turns the second factor off. */
function ChangeTwoFactor({ what, onClose }: { what: keyof typeof words; onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { title, text, button } = words[what];
  const { field, submit, problem, busy } = useContractForm({
    rules: passwordAndCodeRules,
    defaultValues: { password: '', code: '' },
    onSubmit: async (body) => {
      if (what === 'codes') {
        const made = await call('POST /auth/second-factor/recovery-codes', { body });
        setCodes(made.recovery_codes);
        return;
      }
      await call('DELETE /auth/second-factor', { body });
      toast('Two-factor authentication is off');
      onClose();
      void client.invalidateQueries(secondFactorQuery);
    },
    failure: { title: 'Couldn’t change two-factor authentication' },
  });
  const close = () => {
    void client.invalidateQueries(secondFactorQuery);
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={close} />;
  return (
    <Sheet title={title} description={text} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <PasswordAndCode field={field} needsCode />
        <Button type="submit" look="ember" disabled={busy}>
          {button}
        </Button>
      </form>
    </Sheet>
  );
}
