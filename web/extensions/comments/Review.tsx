import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ManagedComment } from 'contract/extensions/comments/comments.ts';
import { formatTimeAgo } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { judge, mute, toReviewQuery, useCommentMutation } from './queries.ts';

/** The comments that wait for an admin or were reported. */
export default function Review() {
  const query = useInfiniteQuery(toReviewQuery);
  return (
    <PagedList
      query={query}
      loading={t`Loading comments...`}
      failed={t`Failed to load the comments`}
      empty={t`No comment waits for you.`}
      rowHeight="h-24"
    >
      {(comment) => <Row key={comment.id} comment={comment} />}
    </PagedList>
  );
}

function Row({ comment }: { comment: ManagedComment }) {
  const { id, text, state, by, title, on, subject, reasons, created_at, is_muted } = comment;
  const judging = useCommentMutation(
    (verdict: 'hide' | 'show') => judge(id, verdict),
    t`Failed to change the comment`,
  );
  const muting = useCommentMutation(
    () => mute(id, !is_muted),
    is_muted ? t`Failed to unmute` : t`Failed to mute`,
  );
  const writer = <bdi>{by ?? t`A former member`}</bdi>;
  const place = (
    <AppLink
      href={on === 'track' ? `/tracks/${subject}` : `/leaderboard/${subject}`}
      dir="auto"
      className="font-medium text-ember-ink hover:underline"
    >
      {title}
    </AppLink>
  );
  const ago = formatTimeAgo(created_at);
  return (
    <li className="grid gap-x-8 gap-y-3 py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <p dir="auto" className="text-lg wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        {reasons.map((reason, index) => (
          <p key={index} dir="auto" className="mt-1 text-bad wrap-anywhere">
            {t`Reported: ${reason}`}
          </p>
        ))}
        <p className="mt-1 text-[0.9375rem] text-soft wrap-anywhere">
          {state === 'waiting' ? (
            <Trans>
              {writer} on {place}, {ago}; nobody else sees it yet
            </Trans>
          ) : (
            <Trans>
              {writer} on {place}, {ago}
            </Trans>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={judging.isPending} onClick={() => judging.mutate('show')}>
          {state === 'shown' ? t`Keep` : t`Show`}
        </Button>
        <Button disabled={judging.isPending} onClick={() => judging.mutate('hide')}>
          {t`Hide`}
        </Button>
        {by !== null && (
          <Button look="bare" disabled={muting.isPending} onClick={() => muting.mutate(undefined)}>
            {is_muted ? t`Unmute ${by}` : t`Mute ${by}`}
          </Button>
        )}
      </div>
    </li>
  );
}
