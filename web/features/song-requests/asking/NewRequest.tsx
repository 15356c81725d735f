import { t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { shareLink } from '../../../ui/layers/share.ts';
import type { Voter } from '../use-voter.ts';
import { RequestOffer } from './RequestOffer.tsx';

/** The request that the viewer has just submitted, and its next steps: a first vote, and sharing it. */
export default function NewRequest({ request, voter }: { request: SongRequest; voter: Voter }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After the dialog has given the focus back.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const { id, title, artist } = request;
  return (
    <section aria-labelledby="new-request" className="grid gap-3">
      <h2 ref={heading} id="new-request" tabIndex={-1} className="text-lg">
        {t`It’s on the board. Share it to get the first votes.`}
      </h2>
      <RequestOffer request={request} voter={voter}>
        <Button
          look="bare"
          onClick={() => void shareLink(t`${title} by ${artist}`, `${location.origin}/leaderboard/${id}`)}
        >
          <Share2 size={17} aria-hidden="true" /> {t`Share`}
        </Button>
      </RequestOffer>
    </section>
  );
}
