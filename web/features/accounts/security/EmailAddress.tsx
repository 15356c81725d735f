import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailAddress as Address } from 'contract/features/accounts/accounts.ts';
import { useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { PasswordAndCode, useOwnerForm } from '../login/PasswordAndCode.tsx';
import { SettingQuery } from './SettingParts.tsx';
import { emailQuery } from './security-queries.ts';

/** The viewer's email address: whether it is confirmed, and changing it. */
export function EmailAddress() {
  const query = useQuery(emailQuery);
  return (
    <SettingQuery
      loading={t`Loading your email address...`}
      failed={t`Failed to load your email address`}
      query={query}
    >
      {(address) => <State address={address} />}
    </SettingQuery>
  );
}

function State({ address: { email, confirmed, limited, mail } }: { address: Address }) {
  const [changing, setChanging] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /auth/email/confirmation', { body: {} }),
    onSuccess: () => toast(t`Link sent`, t`Please check the mailbox of ${email}.`),
    onError: (error) => toastProblem(t`Couldn’t send the link`, error),
  });
  return (
    <ul>
      <SettingRow
        name={email}
        text={mail && (confirmed ? t`Confirmed` : t`Not confirmed`)}
        action={{ word: t`Change`, label: t`Change email`, onClick: () => setChanging(true) }}
      />
      {mail && !confirmed && (
        <SettingRow
          name={t`Confirm your email address`}
          text={
            limited
              ? t`We sent you a link. Until you open it, you cannot request songs, vote, report or have a public profile.`
              : t`Then you can get back into your account, and add a passkey or two-factor.`
          }
          action={{
            word: limited ? t`Send again` : t`Send a link`,
            look: 'ember',
            disabled: isPending,
            onClick: () => mutate(),
          }}
        />
      )}
      {changing && <ChangeEmail onClose={() => setChanging(false)} />}
    </ul>
  );
}

/** Changes the address; where mail is sent, only when the link to the new one is opened. */
function ChangeEmail({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { refresh } = useSession();
  const { field, submit, problem, busy, needsCode } = useOwnerForm({
    rules,
    defaultValues: { email: '', password: '', code: '' },
    onSubmit: async (body) => {
      const { email, sent } = await call('POST /auth/email', { body });
      onClose();
      if (sent)
        return toast(t`Link sent`, t`Your address changes when you open the link that we sent to ${email}.`);
      toast(t`Email address changed`);
      void client.invalidateQueries(emailQuery);
      await refresh();
    },
    title: t`Couldn’t change your email address`,
  });
  return (
    <Sheet title={t`Change email`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label={t`New email`} type="email" autoComplete="email" inputMode="email" {...field('email')} />
        <PasswordAndCode field={field} needsCode={needsCode} />
        <Button type="submit" look="ember" disabled={busy}>
          {t`Continue`}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/features/accounts/accounts.ts')).changeEmail.body;
