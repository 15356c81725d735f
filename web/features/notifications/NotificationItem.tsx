import type { NotificationProps } from './notification-look.ts';
import { Refunded } from './Refunded.tsx';
import { Released, Withdrawn } from './Released.tsx';
import { StageReached } from './StageReached.tsx';

/** What the studio has reached, in words that follow the song's title. */
const stages = {
  request_queued: 'is queued for creation',
  request_choosing: 'has takes to choose from',
  request_in_review: 'waits for your review',
  studio_failed: 'could not be made',
  request_merged: 'goes on with another request',
};

/** A released song, which one click plays, a declined one with the reason, or what happens to a song on its way. */
export function NotificationItem(props: NotificationProps) {
  const { kind, track_id } = props.notification;
  if (kind === 'request_declined') return <Refunded {...props} outcome="was declined" />;
  if (kind === 'request_returned') return <Refunded {...props} outcome="could not be made in time" />;
  if (kind !== 'request_released') return <StageReached {...props} outcome={stages[kind]} />;
  return track_id === null ? <Withdrawn {...props} /> : <Released {...props} track_id={track_id} />;
}
