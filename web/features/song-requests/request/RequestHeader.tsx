import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { acceptsVotes } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useStore } from '../../../lib/store.ts';
import { Face } from '../../../ui/pictures/Face.tsx';
import { VipBadge } from '../../../ui/pictures/VipBadge.tsx';
import { Skeleton } from '../../../ui/QueryView.tsx';
import { Slot } from '../../../ui/Slot.tsx';
import { Time } from '../../../ui/Time.tsx';
import { WishList } from '../../../ui/WishList.tsx';
import { LastLamp } from '../LastLamp.tsx';
import { Stage } from '../ProgressLamps.tsx';
import { lastLamp, useOptimisticVote } from '../use-vote.ts';
import type { Voter } from '../use-voter.ts';
import { RequestActions, ShareLamp } from './RequestActions.tsx';
import { RequestLyrics } from './RequestLyrics.tsx';
import { RequestNote } from './RequestNote.tsx';
import { Seats, type Spotlight } from './Seats.tsx';

/** A request while its takes are chosen from: only its name, since the takes have the first screen. */
export function ChoiceHeader({ request }: { request: RequestPage }) {
  const { id, title, artist, genre, votes } = request;
  return (
    <header className="choice-header flex items-center gap-4">
      <Face id={id} genre={genre} votes={votes} className="size-13 md:size-17" />
      <div className="min-w-0">
        <h1 className="text-title wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        <p className="text-soft wrap-anywhere">
          <bdi>{artist}</bdi>
        </p>
      </div>
    </header>
  );
}

/** That others choose a take, for those who may not listen. */
export function ChoiceOfOthers({ request: { choosing_ends_at } }: { request: RequestPage }) {
  return (
    <div className="grid gap-1">
      <h2 className="text-title">{t`The people who voted are choosing a take`}</h2>
      {choosing_ends_at !== null && (
        <p className="text-soft">
          <Trans>
            You’ll hear the one they pick. Voting closes on{' '}
            <Time at={choosing_ends_at} format={formatDateTime} />.
          </Trans>
        </p>
      )}
    </div>
  );
}

/** Description of a request, the wishes that the studio understands, and the requester. */
export function RequestWords({ request }: { request: RequestPage }) {
  const { description, requested_by, requester_vip, created_at } = request;
  const wishes = request.wishes.filter(({ outcome }) => outcome !== 'unknown');
  const vip = requester_vip && <VipBadge />;
  return (
    <div className="grid gap-1">
      {description && (
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{description}</bdi>
        </p>
      )}
      {wishes.length > 0 && (
        <div className="my-2">
          <WishList label={t`What the studio understands`} wishes={wishes} />
        </div>
      )}
      <p className="text-[0.9375rem] text-soft">
        {/* Below the name: whether both fit on one line depends on the font, which may come after the first paint. */}
        {requested_by ? (
          <Trans>
            Requested by <bdi>{requested_by}</bdi>
            {vip}{' '}
            <span className="block">
              on <Time at={created_at} />
            </span>
          </Trans>
        ) : (
          <Trans>
            Requested on <Time at={created_at} />
          </Trans>
        )}
      </p>
    </div>
  );
}

/** The first part of a request's page: what was requested and by whom, its lamps, and what to do now. */
export function RequestHeader({
  request,
  voter,
  spotlight,
  tellMe,
}: {
  request: RequestPage;
  voter: Voter;
  spotlight: Spotlight;
  /** For those who have lit no lamp. */
  tellMe: ReactNode;
}) {
  const shown = { ...request, ...useOptimisticVote(request) };
  const moment = useStore(lastLamp) === request.id;
  const { title, artist, genre } = shown;
  return (
    <div className="request-top" data-moment={moment || undefined}>
      <div className="request-words">
        <div className={`grid grid-cols-1 content-start gap-5 ${moment ? 'invisible' : ''}`}>
          <div>
            <p className="mb-3 flex items-center gap-3 text-[0.9375rem] text-soft">
              <Face id={shown.id} genre={genre} votes={shown.votes} className="size-13" />
              {genreLabel(genre)}
            </p>
            <h1 className={`wrap-anywhere ${hasLongWord(title) ? 'request-long-word' : 'text-hero'}`}>
              <bdi>{title}</bdi>
            </h1>
            <p className="mt-3 text-xl text-soft wrap-anywhere">
              <bdi>{artist}</bdi>
            </p>
          </div>
          <RequestWords request={shown} />
          {acceptsVotes(shown.status) && <Slot at="request/sketch" of={{ id: shown.id }} />}
          <RequestActions request={shown} voter={voter} />
          <RequestNote request={shown} voter={voter} />
          <ShareLamp request={shown} username={voter.viewer?.username} tellMe={tellMe} />
          <RequestLyrics request={shown} username={voter.viewer?.username} />
        </div>
        {moment && <LastLamp request={shown} />}
      </div>
      {/* On phones the seats come first. */}
      <div className="request-lamps">
        {/* As high as a line as it is as a banner; in the moment it dims with the rest, and the studio's start waits. */}
        <div className={`grid min-h-9 items-center transition ${moment ? 'opacity-40' : ''}`}>
          <Stage request={moment ? { ...shown, status: 'queued' } : shown} />
        </div>
        <Seats
          votes={shown.votes}
          open={shown.status === 'open'}
          over={shown.status === 'declined' || shown.status === 'returned'}
          beams={moment}
          seats={shown.seats}
          vips={shown.backed_by.filter(({ vip }) => vip).map(({ username }) => username)}
          username={voter.viewer?.username}
          spotlight={spotlight}
        />
      </div>
    </div>
  );
}

const hasLongWord = (title: string) => title.split(/\s+/).some((word) => word.length > 11);

/** Stands in for a request's page while it loads. */
export function RequestSkeleton() {
  return (
    <div className="grid gap-11">
      <div className="request-top">
        <div className="grid gap-5">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-28" />
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-14 rounded-full!" />
        </div>
        <Skeleton className="request-lamps h-24" />
      </div>
      <Skeleton className="h-20" />
    </div>
  );
}
