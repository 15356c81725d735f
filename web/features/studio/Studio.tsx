import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { Generators } from './Generators.tsx';
import { studioQuery, useLiveStudio } from './queries.ts';
import { StudioLine } from './StudioLine.tsx';
import { type OtherWays, StudioWork } from './StudioWork.tsx';
import './studio.css';

/** The studio, for admins: the requests in line, and the work on one of them. */
export default function Studio(otherWays: OtherWays) {
  const query = useQuery(studioQuery);
  const [selected, setSelected] = useState<string | null>(null);
  useLiveStudio();
  return (
    <QueryView
      query={query}
      loading="Loading the studio..."
      skeleton={<Skeleton className="h-40 rounded-lg!" />}
      failed="Failed to load the studio"
    >
      {(studio) => {
        const request = studio.requests.find(({ id }) => id === selected) ?? studio.requests[0];
        return (
          <div className="studio">
            <div className="studio-side">
              <StudioLine requests={studio.requests} selected={request?.id} onSelect={setSelected} />
              <Generators studio={studio} />
            </div>
            {request ? (
              <StudioWork key={request.id} studio={studio} request={request} {...otherWays} />
            ) : (
              <EmptyState
                picture={<EmptyStage />}
                title="Nothing in line"
                text="Requests come here when all their lamps are lit."
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
