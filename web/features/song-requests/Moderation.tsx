import type { RequestPage } from 'contract/song-requests.ts';
import { acceptsVotes, isOnBoard } from 'contract/song-requests-constants.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EditRequest } from './EditRequest.tsx';
import { MergeRequest } from './MergeRequest.tsx';

/** What admins can do with a request: edit it, merge it into another one, decline it. */
export default function Moderation({ request, onDecline }: { request: RequestPage; onDecline: () => void }) {
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null);
  const { status } = request;
  const isWaiting = acceptsVotes(status) || status === 'in_review';
  if (!isWaiting && !isOnBoard(status)) return null;
  const close = () => setOpen(null);
  return (
    <section aria-label="For admins" className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
      <p className="mr-1 text-sm text-faint">For admins</p>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      {isWaiting && <Button onClick={() => setOpen('merge')}>Merge</Button>}
      <Button look="bare" className="text-bad!" onClick={onDecline}>
        Decline
      </Button>
      {open === 'edit' && <EditRequest request={request} onClose={close} />}
      {open === 'merge' && <MergeRequest request={request} onClose={close} />}
    </section>
  );
}
