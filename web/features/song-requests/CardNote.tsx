import type { SongRequest } from 'contract/song-requests.ts';
import { Share2 } from 'lucide-react';
import { useStore } from '../../lib/store.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { shareLink } from '../../ui/share.ts';
import { lastLamp } from './last-lamp.ts';

const link =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-ember-ink hover:underline md:min-h-9';

/** What just happened on a card: the viewer requested the song, or lit its last lamp. Offers what to do next. */
export function CardNote({
  request: { id, title, artist },
  fresh,
}: {
  request: SongRequest;
  fresh: boolean;
}) {
  const last = useStore(lastLamp) === id;
  return (
    <div role="status" className="contents">
      {(last || fresh) && (
        <p className="col-span-full mt-3 flex flex-wrap items-center justify-between gap-x-5 rounded-sm bg-raised px-3.5 py-1 md:col-start-3">
          {last ? (
            <>
              <strong className="font-semibold">You lit the last lamp.</strong>
              <AppLink href={`/leaderboard/${id}`} className={link}>
                See the stage
              </AppLink>
            </>
          ) : (
            <>
              You are its first believer.
              <button
                type="button"
                onClick={() =>
                  void shareLink(`${title} by ${artist}`, `${location.origin}/leaderboard/${id}`)
                }
                className={link}
              >
                <Share2 size={16} aria-hidden="true" /> Share the link
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
