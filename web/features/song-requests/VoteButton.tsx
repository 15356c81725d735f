import { VOTE_COST } from 'contract/song-requests-constants.ts';
import type { Voter } from './voter.ts';

const tooltips = {
  plan: 'Upgrade to earn credits and vote on requests',
  credits: `You need ${VOTE_COST} credits to vote`,
  visitor: undefined,
};

/** As large as a thumb, with the count on it. One that cannot vote can still be asked why. */
export function VoteButton({
  title,
  votes,
  obstacle,
  lit,
  busy,
  onPress,
}: {
  title: string;
  votes: number;
  obstacle: Voter['obstacle'];
  lit: boolean;
  busy: boolean;
  onPress: () => void;
}) {
  const blocked = obstacle === 'plan' || obstacle === 'credits';
  return (
    <button
      type="button"
      aria-label={`Vote for ${title}, ${votes} ${votes === 1 ? 'vote' : 'votes'}`}
      aria-disabled={blocked || busy || undefined}
      data-tooltip={obstacle ? tooltips[obstacle] : undefined}
      data-lit={lit || undefined}
      data-blocked={blocked || undefined}
      onClick={onPress}
      // A key that is held down is one wish, not thirty a second.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      className="vote figures grid h-17 w-17 shrink-0 content-center justify-items-center gap-1 rounded-md border border-line bg-raised font-display transition select-none md:h-19 md:w-22"
    >
      <svg viewBox="0 0 22 12" aria-hidden="true" className="h-3 w-5.5 fill-current transition">
        <path d="M9.6.9a2 2 0 0 1 2.8 0l8 7.6A2 2 0 0 1 19 12H3a2 2 0 0 1-1.4-3.5z" />
      </svg>
      <span className="text-[1.375rem] leading-none font-bold text-[var(--count)] md:text-2xl">{votes}</span>
    </button>
  );
}
