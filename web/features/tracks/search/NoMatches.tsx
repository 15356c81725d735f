import type { ReactNode } from 'react';

/** A search that found no song. */
export function NoMatches({ q, children }: { q: string; children?: ReactNode }) {
  return (
    <div className="no-matches">
      <div role="status">
        <h2 dir="auto" className="search-title">
          No tracks found for "{q}"
        </h2>
        <p className="search-hint">Try a different search term</p>
      </div>
      {children}
    </div>
  );
}
