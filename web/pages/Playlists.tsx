import { SignedIn } from '../accounts/guards.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage } from '../ui/illustrations.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/playlists`. Collecting opens here; until then the page says so. */
export default function Playlists() {
  useTitle('My Playlists');
  return (
    <SignedIn>
      {() => (
        <div className="stage-width pt-8 pb-16 md:pt-13">
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">My Playlists</h1>
          <EmptyState
            picture={<EmptyStage />}
            title="Not open yet"
            text="Soon you can collect what you like here."
          />
        </div>
      )}
    </SignedIn>
  );
}
