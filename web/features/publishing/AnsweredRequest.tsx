import { pluralize } from 'contract/pluralize.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/Button.tsx';
import { draft } from './draft.ts';

/** The song request that the track answers. */
export function AnsweredRequest({ request }: { request: SongRequest }) {
  const { title, artist, description, backers, votes } = request;
  return (
    <section
      aria-label="The request"
      className="spotlight flex items-start gap-4 rounded-lg border border-ember/60 bg-stage py-3.5 pr-2 pl-5 md:pl-6"
    >
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <p>
          <span className="text-soft">Answers the request </span>
          <span className="font-semibold">
            “{title}” by {artist}
          </span>
        </p>
        {description && (
          <p dir="auto" className="mt-1 text-soft whitespace-pre-line">
            {description}
          </p>
        )}
        <p className="figures mt-1 text-[0.9375rem] text-soft">
          {pluralize(votes, 'vote')} from {pluralize(backers, 'backer')}. Publishing the track releases the
          request.
        </p>
      </div>
      <IconButton label="Not for this request" onClick={draft.removeRequest}>
        <X size={18} />
      </IconButton>
    </section>
  );
}
