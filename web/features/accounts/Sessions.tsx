import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from 'contract/sessions.ts';
import { MonitorSmartphone, Smartphone } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { formatDate, formatTimeAgo } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { sessionsQuery } from './security-queries.ts';

/** Where the viewer is signed in, with ways to sign out there. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others'
        ? call('POST /auth/sessions/end-others')
        : call('DELETE /auth/sessions/:id', { params: { id } }),
    onSuccess: (_answer, id) => toast(id === 'others' ? 'Logged out everywhere else' : 'Logged out there'),
    onError: (error) => toastProblem('Couldn’t log you out there', error.message),
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
              {sessions.map((one) => (
                <Row key={one.id} session={one} busy={isPending} onEnd={() => mutate(one.id)} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button className="mt-4" disabled={isPending} onClick={() => mutate('others')}>
                Log out everywhere else
              </Button>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

function Row({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { device, current, created_at, last_used_at } = session;
  const name = device ?? 'Unknown device';
  const Icon = /iPhone|Android/.test(name) ? Smartphone : MonitorSmartphone;
  return (
    <li className="flex items-center gap-4 py-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-soft"
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
        <p className="text-sm text-faint">
          {current ? 'This device' : `Last used ${formatTimeAgo(last_used_at)}`} · since{' '}
          {formatDate(created_at)}
        </p>
      </div>
      {!current && (
        <Button look="bare" disabled={busy} onClick={onEnd} aria-label={`Log out ${name}`}>
          Log out
        </Button>
      )}
    </li>
  );
}
