import type { Board as BoardPage } from 'contract/song-requests.ts';
import { useEffect, useRef } from 'react';
import { Skeleton } from '../../ui/QueryView.tsx';
import { firstRank } from './board-page.ts';
import { RequestCard } from './RequestCard.tsx';
import { useStableOrder } from './use-board-order.ts';
import type { Voter } from './use-voter.ts';

/** On very large screens there are two columns: a wider card would tear the song from its vote button. */
const CARDS = 'grid content-start items-stretch gap-3 md:gap-4 2xl:grid-cols-2';

/** The ranked cards of one page. `fresh` is the id of the request that the viewer has just submitted. */
export function Board({ board, voter, fresh }: { board: BoardPage; voter: Voter; fresh: string | null }) {
  const { ordered, shelved, props } = useStableOrder(board.requests);
  const first = firstRank(board.page);
  return (
    <ol {...props} start={first} className={`relative ${CARDS}`}>
      {ordered.flatMap((request, index) => {
        const { id } = request;
        const starts = index === 0 || shelved.has(id) !== shelved.has(ordered[index - 1]!.id);
        return [
          starts && shelved.size > 0 && (
            <BoardHeading
              key={`${shelved.has(id)}`}
              made={shelved.has(id)}
              voted={ordered.some((one) => one.status === 'queued')}
            />
          ),
          <li key={id} data-id={id}>
            {id === fresh && <ScrollIntoView />}
            <RequestCard request={request} rank={first + index} voter={voter} fresh={id === fresh} />
          </li>,
        ];
      })}
    </ol>
  );
}

/** Parts the requests that reached their goal from those that still need votes. @param voted votes still move one of them. */
function BoardHeading({ made, voted }: { made: boolean; voted: boolean }) {
  return (
    <li data-id={made ? 'made' : 'waiting'} className="col-span-full not-first:mt-5">
      <h3 className="text-xl">{made ? 'Being made' : 'Waiting'}</h3>
      {made && (
        <p className="text-[0.9375rem] text-balance text-soft">
          Their lamps are lit.{' '}
          {voted &&
            'Queued songs are made in the order of their votes, so another vote moves a queued song up.'}
        </p>
      )}
    </li>
  );
}

/** Scrolls its parent into view when it mounts. */
function ScrollIntoView() {
  const marker = useRef<HTMLSpanElement>(null);
  // Newer browsers answer with a promise, which is no clean-up.
  useEffect(() => {
    marker.current!.parentElement!.scrollIntoView({ block: 'center' });
  }, []);
  return <span ref={marker} hidden />;
}

/** Stands in for the board's cards while they load. */
export function BoardSkeleton() {
  return (
    <div className={CARDS}>
      {[1, 2, 3, 4, 5].map((card) => (
        <div
          key={card}
          className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-lg border border-line p-4 md:gap-x-5 md:p-5"
        >
          <Skeleton className="size-11 rounded-full! md:row-span-2 md:size-13" />
          <div className="grid gap-2">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-5 w-2/5" />
          </div>
          <Skeleton className="h-17 w-17 rounded-md md:row-span-2 md:h-19 md:w-22" />
          <div className="col-span-full mt-3 grid gap-2 md:col-span-1 md:col-start-2">
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-3" />
          </div>
        </div>
      ))}
    </div>
  );
}
