import { useQueryClient } from '@tanstack/react-query';
import {
  INVITATION_DAYS_MAX,
  INVITATION_FRAGMENT,
  INVITATION_USES_MAX,
} from 'contract/accounts-constants.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { copyLink } from '../../ui/share-link.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { invitationsQuery } from './invitation-queries.ts';

/** Makes an invitation and shows its link, once. */
export function CreateInvitation({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [link, setLink] = useState<string | null>(null);
  const { form, field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { note: '', max_uses: 1, days: 7 },
    onSubmit: async (body) => {
      const { token } = await call('POST /invitations', { body });
      setLink(`${location.origin}/signup#${INVITATION_FRAGMENT}${token}`);
      void client.invalidateQueries(invitationsQuery);
    },
    failure: { title: 'Couldn’t create the invitation' },
  });
  if (link)
    return (
      <Sheet
        title="Your invitation"
        description="Send this link to the person you invite. It is shown only once."
        onClose={onClose}
      >
        <input
          aria-label="Link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="h-12 w-full rounded-md border border-line bg-ground px-4 font-mono text-sm"
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="ember" onClick={() => void copyLink(link)}>
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </Sheet>
    );
  const number = (name: 'max_uses' | 'days', max: number) => ({
    ...form.register(name, { valueAsNumber: true }),
    error: field(name).error,
    type: 'number',
    inputMode: 'numeric' as const,
    min: 1,
    max,
  });
  return (
    <Sheet title="New invitation" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="For whom"
          hint="A note for you; optional."
          autoComplete="off"
          maxLength={100}
          {...field('note')}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field label="Accounts" {...number('max_uses', INVITATION_USES_MAX)} />
          <Field label="Days" {...number('days', INVITATION_DAYS_MAX)} />
        </div>
        <Button type="submit" look="ember" disabled={busy}>
          Create link
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/members.ts')).createInvitation.body;
