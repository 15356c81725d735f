import { Undo2 } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { NotificationFace } from './NotificationFace.tsx';
import { NotificationText } from './NotificationText.tsx';
import { type NotificationProps, row } from './notification-look.ts';

export function Refunded({ notification, fresh, onLeave, outcome }: NotificationProps & { outcome: string }) {
  return (
    <div className={row}>
      <NotificationFace notification={notification}>
        <Undo2 size={13} />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome={outcome}>
        {notification.reason && <q className="text-soft">{notification.reason}</q>}
        <span className="text-soft">
          All credits you spent on it were returned.{' '}
          <AppLink
            href="/profile?view=credits"
            onClick={onLeave}
            className="font-medium whitespace-nowrap text-ember-ink hover:underline"
          >
            See your credits
          </AppLink>
          {' · '}
          <AppLink
            href={`/leaderboard/${notification.request_id}`}
            onClick={onLeave}
            className="font-medium whitespace-nowrap text-ember-ink hover:underline"
          >
            See the request
          </AppLink>
        </span>
      </NotificationText>
    </div>
  );
}
