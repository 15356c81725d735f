import type { SongRequest } from 'contract/song-requests.ts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { LongField } from '../../ui/LongField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { draft } from './draft.ts';
import { usePublishingMutation } from './use-publishing-mutation.ts';

const REASON_MAX = 500;

/** Declines a request with a reason, which refunds everyone behind it. */
export function DeclineDialog({ request, onClose }: { request: SongRequest; onClose: () => void }) {
  const { id, title, artist, backers } = request;
  const [reason, setReason] = useState('');
  const declining = usePublishingMutation(
    (text: string) => call('DELETE /requests/:id', { params: { id }, query: { reason: text } }),
    () => {
      if (draft.get().request?.id === id) draft.removeRequest();
      toast('Request declined', `Every credit for "${title}" was returned`);
      onClose();
    },
    (error) => toastProblem('Failed to decline', error.message),
  );
  return (
    <Sheet title="Decline this request?" description={`“${title}” by ${artist}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '' && !declining.isPending) declining.mutate(reason.trim());
        }}
        className="grid gap-5"
      >
        <p className="text-soft">
          It leaves the board. The requester and {backers === 1 ? 'its backer' : `all ${backers} backers`} get
          every credit back and see your reason. This cannot be undone.
        </p>
        <LongField
          label="Reason"
          aria-required
          dir="auto"
          maxLength={REASON_MAX}
          value={reason}
          error={declining.error?.message.replace('reason: ', '')}
          onChange={({ target }) => {
            declining.reset();
            setReason(target.value);
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={reason.trim() === '' || declining.isPending}>
            Decline and refund
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
