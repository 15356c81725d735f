import type { SongRequest } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Button } from '../../ui/Button.tsx';
import { Lamps } from '../../ui/Lamps.tsx';
import { useSimilar } from './hooks.ts';
import { useVote } from './use-vote.ts';
import type { Voter } from './voter.ts';

/** While one types: what is on the board already and may be meant. A vote costs a twentieth of a request. */
export function NearMatches({
  title,
  artist,
  voter,
  onVoted,
}: {
  title: string;
  artist: string;
  voter: Voter;
  onVoted: () => void;
}) {
  const similar = useSimilar(title, artist);
  return (
    <div role="status" className="empty:hidden">
      {similar.length > 0 && (
        <div className="spotlight grid gap-3 rounded-md border border-line bg-raised p-4">
          <p className="text-sm text-soft">
            {similar.length === 1 ? 'Is it this one?' : 'Is it one of these?'} A vote costs {VOTE_COST}{' '}
            credits.
          </p>
          <ul className="grid gap-4">
            {similar.map((request) => (
              <Match key={request.id} request={request} voter={voter} onVoted={onVoted} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Match({ request, voter, onVoted }: { request: SongRequest; voter: Voter; onVoted: () => void }) {
  const { shown, busy, press } = useVote(request, voter, onVoted);
  return (
    <li className="grid gap-2">
      <p dir="auto" className="leading-snug wrap-anywhere">
        <span className="font-semibold">{shown.title}</span> <span className="text-soft">{shown.artist}</span>
      </p>
      <Lamps lit={shown.votes} goal={VOTE_GOAL} className="h-2" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="figures text-sm text-soft">
          {shown.votes} of {VOTE_GOAL} votes
        </span>
        <Button
          aria-label={`Vote for it instead: ${shown.title}`}
          aria-disabled={busy || undefined}
          className="bg-stage"
          onClick={press}
        >
          Vote for it instead
        </Button>
      </div>
    </li>
  );
}
