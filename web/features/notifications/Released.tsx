import { trackPath } from 'contract/slugs.ts';
import { Play } from 'lucide-react';
import { useLocation } from 'wouter';
import { usePlayTrack } from '../../player/use-play-track.ts';
import { NotificationFace } from './NotificationFace.tsx';
import { NotificationText } from './NotificationText.tsx';
import { type NotificationProps, row } from './notification-look.ts';

export function Released({
  notification,
  fresh,
  onLeave,
  track_id,
}: NotificationProps & { track_id: string }) {
  const [, navigate] = useLocation();
  const { title } = notification;
  const { play, isPending } = usePlayTrack({ track_id, title }, () => {
    // The page opens with the names of those who called for it.
    navigate(trackPath({ id: track_id, title }));
    onLeave();
  });
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      onClick={play}
      className={`${row} transition hover:bg-raised`}
    >
      <NotificationFace notification={notification} className={`ember ${isPending ? 'animate-pulse' : ''}`}>
        <Play size={12} fill="currentColor" className="translate-x-px" />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome="is out">
        <span className="sr-only">Listen now</span>
      </NotificationText>
    </button>
  );
}

export function Withdrawn({ notification, fresh }: NotificationProps) {
  return (
    <div className={row}>
      <NotificationFace notification={notification} className="bg-raised text-faint">
        <Play size={12} className="translate-x-px" />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome="was out">
        <span className="text-soft">It is no longer available.</span>
      </NotificationText>
    </div>
  );
}
