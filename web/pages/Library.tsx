import { SignedIn } from '../accounts/guards.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage } from '../ui/illustrations.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/library`. Collecting opens here; until then the page says so. */
export default function Library() {
  useTitle('Saved Tracks');
  return (
    <SignedIn>
      {() => (
        <div className="stage-width pt-8 pb-16 md:pt-13">
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">Saved Tracks</h1>
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
