import { pages } from 'contract/pages.ts';
import { SignedIn } from '../features/accounts/guards.tsx';
import { SavedTracks } from '../features/tracks/SavedTracks.tsx';
import { KeptPage, useOnlyKept } from '../offline/lazy-kept.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/library` */
export default function Library() {
  useTitle(pages.library.title);
  if (useOnlyKept()) return <KeptPage />;
  return (
    <SignedIn>
      {() => (
        <div className="stage-width pt-8 pb-16 md:pt-13">
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">Saved Tracks</h1>
          <p className="mt-1 text-soft">Your personal collection of favorite songs</p>
          <SavedTracks />
        </div>
      )}
    </SignedIn>
  );
}
