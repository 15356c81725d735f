import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** A search that found no song. */
export function NoMatches({ q, children }: { q: string; children?: ReactNode }) {
  return (
    <div className="no-matches">
      <div role="status">
        <h2 className="search-title">{t`No tracks found for "${q}"`}</h2>
        <p className="search-hint">{t`Try a different search term`}</p>
      </div>
      {children}
    </div>
  );
}
