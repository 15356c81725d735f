import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from 'contract/features/accounts/account-security.ts';
import { MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { QueryView, Skeleton } from '../../../ui/QueryView.tsx';
import { SecurityItem } from './SecurityItem.tsx';
import { sessionsQuery } from './security-queries.ts';

/** Sessions shown at first: this one, and the last used ones. */
const FEW = 5;

/** Where the viewer is signed in, with ways to sign out there. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const client = useQueryClient();
  const [showsAll, setShowsAll] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others'
        ? call('POST /auth/sessions/end-others')
        : call('DELETE /auth/sessions/:id', { params: { id } }),
    onSuccess: (_answer, id) => toast(id === 'others' ? 'Logged out everywhere else' : 'Logged out there'),
    onError: (error) => toastProblem('Couldn’t log you out there', error),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
  return (
    <div>
      <h3 className="mb-3 text-lg">Where you’re logged in</h3>
      <QueryView
        query={query}
        loading="Loading your devices..."
        skeleton={<Skeleton className="h-11" />}
        failed="Failed to load your devices"
        compact
      >
        {(sessions) => (
          <>
            <ul className="divide-y divide-line border-y border-line">
              {thisFirst(sessions)
                .slice(0, showsAll ? undefined : FEW)
                .map((one) => (
                  <Item key={one.id} session={one} busy={isPending} onEnd={() => mutate(one.id)} />
                ))}
            </ul>
            <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
              {sessions.length > 1 && (
                <Button disabled={isPending} onClick={() => mutate('others')}>
                  Log out everywhere else
                </Button>
              )}
              {sessions.length > FEW && !showsAll && (
                <Button look="bare" onClick={() => setShowsAll(true)}>
                  Show all {sessions.length}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

const thisFirst = (sessions: Session[]) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

function Item({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { device, current, created_at, last_used_at } = session;
  const name = device ?? 'Unknown device';
  const used = current ? 'This device' : `Last used ${formatTimeAgo(last_used_at)}`;
  return (
    <SecurityItem
      icon={/iPhone|Android/.test(name) ? Smartphone : MonitorSmartphone}
      name={name}
      facts={`${used} · since ${formatDate(created_at)}`}
      action={
        current ? undefined : { word: 'Log out', label: `Log out ${name}`, disabled: busy, onClick: onEnd }
      }
    />
  );
}
