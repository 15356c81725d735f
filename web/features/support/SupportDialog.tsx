import { SUPPORT_MESSAGE_MAX } from 'contract/support-constants.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { LongField } from '../../ui/LongField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';

const rules = async () => (await import('contract/support.ts')).writeToSupport.body;

/** @param email where the answer goes. */
export function SupportDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { message: '' },
    onSubmit: async (body) => {
      await call('POST /support', { body });
      toast('Message sent', `The answer will come to ${email}.`);
      onClose();
    },
    failure: { title: 'Couldn’t send your message' },
  });
  return (
    <Sheet title="Write a message" description={`The answer will come to ${email}.`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <LongField label="Message" aria-required maxLength={SUPPORT_MESSAGE_MAX} {...field('message')} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={busy}>
            {busy ? 'Sending…' : 'Send'}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
