import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { History, X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from '../../../lib/store.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { exploreQuery } from '../queries.ts';
import { forgetSearch, readRecentSearches, recentSearches } from './recent-searches.ts';
import SearchSections from './SearchSections.tsx';
import { SongRow } from './SongRow.tsx';

/** Songs of 'Popular now'. */
const POPULAR = 5;

/** Suggestions under the empty field: the last searches, and what is popular. */
export default function SearchStart() {
  const recent = useStore(recentSearches);
  useEffect(readRecentSearches, []);
  const { data } = useQuery(exploreQuery(''));
  const popular = data ? [...data.mostPopular, ...data.trendingNow].slice(0, POPULAR) : [];
  return (
    <>
      <div className="search-start">
        {recent.length > 0 && (
          <section aria-labelledby="recent">
            <h2 id="recent" className="search-heading">
              {t`Recent`}
            </h2>
            <ul>
              {recent.map((text) => (
                <li key={text} className="search-row">
                  <span className="search-picture">
                    <History size={20} aria-hidden="true" />
                  </span>
                  <AppLink href={`/?q=${encodeURIComponent(text)}`} dir="auto" className="search-text">
                    <span className="search-name">{text}</span>
                  </AppLink>
                  <IconButton label={t`Remove ${text}`} onClick={() => forgetSearch(text)}>
                    <X size={18} />
                  </IconButton>
                </li>
              ))}
            </ul>
          </section>
        )}
        {popular.length > 0 && (
          <section aria-labelledby="popular-now">
            <h2 id="popular-now" className="search-heading">
              {t`Popular now`}
            </h2>
            <ul>
              {popular.map((track) => (
                <SongRow key={track.id} track={track} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {/* §2: a blank query shows everything. */}
      <SearchSections q="" shown={popular} />
    </>
  );
}
