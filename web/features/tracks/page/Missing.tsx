import { t } from '@lingui/core/macro';
import type { TrackPage } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonLook } from '../../../ui/Button.tsx';
import { LostPage } from '../../../ui/EmptyState.tsx';
import { SimilarTracks } from './SimilarTracks.tsx';

/** The page of a track that does not exist or was deleted: what one may like instead. */
export function MissingTrack({ page: { deleted, similar } }: { page: TrackPage }) {
  return (
    <>
      <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
        <div className="mb-3 h-28 text-faint [&>svg]:h-28 [&>svg]:w-auto">
          <LostPage />
        </div>
        <h1 className="text-title">{deleted ? t`This track was removed` : t`Track not found`}</h1>
        <p className="text-soft">
          {deleted ? t`It can no longer be played here.` : t`There is no track at this address.`}
        </p>
        <AppLink href="/" className={`${buttonLook('ember')} mt-3`}>
          {t`Back to Explore`}
        </AppLink>
      </div>
      <SimilarTracks title={deleted ? t`You may like these` : t`Most Popular`} similar={similar} />
    </>
  );
}

/** The page of a genre, an artist or a person that is unknown, and what is popular. */
export function MissingPlace({
  title,
  text,
  popular = [],
  children,
}: {
  title: string;
  text: string;
  popular?: Track[];
  /** Links to go on from here. */
  children: ReactNode;
}) {
  return (
    <>
      <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
        <div className="mb-3 h-28 text-faint [&>svg]:h-28 [&>svg]:w-auto">
          <LostPage />
        </div>
        <h1 className="text-title">{title}</h1>
        <p className="text-soft">{text}</p>
        <p className="mt-3">{children}</p>
      </div>
      <SimilarTracks title={t`Most Popular`} similar={popular.map((track) => ({ track, reasons: [] }))} />
    </>
  );
}
