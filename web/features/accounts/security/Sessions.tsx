import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from 'contract/features/accounts/account-security.ts';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatTimeAgo } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { SettingRow, SettingSection } from '../../../ui/SettingRow.tsx';
import { SettingQuery } from './SettingParts.tsx';
import { sessionsQuery } from './security-queries.ts';

/** Sessions shown at first: this one, and the last used ones. */
const FEW = 5;

/** Sessions of the viewer, with ways to end them. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const client = useQueryClient();
  const [showsAll, setShowsAll] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others'
        ? call('POST /auth/sessions/end-others')
        : call('DELETE /auth/sessions/:id', { params: { id } }),
    onSuccess: (_answer, id) => toast(id === 'others' ? t`Logged out everywhere else` : t`Logged out there`),
    onError: (error) => toastProblem(t`Couldn’t log you out there`, error),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
  return (
    <SettingSection title={t`Devices`} text={t`Where you’re logged in.`}>
      <SettingQuery
        loading={t`Loading your devices...`}
        failed={t`Failed to load your devices`}
        query={query}
      >
        {(sessions) => (
          <>
            <ul>
              {thisFirst(sessions)
                .slice(0, showsAll ? undefined : FEW)
                .map((one) => (
                  <Item key={one.id} session={one} busy={isPending} onEnd={() => mutate(one.id)} />
                ))}
            </ul>
            <div className="settings-more">
              {sessions.length > 1 && (
                <Button look="bare" disabled={isPending} onClick={() => mutate('others')}>
                  {t`Log out everywhere else`}
                </Button>
              )}
              {sessions.length > FEW && !showsAll && (
                <Button look="bare" onClick={() => setShowsAll(true)}>
                  {showAll(sessions.length)}
                </Button>
              )}
            </div>
          </>
        )}
      </SettingQuery>
    </SettingSection>
  );
}

const showAll = (count: number) => t`Show all ${count}`;
const lastUsed = (ago: string) => t`Last used ${ago}`;

const thisFirst = (sessions: Session[]) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

function Item({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { device, current, last_used_at } = session;
  const name = device ?? t`Unknown device`;
  const isPhone = /iPhone|iPad|Android/.test(name);
  return (
    <SettingRow
      icon={isPhone ? Smartphone : Laptop}
      name={name}
      text={current ? t`This device` : lastUsed(formatTimeAgo(last_used_at))}
      action={
        current ? undefined : { word: t`Log out`, label: t`Log out ${name}`, disabled: busy, onClick: onEnd }
      }
    />
  );
}
