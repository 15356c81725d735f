import { useInfiniteQuery } from '@tanstack/react-query';
import { AppLink } from '../../ui/AppLink.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { OwnRequest } from './OwnRequest.tsx';
import { ownRequestsQuery } from './queries.ts';

const sections = {
  requested: {
    title: 'My requests',
    loading: 'Loading your requests...',
    empty: 'You haven’t requested a song yet.',
  },
  voted: { title: 'My votes', loading: 'Loading your votes...', empty: 'You haven’t voted yet.' },
} as const;

/** The requests that the viewer made or voted for, each with its status. */
export function OwnRequests({ as }: { as: keyof typeof sections }) {
  const query = useInfiniteQuery(ownRequestsQuery(as));
  const { title, loading, empty } = sections[as];
  return (
    <section aria-labelledby={`own-${as}`}>
      <h2 id={`own-${as}`} className="mb-3 text-title">
        {title}
      </h2>
      <PagedList
        query={query}
        loading={loading}
        rowHeight="h-16"
        empty={
          <>
            {empty}{' '}
            <AppLink href="/leaderboard" className="font-medium text-ember-ink hover:underline">
              See the requests
            </AppLink>
          </>
        }
      >
        {(request) => <OwnRequest key={request.id} request={request} />}
      </PagedList>
    </section>
  );
}
