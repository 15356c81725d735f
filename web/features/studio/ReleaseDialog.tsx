import { pluralize } from 'contract/pluralize.ts';
import type { StudioRequest, StudioTake } from 'contract/studio.ts';
import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { songActions } from '../../ui/share.ts';
import { useStudioMutation } from './use-studio-mutation.ts';

/** A take, or the one that is ahead in the choice. */
export type Releasing = StudioTake | 'ahead';

/** Asks once before a take is released, because a release cannot be undone. */
export function ReleaseDialog({
  request: { id, title, artist, backers },
  releasing,
  onClose,
}: {
  request: StudioRequest;
  releasing: Releasing;
  onClose: () => void;
}) {
  const name = releasing === 'ahead' ? 'the take that is ahead' : `take ${releasing.number}`;
  const [, navigate] = useLocation();
  const release = useStudioMutation(
    () =>
      releasing === 'ahead'
        ? call('POST /requests/:id/choice/close', { params: { id } })
        : call('POST /requests/:id/release', { params: { id }, body: { take_id: releasing.id } }),
    {
      success: 'Released',
      failure: 'The take was not released',
      actions: (track) => songActions(track, navigate),
    },
    onClose,
  );
  return (
    <Sheet title={`Release ${name}?`} description={`“${title}” by ${artist}`} onClose={onClose}>
      <p className="mb-5 text-soft">
        It becomes the song of this request and appears on Explore. The requester and{' '}
        {pluralize(backers, 'backer')} are notified.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ember" disabled={release.isPending} onClick={() => release.mutate(undefined)}>
          Release
        </Button>
      </div>
    </Sheet>
  );
}
