import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/http/api.ts';
import { forgetMember } from '../../lib/sign-out.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/forms/Field.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { SettingRow, SettingSection } from '../../ui/SettingRow.tsx';
import { PasswordAndCode, useOwnerForm } from './login/PasswordAndCode.tsx';

/** Exporting the viewer's data, and deleting the account. */
export function AccountActions() {
  const [deleting, setDeleting] = useState(false);
  return (
    <SettingSection title={t`Your data`}>
      <ul>
        <SettingRow
          name={t`Export my data`}
          text={t`Everything we keep about you, in one file.`}
          action={{ word: t`Export`, label: t`Export my data`, onClick: () => void exportData() }}
        />
        <SettingRow
          name={t`Delete my account`}
          text={t`Deletes your account and everything personal, for good.`}
          action={{
            word: t`Delete`,
            label: t`Delete my account`,
            bad: true,
            onClick: () => setDeleting(true),
          }}
        />
      </ul>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </SettingSection>
  );
}

/** Downloads everything the server keeps about the viewer. */
async function exportData() {
  try {
    const data = await call('GET /auth/me/export');
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'ovation-data.json' });
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toastProblem(t`Couldn’t export your data`, error);
  }
}

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const { field, submit, problem, busy, needsCode } = useOwnerForm({
    rules,
    defaultValues: { password: '', code: '' },
    onSubmit: async (body) => {
      await call('DELETE /auth/me', { body });
      forgetMember();
      navigate('/');
      toast(t`Account deleted`);
    },
    title: t`Couldn’t delete your account`,
  });
  return (
    <Sheet
      title={t`Delete my account`}
      description={t`This permanently deletes your account and personal data. A playlist that others edit with you goes to one of them if their plan has room for it; otherwise it is deleted, too.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <PasswordAndCode field={field} needsCode={needsCode} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={busy} className="bg-bad! text-ground!">
            {t`Delete account`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/features/accounts/accounts.ts')).deleteMe.body;
