import type { SongRequest } from 'contract/song-requests.ts';
import { PAGE_SIZE, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { creditsDialog } from '../features/payments/credits-dialog.ts';
import { Board, BoardSkeleton } from '../features/song-requests/Board.tsx';
import { BoardCounts } from '../features/song-requests/BoardCounts.tsx';
import { EMPTY_DRAFT } from '../features/song-requests/draft.ts';
import { FreeBanner } from '../features/song-requests/FreeBanner.tsx';
import { HowItWorks } from '../features/song-requests/HowItWorks.tsx';
import { useBoard } from '../features/song-requests/hooks.ts';
import { useLiveBoard } from '../features/song-requests/live.ts';
import { SubmitForm } from '../features/song-requests/SubmitForm.tsx';
import { useVoter } from '../features/song-requests/voter.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage, NothingFound } from '../ui/lazy-illustrations.ts';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { useTitle } from '../ui/use-title.ts';

const RequestDialog = lazyLayer(() => import('../features/song-requests/RequestDialog.tsx'));

const addressOf = (page: number) => (page === 1 ? '/leaderboard' : `/leaderboard?page=${page}`);
const getCredits = () => creditsDialog.set('packages');

/** `/leaderboard`, with the page of the board in the address as `?page=`. */
export default function Leaderboard() {
  useTitle('Song requests');
  const [, navigate] = useLocation();
  const asked = pageIn(useSearchParams()[0]);
  const { data: board, error, isPlaceholderData, refetch } = useBoard(asked);
  useLiveBoard();
  const voter = useVoter(getCredits);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [asking, setAsking] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);

  const done = (request: SongRequest | null) => {
    setAsking(false);
    setDraft(EMPTY_DRAFT);
    if (!request) return;
    setFresh(request.id);
    // The newest of those without votes is the last of all.
    navigate(addressOf(Math.ceil(((board?.counts.requests ?? 0) + 1) / PAGE_SIZE)));
  };

  return (
    <div className="stage-width grid gap-6 pt-8 pb-16 md:gap-7 md:pt-13 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-x-9">
      <div className="grid content-start gap-5">
        <div>
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">Song requests</h1>
          <p className="mt-1 text-soft">Call for a song, light its {VOTE_GOAL} lamps, and it gets made.</p>
        </div>
        <BoardCounts counts={board?.counts} failed={error !== null} />
        {voter.obstacle === 'plan' && <FreeBanner onViewPlans={() => creditsDialog.set('subscriptions')} />}
      </div>
      <aside
        aria-label="Request a song"
        className="grid content-start gap-5 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
      >
        <SubmitForm
          draft={draft}
          voter={voter}
          onDraft={setDraft}
          onNear={RequestDialog.preload}
          onOpen={() => setAsking(true)}
        />
        <HowItWorks />
      </aside>
      <section aria-labelledby="board" className="grid content-start gap-8">
        <h2 id="board" className="sr-only">
          The board
        </h2>
        {board && board.requests.length > 0 && (
          <div
            aria-busy={isPlaceholderData}
            className={`grid gap-8 transition ${isPlaceholderData ? 'opacity-60' : ''}`}
          >
            <Board board={board} voter={voter} fresh={fresh} />
            <Pagination page={board.page} pages={board.pages} href={addressOf} />
          </div>
        )}
        {board?.requests.length === 0 && (
          <EmptyState
            picture={<EmptyStage />}
            title="No requests yet"
            text="Be the first to request a song!"
          />
        )}
        {!board && error && (
          <EmptyState
            role="alert"
            picture={<NothingFound />}
            title="Failed to load requests"
            text={error.message}
          >
            <Button onClick={() => refetch()}>Try again</Button>
          </EmptyState>
        )}
        {!board && !error && <BoardSkeleton />}
      </section>
      {asking && (
        <RequestDialog
          draft={draft}
          voter={voter}
          onDraft={setDraft}
          onClose={() => setAsking(false)}
          onDone={done}
        />
      )}
    </div>
  );
}

/** What is no page is the first. */
function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1e12 ? page : 1;
}
