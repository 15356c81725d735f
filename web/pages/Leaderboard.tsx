import { t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { pages } from 'contract/pages.ts';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import '../features/song-requests/board/board.css';
import { RequestSongButton } from '../features/song-requests/asking/RequestSongButton.tsx';
import { draft, EMPTY_INPUT } from '../features/song-requests/asking/request-input.ts';
import { Board, BoardSkeleton } from '../features/song-requests/board/Board.tsx';
import { BoardCounts, FreeBanner, HowItWorks } from '../features/song-requests/board/BoardHeader.tsx';
import { parsePage } from '../features/song-requests/board/board-page.ts';
import { useBoard, useLiveBoard } from '../features/song-requests/board/use-live-board.ts';
import { boardQuery } from '../features/song-requests/queries.ts';
import { checkCanRequest, useVoter } from '../features/song-requests/use-voter.ts';
import { say } from '../lib/i18n.ts';
import { useStore } from '../lib/store.ts';
import { EmptyStage, EmptyState } from '../ui/EmptyState.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useTitle } from '../ui/use-title.ts';
import { usePremiere } from './use-premiere.ts';

const RequestDialog = lazyLayer(() => import('../features/song-requests/asking/RequestDialog.tsx'));

const NewRequest = lazyLayer(() => import('../features/song-requests/asking/NewRequest.tsx'));

const urlOf = (page: number) => (page === 1 ? '/leaderboard' : `/leaderboard?page=${page}`);

export const query = (_: string, search: URLSearchParams) =>
  boardQuery(undefined, parsePage(search.get('page')));

/** `/leaderboard`; the URL carries the board's page as `?page=`, or the name of a new request as `?title=` and `?artist=`. */
export default function Leaderboard() {
  useTitle(say(pages.board.title));
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const query = useBoard(page);
  const counts = query.data?.counts;
  useLiveBoard(usePremiere());
  const voter = useVoter();
  const begun = useStore(draft);
  const [input, setInput] = useState(EMPTY_INPUT);
  const [dialogOpen, setDialogOpen] = useState(false);
  const [made, setMade] = useState<SongRequest | null>(null);

  const title = search.get('title');
  const artist = search.get('artist') ?? '';
  useEffect(() => {
    if (title === null) return;
    draft.set({ ...EMPTY_INPUT, title: title.trim(), artist: artist.trim() });
    navigate('/leaderboard', { replace: true });
  }, [title, artist, navigate]);

  useEffect(() => {
    if (!begun) return;
    draft.set(null);
    setInput(begun);
    if (checkCanRequest(voter, begun)) setDialogOpen(true);
  }, [begun, voter]);

  const onDone = (request: SongRequest | null) => {
    setDialogOpen(false);
    setInput(EMPTY_INPUT);
    setMade(request);
  };

  return (
    <div className="board-page stage-width grid gap-6 pt-8 pb-16 md:gap-7 md:pt-13">
      <div className="grid content-start gap-5">
        <div>
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t`Song requests`}</h1>
          <p className="mt-1 text-soft">{t`Ask for a song. At ${VOTE_GOAL} votes AI makes it.`}</p>
        </div>
        <BoardCounts counts={counts} failed={query.isError} />
        <FreeBanner voter={voter} />
      </div>
      <aside
        aria-label={t`Request a song`}
        className="grid content-start gap-5 lg:sticky lg:top-24 lg:self-start"
      >
        <RequestSongButton
          input={input}
          voter={voter}
          onPreload={RequestDialog.preload}
          onOpen={() => setDialogOpen(true)}
        />
        {!query.data?.requests.some(({ own_votes }) => own_votes > 0) && <HowItWorks />}
      </aside>
      <section aria-labelledby="board" className="grid content-start gap-8">
        <h2 id="board" className="sr-only">
          {t`The board`}
        </h2>
        {made && <NewRequest request={made} voter={voter} />}
        <QueryView
          query={query}
          loading={t`Loading requests...`}
          skeleton={<BoardSkeleton />}
          failed={t`Failed to load requests`}
          isEmpty={({ requests }) => requests.length === 0}
          empty={
            <EmptyState
              picture={<EmptyStage />}
              title={t`No requests yet`}
              text={t`Be the first to request a song!`}
            />
          }
        >
          {(board) => {
            // Until it is known who looks, members see this page as visitors do.
            const isOther = query.isPlaceholderData && board.page !== page;
            return (
              <div aria-busy={isOther} className={`grid gap-8 transition ${isOther ? 'opacity-60' : ''}`}>
                <Board board={board} voter={voter} />
                <Pagination page={board.page} pages={board.pages} href={urlOf} />
              </div>
            );
          }}
        </QueryView>
        <noscript>
          <p>{t`Requesting and voting need JavaScript.`}</p>
        </noscript>
      </section>
      {dialogOpen && (
        <RequestDialog
          input={input}
          voter={voter}
          onChange={setInput}
          onClose={() => setDialogOpen(false)}
          onDone={onDone}
        />
      )}
    </div>
  );
}
