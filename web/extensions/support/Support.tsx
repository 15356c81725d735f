import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { SUPPORT_MESSAGE_MAX } from 'contract/extensions/support-constants.ts';
import { useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, LongField } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { SettingRow, SettingSection } from '../../ui/SettingRow.tsx';

/** Leads to a message to the people who run the site; nothing where they take none. */
export function Support({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['support'],
    queryFn: () => call('GET /support'),
    meta: { private: true },
  });
  if (!data?.available) return null;
  return (
    <SettingSection title={data.premium ? t`Premium support` : t`Support`}>
      <ul>
        <SettingRow
          name={t`Write to us`}
          text={
            data.premium
              ? t`Platinum members come first: we see that the message is yours.`
              : t`Something is wrong, or you have an idea.`
          }
          action={{ word: t`Write`, label: t`Write a message`, onClick: () => setOpen(true) }}
        />
      </ul>
      {open && <SupportDialog email={email} onClose={() => setOpen(false)} />}
    </SettingSection>
  );
}

const rules = async () => (await import('contract/extensions/support.ts')).writeToSupport.body;

/** @param email where the answer goes. */
function SupportDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { message: '' },
    onSubmit: async (body) => {
      await call('POST /support', { body });
      toast(t`Message sent`, t`The answer will come to ${email}.`);
      onClose();
    },
    failure: { title: t`Couldn’t send your message` },
  });
  return (
    <Sheet title={t`Write a message`} description={t`The answer will come to ${email}.`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <LongField label={t`Message`} aria-required maxLength={SUPPORT_MESSAGE_MAX} {...field('message')} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={busy}>
            {busy ? t`Sending…` : t`Send`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
