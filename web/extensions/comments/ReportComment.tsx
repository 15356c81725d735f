import { REASON_MAX } from 'contract/features/publishing-constants.ts';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, LongField } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast } from '../../ui/layers/toasts.ts';

const rules = async () => (await import('contract/extensions/comments/comments.ts')).reportComment.body;

/** Reports a comment to the admins. A second report replaces the first. */
export default function ReportComment({ id, onClose }: { id: string; onClose: () => void }) {
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      await call('POST /comments/:id/report', { params: { id }, body });
      toast('Comment reported', 'Thank you. Someone will look into it.');
      onClose();
    },
    failure: { title: 'Failed to report comment' },
  });
  return (
    <Sheet
      title="Report a comment"
      description="What is wrong with it? Only the people who run this site will read this."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <LongField label="Reason" aria-required maxLength={REASON_MAX} {...field('reason')} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={busy}>
            Report
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
