import type { Track } from 'contract/tracks.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { LostPage } from '../../ui/lazy-illustrations.ts';
import { SimilarTracks } from './SimilarTracks.tsx';

/** The page of a genre or an artist that is unknown: the ones there are, and what is popular. */
export function MissingPlace({ title, text, popular }: { title: string; text: string; popular: Track[] }) {
  return (
    <>
      <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
        <div className="mb-3 h-28 text-faint [&>svg]:h-28 [&>svg]:w-auto">
          <LostPage />
        </div>
        <h1 className="text-title">{title}</h1>
        <p className="text-soft">{text}</p>
        <AppLink href="/genres" className={`${buttonLook('ember')} mt-3`}>
          All genres
        </AppLink>
      </div>
      <SimilarTracks title="Most Popular" similar={popular.map((track) => ({ track, reasons: [] }))} />
    </>
  );
}
