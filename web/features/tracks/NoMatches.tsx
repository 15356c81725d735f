import type { ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyState, NothingFound } from '../../ui/EmptyState.tsx';

/** A search on Explore that found nothing, and the way to have the song made. */
export default function NoMatches({ q, suggestion }: { q: string; suggestion: ReactNode }) {
  return (
    <EmptyState
      role="status"
      picture={<NothingFound />}
      title={`No tracks found for "${q}"`}
      text="Try a different search term"
    >
      <div className="basis-full">{suggestion}</div>
      <p dir="auto" className="basis-full wrap-anywhere">
        Nobody has made “{q}” yet.
      </p>
      <AppLink href={`/leaderboard?title=${encodeURIComponent(q)}`} className={buttonLook('quiet')}>
        Request it
      </AppLink>
    </EmptyState>
  );
}
