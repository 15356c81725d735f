import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useVote } from './use-vote.ts';
import { checkCanVote, type Voter } from './use-voter.ts';

/** Reason why one cannot vote, or the effect of a vote once the goal is reached; shown before it charges. */
function tooltipOf(obstacle: Voter['obstacle'], votes: number): string | undefined {
  if (obstacle === 'plan') return t`Upgrade to earn credits and vote on requests`;
  if (obstacle === 'credits') return t`You need ${VOTE_COST} credits to vote`;
  if (!obstacle && votes >= VOTE_GOAL) return t`Moves it up the queue for ${VOTE_COST} credits`;
}

/** Votes for a request; shows the votes and an arrow, unless it has other content. If voting is blocked, a click says why. */
export function VoteButton({
  request,
  voter,
  onVoted,
  label,
  className = 'vote figures grid h-17 w-17 shrink-0 content-center justify-items-center gap-1 rounded-md border border-line bg-raised font-display transition select-none md:h-19 md:w-22',
  children = <VoteCount votes={request.votes} />,
}: {
  request: SongRequest;
  voter: Voter;
  /** Called when the server has counted the vote. */
  onVoted?: (request: SongRequest) => void;
  /** The button's name, unless its content is the name. */
  label?: string;
  className?: string;
  children?: ReactNode;
}) {
  const vote = useVote(request.id, onVoted);
  const { highlighted, highlight } = useHighlight();
  const { obstacle } = voter;
  const blocked = obstacle === 'plan' || obstacle === 'credits';
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={blocked || highlighted || vote.isPending || undefined}
      data-tooltip={tooltipOf(obstacle, request.votes)}
      data-lit={highlighted || undefined}
      data-blocked={blocked || undefined}
      data-price={t`${VOTE_COST} credits`}
      onClick={() => {
        if (checkCanVote(voter, request.id) && !vote.isPending && highlight()) vote.mutate(request);
      }}
      className={className}
    >
      {children}
    </button>
  );
}

/** Effect and price of a vote; screen readers also hear which song it is for. */
export function VoteWords({ song, children }: { song: string; children: ReactNode }) {
  return (
    <>
      <Arrow className="h-2 w-3.5" />
      {children}{' '}
      <span className="vote-price figures">
        <Trans>
          {VOTE_COST}
          <span> credits</span>
        </Trans>
      </span>
      <span className="sr-only">, {song}</span>
    </>
  );
}

const Arrow = ({ className }: { className: string }) => (
  <svg viewBox="0 0 22 12" aria-hidden="true" className={`shrink-0 fill-current transition ${className}`}>
    <path d="M9.6.9a2 2 0 0 1 2.8 0l8 7.6A2 2 0 0 1 19 12H3a2 2 0 0 1-1.4-3.5z" />
  </svg>
);

function VoteCount({ votes }: { votes: number }) {
  return (
    <>
      <Arrow className="h-3 w-5.5" />
      <span className="text-xl leading-none font-bold text-[var(--count)] md:text-2xl">{votes}</span>
    </>
  );
}

/** Lights the button for a moment. Meanwhile `highlight` returns false, so that a double click votes once. */
function useHighlight() {
  const [highlighted, setHighlighted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = () => {
    if (timer.current !== undefined) return false;
    setHighlighted(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setHighlighted(false);
    }, HIGHLIGHT_MS);
    return true;
  };
  return { highlighted, highlight };
}

/** Duration of the button's highlight after a click (§9), ms. */
const HIGHLIGHT_MS = 600;
