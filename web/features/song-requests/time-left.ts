import { pluralize } from 'contract/text/pluralize.ts';

const MINUTE = 60_000;

/** "1 day 6 hours left". @param ms how long. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return 'Closing now';
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${pluralize(days, 'day')}${hours > 0 ? ` ${pluralize(hours, 'hour')}` : ''} left`;
  if (hours > 0) return `${pluralize(hours, 'hour')} left`;
  return `${pluralize(minutes, 'minute')} left`;
}
