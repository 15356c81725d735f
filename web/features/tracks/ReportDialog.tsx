import { useMutation } from '@tanstack/react-query';
import { REASON_MAX, REASON_REQUIRED } from 'contract/publishing-constants.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { LongField } from '../../ui/LongField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';

/** Reports a track to the admins. A second report replaces the first. */
export default function ReportDialog({
  track,
  onClose,
}: {
  track: { id: string; title: string };
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /report', { body: { track_id: track.id, reason } }),
    onSuccess: () => {
      toast('Track reported', `Thank you. Someone will look into "${track.title}".`);
      onClose();
    },
    onError: ({ message }) => toastProblem('Failed to report track', message),
  });
  const missing = reason.trim() === '';
  return (
    <Sheet
      title="Report a track"
      description={`What is wrong with "${track.title}"? Only the people who run Ovation will read this.`}
      onClose={onClose}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (!missing && !isPending) mutate();
        }}
      >
        {error && <ErrorBox>{error.message}</ErrorBox>}
        <LongField
          label="Reason"
          aria-required
          maxLength={REASON_MAX}
          placeholder="For example: it stops after a minute"
          value={reason}
          error={submitted && missing ? REASON_REQUIRED : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={isPending}>
            Report
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
