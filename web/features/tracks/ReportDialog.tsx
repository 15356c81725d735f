import { REASON_MAX } from 'contract/features/publishing-constants.ts';
import { call } from '../../lib/http/api.ts';
import { site } from '../../lib/site.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, LongField } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast } from '../../ui/layers/toasts.ts';

const reportRules = async () => (await import('contract/features/reports.ts')).reportTrack.body;

/** Reports a track to the admins. A second report replaces the first. */
export default function ReportDialog({
  track,
  onClose,
}: {
  track: { id: string; title: string };
  onClose: () => void;
}) {
  const { field, submit, problem, busy } = useContractForm({
    rules: reportRules,
    defaultValues: { track_id: track.id, reason: '' },
    onSubmit: async (body) => {
      await call('POST /report', { body });
      toast('Track reported', `Thank you. Someone will look into “${track.title}”.`);
      onClose();
    },
    failure: { title: 'Failed to report track' },
  });
  return (
    <Sheet
      title="Report a track"
      description={`What is wrong with “${track.title}”? Only the people who run ${site.name} will read this.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <LongField
          label="Reason"
          aria-required
          maxLength={REASON_MAX}
          placeholder="For example: it stops after a minute"
          {...field('reason')}
        />
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
