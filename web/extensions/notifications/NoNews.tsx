import { t } from '@lingui/core/macro';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/QueryView.tsx';

/** An inbox without news. */
export function NoNews({ onLeave }: { onLeave?: () => void }) {
  return (
    <EmptyState
      picture={<EmptyStage />}
      title={t`No notifications yet`}
      text={t`Vote for a request or follow an artist, and the news comes here.`}
    >
      <AppLink href="/leaderboard" onClick={onLeave} className={buttonLook()}>
        {t`See the requests`}
      </AppLink>
    </EmptyState>
  );
}

/** Stands in for rows while they load. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <ul aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <li key={row} className="inbox-row">
          <Skeleton className="inbox-picture" />
          <Skeleton className="h-10 flex-1" />
        </li>
      ))}
    </ul>
  );
}
