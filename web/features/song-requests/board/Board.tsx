import { t } from '@lingui/core/macro';
import type { Board as BoardPage, SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Skeleton } from '../../../ui/QueryView.tsx';
import type { Voter } from '../use-voter.ts';
import { byVotes, firstRank } from './board-page.ts';
import { RequestCard } from './RequestCard.tsx';

/** On very large screens there are two columns: a wider card would tear the song from its vote button. */
const CARDS = 'grid content-start items-stretch gap-3 md:gap-4 2xl:grid-cols-2';

/** The ranked cards of one page. */
export function Board({ board, voter }: { board: BoardPage; voter: Voter }) {
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
            <RequestCard request={request} rank={first + index} voter={voter} />
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
      <h3 className="text-xl">{made ? t`Funded, now in the studio` : t`Open for votes`}</h3>
      {made && voted && (
        <p className="text-[0.9375rem] text-balance text-soft">
          {t`The studio makes them in the order of their votes, so another vote moves a queued song up.`}
        </p>
      )}
    </li>
  );
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

/**
 * Sorts the cards by votes. While somebody is using the list, it keeps the order on screen, and the shelf of those that
 * reached their goal: a click must never pay for a card that has just moved under the pointer.
 */
function useStableOrder(requests: SongRequest[]) {
  const list = useRef<HTMLOListElement>(null);
  const { active, handlers } = useInteraction(list);
  const onScreen = useRef<string[]>([]);
  const shelf = useRef<ReadonlySet<string>>(new Set());
  const ordered = requests.toSorted(active ? byPositionIn(onScreen.current) : byVotes);
  const ids = ordered.map(({ id }) => id);
  const shelved = active
    ? shelf.current
    : new Set(requests.filter(({ votes }) => votes >= VOTE_GOAL).map(({ id }) => id));
  useLayoutEffect(() => {
    onScreen.current = ids;
    shelf.current = shelved;
  });
  useGlide(list, ids.join());
  /** `shelved` have reached their goal. `props` are for the `<ol>`; its items carry an id as `data-id`. */
  return { ordered, shelved, props: { ref: list, ...handlers } };
}

/** New cards go behind those that are on screen. */
const byPositionIn = (ids: string[]) => (a: SongRequest, b: SongRequest) => {
  const [left, right] = [ids.indexOf(a.id), ids.indexOf(b.id)];
  if (left === -1 && right === -1) return byVotes(a, b);
  return (left === -1 ? ids.length : left) - (right === -1 ? ids.length : right);
};

/** Just below the 200 ms of the other transitions. */
const GLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** Animates the items of a list to their new places when `order` changes; each carries its id as `data-id`. */
function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    const previous = places.current;
    places.current = new Map();
    for (const item of list.current!.children as Iterable<HTMLElement>) {
      const id = item.dataset.id!;
      const before = previous.get(id);
      const now = { x: item.offsetLeft, y: item.offsetTop };
      places.current.set(id, now);
      if (reducedMotion || !before || (before.x === now.x && before.y === now.y)) continue;
      const from = `translate(${before.x - now.x}px, ${before.y - now.y}px)`;
      item.animate([{ transform: from }, { transform: 'none' }], GLIDE);
    }
  }, [list, order]);
}

/** A finger's click follows its `pointerleave`, and a second tap on the same place comes soon after, ms. */
const AFTER_TOUCH = 1500;

/** Tells whether an element is in use: a pointer is over it, or the keyboard's focus is inside. */
function useInteraction(element: RefObject<HTMLElement | null>) {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Removing the element that has the focus fires no blur event.
    if (focus && !element.current?.contains(document.activeElement)) setFocus(false);
  });
  return {
    active: pointer || focus,
    handlers: {
      onPointerEnter: () => {
        clearTimeout(timer.current);
        setPointer(true);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') return setPointer(false);
        clearTimeout(timer.current);
        timer.current = setTimeout(setPointer, AFTER_TOUCH, false);
      },
      onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent) => {
        // When the whole window loses the focus, its active element stays the same.
        const windowLeft = document.activeElement === target;
        if (!windowLeft && !currentTarget.contains(relatedTarget)) setFocus(false);
      },
    },
  };
}
