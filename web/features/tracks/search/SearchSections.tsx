import { t } from '@lingui/core/macro';
import '../../../ui/rows.css';
import './search.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Track } from 'contract/features/tracks.ts';
import { QueryView } from '../../../ui/QueryView.tsx';
import { exploreQuery } from '../queries.ts';
import { Section } from '../Sections.tsx';
import { TrackGridSkeleton } from '../TrackGrid.tsx';
import { NoMatches } from './NoMatches.tsx';

/**
 * §2's sections of the filtered list. The newest tracks don't follow a search.
 * @param shown what stands above: a section is there only if it has another song. Without it, nothing stands above.
 */
export default function SearchSections({ q, shown }: { q: string; shown?: readonly Track[] }) {
  const query = useQuery({ ...exploreQuery(q), placeholderData: keepPreviousData });
  if (shown && !query.data) return null;
  const ids = new Set(shown?.map(({ id }) => id));
  const isNew = ({ id }: Track) => !ids.has(id);
  return (
    <QueryView
      query={query}
      loading={t`Loading music...`}
      showLoading
      skeleton={<TrackGridSkeleton count={4} />}
      failed={t`Failed to load tracks`}
    >
      {({ newReleases, mostPopular, trendingNow }) => {
        if (!shown && mostPopular.length === 0) return <NoMatches q={q} />;
        if (q === '' && ![newReleases, mostPopular, trendingNow].flat().some(isNew)) return null;
        return (
          <div className="grid grid-cols-1 gap-12 pt-12">
            {q === '' && newReleases.some(isNew) && <Section name="new" tracks={newReleases} />}
            {mostPopular.some(isNew) && <Section name="popular" q={q} tracks={mostPopular} />}
            {trendingNow.some(isNew) && <Section name="trending" q={q} tracks={trendingNow} />}
          </div>
        );
      }}
    </QueryView>
  );
}
