import { plural, t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { LongField } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { draft } from './form/draft.ts';
import { usePublishingMutation } from './use-publishing-mutation.ts';

const REASON_MAX = 500;
const declineRules = async () => (await import('contract/features/song-requests.ts')).declineRequest.query;

/** Declines a request with a reason, which refunds everyone behind it. */
export function DeclineDialog({ request, onClose }: { request: SongRequest; onClose: () => void }) {
  const { id, title, artist, backers } = request;
  const declining = usePublishingMutation(
    (query: { reason: string }) => call('DELETE /requests/:id', { params: { id }, query }),
    () => {
      if (draft.get().request?.id === id) draft.removeRequest();
      toast(t`Request declined`, t`Every credit for “${title}” was returned`);
      onClose();
    },
  );
  const { field, submit, busy } = useContractForm({
    rules: declineRules,
    defaultValues: { reason: '' },
    onSubmit: declining.mutateAsync,
    failure: { title: t`Failed to decline` },
  });
  return (
    <Sheet title={t`Decline this request?`} description={t`“${title}” by ${artist}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-soft">
          {plural(backers, {
            one: 'It leaves the board. The requester and its backer get every credit back and see your reason. This cannot be undone.',
            other:
              'It leaves the board. The requester and all # backers get every credit back and see your reason. This cannot be undone.',
          })}
        </p>
        <LongField label={t`Reason`} aria-required dir="auto" maxLength={REASON_MAX} {...field('reason')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={busy}>
            {t`Decline and refund`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
