import { t } from '@lingui/core/macro';
import { REASON_MAX } from 'contract/features/publishing-constants.ts';
import { site } from '../../lib/site.ts';
import { Button } from '../Button.tsx';
import { ErrorBox, LongField } from '../forms/Field.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Sheet } from './Sheet.tsx';
import { toast } from './toasts.ts';

interface Props {
  /** Title of the track that is reported; undefined for a comment. */
  track?: string;
  /** Example of a reason. */
  example?: string;
  send: (report: { reason: string }) => Promise<unknown>;
  onClose: () => void;
}

const rules = async () => (await import('contract/features/reports.ts')).reportBody;

/** Reports something to the admins. A second report replaces the first. */
export default function ReportDialog({ track, example, send, onClose }: Props) {
  const siteName = site.name;
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { reason: '' },
    onSubmit: async (report) => {
      await send(report);
      if (track) toast(t`Track reported`, t`Thank you. Someone will look into “${track}”.`);
      else toast(t`Comment reported`, t`Thank you. Someone will look into it.`);
      onClose();
    },
    failure: { title: track ? t`Failed to report track` : t`Failed to report comment` },
  });
  return (
    <Sheet
      title={track ? t`Report a track` : t`Report a comment`}
      description={
        track
          ? t`What is wrong with “${track}”? Only the people who run ${siteName} will read this.`
          : t`What is wrong with it? Only the people who run ${siteName} will read this.`
      }
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <LongField
          label={t`Reason`}
          aria-required
          maxLength={REASON_MAX}
          placeholder={example}
          {...field('reason')}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={busy}>
            {t`Report`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
