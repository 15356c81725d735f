import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage } from '../ui/illustrations.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/leaderboard`. The board opens with song requests; until then the page says so. */
export default function Leaderboard() {
  useTitle('Song requests');
  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">Song requests</h1>
      <p className="mt-1 text-soft">Call for a song, light its thirty lamps, and it gets made.</p>
      <EmptyState
        picture={<EmptyStage />}
        title="The board is not open yet"
        text="Soon you can ask for songs here and vote for those of others."
      >
        <AppLink href="/" className={buttonLook()}>
          Back to Explore
        </AppLink>
      </EmptyState>
    </div>
  );
}
