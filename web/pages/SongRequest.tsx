import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { isOnBoard } from 'contract/features/song-requests-constants.ts';
import { pages } from 'contract/pages.ts';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Redirect, useParams } from 'wouter';
import '../features/song-requests/board/board.css';
import { Backers } from '../features/song-requests/request/Backers.tsx';
import { RequestActions, ShareLamp } from '../features/song-requests/request/RequestActions.tsx';
import {
  ChoiceHeader,
  ChoiceOfOthers,
  RequestHeader,
  RequestSkeleton,
  RequestWords,
} from '../features/song-requests/request/RequestHeader.tsx';
import { RequestLyrics } from '../features/song-requests/request/RequestLyrics.tsx';
import '../features/song-requests/request/request-page.css';
import '../features/song-requests/request/seats.css';
import { requestPageQuery } from '../features/song-requests/queries.ts';
import { useSpotlight } from '../features/song-requests/request/Seats.tsx';
import { Steps } from '../features/song-requests/request/Steps.tsx';
import { useLiveRequest } from '../features/song-requests/request/use-live-request.ts';
import { lastLamp } from '../features/song-requests/use-vote.ts';
import { useVoter } from '../features/song-requests/use-voter.ts';
import { isMissing } from '../lib/http/api.ts';
import { say } from '../lib/i18n.ts';
import { useSession } from '../lib/session.tsx';
import { useStore } from '../lib/store.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { EmptyState, LostPage } from '../ui/EmptyState.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';
import { usePremiere } from './use-premiere.ts';

const Moderation = lazyLayer(() => import('../features/song-requests/request/Moderation.tsx'));
const DeclineDialog = lazyLayer(async () => ({
  default: (await import('../features/publishing/DeclineDialog.tsx')).DeclineDialog,
}));

export const query = (id: string) => requestPageQuery(undefined, id);

/** `/leaderboard/{id}`: a song request on its way from the first lamp to the song. */
export default function SongRequest() {
  const { id = '' } = useParams();
  const { viewer, loading } = useSession();
  const query = useQuery({
    ...requestPageQuery(viewer?.id, id),
    enabled: !loading,
    // Until their own view is here, members see the page as the server drew it for visitors.
    placeholderData: (shown) => (shown?.id === id ? shown : undefined),
  });
  useTitle(say(query.data ? pages.request.titleOf(query.data) : pages.request.title));
  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <AppLink
        href="/leaderboard"
        className="-ms-3 mb-4 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" /> {t`Requests`}
      </AppLink>
      <QueryView
        page
        query={query}
        loading={t`Loading the request...`}
        skeleton={<RequestSkeleton />}
        failed={t`Failed to load the request`}
        renderError={(error) => (isMissing(error) ? <NotFound /> : null)}
      >
        {(request) =>
          request.merged_into ? (
            <Redirect to={`/leaderboard/${request.merged_into}`} replace />
          ) : (
            <Request request={request} isSure={!loading && !query.isPlaceholderData} />
          )
        }
      </QueryView>
      <noscript>
        <p>{t`Voting needs JavaScript.`}</p>
      </noscript>
    </div>
  );
}

/** @param isSure whether this is the viewer's own view of it. */
function Request({ request, isSure }: { request: RequestPage; isSure: boolean }) {
  const { viewer } = useSession();
  const voter = useVoter();
  useLiveRequest(request.id, usePremiere());
  const spotlight = useSpotlight();
  const [declining, setDeclining] = useState(false);
  // The person who lights the last lamp sees that before the takes.
  const isMoment = useStore(lastLamp) === request.id;
  // Its place is the same for everybody, so that nothing moves when it is known who looks.
  const isChoosing = request.status === 'choosing' && !isMoment;
  const tellMe = isOnBoard(request.status) && (
    <Slot at="request/follow" request={request} username={viewer?.username} />
  );
  const asked = (
    <section aria-label={t`What was asked for`} className="request-asked grid gap-4">
      <RequestWords request={request} />
      <RequestLyrics request={request} username={viewer?.username} />
      <RequestActions request={request} voter={voter} />
      <ShareLamp request={request} username={viewer?.username} tellMe={tellMe} />
    </section>
  );
  return (
    <div className="grid gap-11">
      {isChoosing ? (
        <ChoiceHeader request={request} />
      ) : (
        <RequestHeader request={request} voter={voter} spotlight={spotlight} tellMe={tellMe} />
      )}
      {request.status !== 'in_review' && (
        <>
          {isChoosing ? (
            <>
              <div className="takes-place">
                {request.may_listen ? (
                  <Slot at="takes" request={request} />
                ) : (
                  <div className="choice-of-others" data-sure={isSure || undefined}>
                    <ChoiceOfOthers request={request} />
                    {asked}
                  </div>
                )}
              </div>
              {request.may_listen && asked}
            </>
          ) : (
            mayHear(request) && <Slot at="takes" request={request} />
          )}
          {!isChoosing && <Steps request={request} />}
          <Backers request={request} username={viewer?.username} spotlight={spotlight} />
          <Slot key={request.id} at="request/talk" request={request} />
        </>
      )}
      {viewer?.plan_tier === 'admin' && <Moderation request={request} onDecline={() => setDeclining(true)} />}
      {declining && <DeclineDialog request={request} onClose={() => setDeclining(false)} />}
    </div>
  );
}

/** True if there are takes that the viewer may listen to. */
const mayHear = ({ status, may_listen }: RequestPage) =>
  may_listen && (status === 'in_studio' || status === 'choosing' || status === 'released');

function NotFound() {
  return (
    <EmptyState
      as="h1"
      picture={<LostPage />}
      title={t`Request not found`}
      text={t`The link may be incomplete, or nobody has requested this song.`}
    >
      <AppLink href="/leaderboard" className={buttonLook()}>
        {t`See the requests`}
      </AppLink>
    </EmptyState>
  );
}
