import { useQuery } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { Provenance } from 'contract/studio.ts';
import type { Track } from 'contract/tracks.ts';
import { call } from '../lib/api.ts';
import { formatDate } from '../lib/format.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { WishList } from '../ui/WishList.tsx';
import { Facts } from './Facts.tsx';
import { formatOrigin } from './song.ts';

/** Where the song of a track came from; null if the studio did not make it. */
export function useProvenance(track: Track) {
  return useQuery({
    queryKey: ['provenance', track.id],
    // Only requested songs come from the studio.
    enabled: formatOrigin(track) !== null,
    queryFn: () =>
      call('GET /track/:id/provenance', { params: { id: track.id } }).catch((error) => {
        if (error instanceof AnswerProblem && error.status === 404) return null;
        throw error;
      }),
  });
}

/** Who requested and backed a track; a link to the request if that is known. */
export function Origin({
  text,
  request_id,
  onLeave,
}: {
  text: string;
  request_id: string | undefined;
  onLeave: () => void;
}) {
  const look = 'rounded-md bg-raised px-4 py-3 font-medium wrap-anywhere';
  if (!request_id) return <p className={look}>{text}</p>;
  return (
    <AppLink href={`/leaderboard/${request_id}`} onClick={onLeave} className={`${look} hover:underline`}>
      {text}
    </AppLink>
  );
}

/** How the studio made a song: the prompt, the generator, and whether it can be made again. */
export function Made({ provenance }: { provenance: Provenance }) {
  const { prompt, heard, generator, model, version, seed, rights, account, made_at } = provenance;
  const { reproducible, superseded } = provenance;
  return (
    <>
      {prompt && <p className="mt-3 wrap-anywhere">“{prompt}”</p>}
      {heard.length > 0 && (
        <div className="mt-3">
          <WishList label="What was asked for" wishes={heard} />
        </div>
      )}
      <Facts
        facts={[
          ['Made by', generator],
          ['Model', [model, version].filter(Boolean).join(' ')],
          ['Made on', formatDate(made_at)],
          ['Seed', seed !== null && String(seed)],
          ['Rights', rights],
        ]}
      />
      {account && <p className="mt-3 text-soft wrap-anywhere">{account}</p>}
      {reproducible && (
        <p className="mt-3 text-sm text-faint">Same prompt, same seed: the same recording again.</p>
      )}
      {superseded && (
        <p className="mt-3 text-sm text-faint">
          The generator has changed since: this recording cannot be made again.
        </p>
      )}
    </>
  );
}
