import { Sparkles } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { NotificationFace } from './NotificationFace.tsx';
import { NotificationText } from './NotificationText.tsx';
import { type NotificationProps, row } from './notification-look.ts';

export function StageReached({
  notification,
  fresh,
  onLeave,
  outcome,
}: NotificationProps & { outcome: string }) {
  const { role, request_id } = notification;
  const href = role === 'admin' ? '/create?view=studio' : `/leaderboard/${request_id}`;
  return (
    <AppLink href={href} onClick={onLeave} className={`${row} transition hover:bg-raised`}>
      <NotificationFace notification={notification} className="bg-raised text-ember-ink">
        <Sparkles size={13} />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome={outcome}>
        {notification.reason && <span className="text-soft">{notification.reason}</span>}
      </NotificationText>
    </AppLink>
  );
}
