import { plural, t } from '@lingui/core/macro';

const MINUTE = 60_000;

/** "1 day 6 hours left". @param ms how long. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return t`Closing now`;
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0 && hours > 0)
    return t`${plural(days, { one: '# day', other: '# days' })} ${plural(hours, { one: '# hour', other: '# hours' })} left`;
  if (days > 0) return plural(days, { one: '# day left', other: '# days left' });
  if (hours > 0) return plural(hours, { one: '# hour left', other: '# hours left' });
  return plural(minutes, { one: '# minute left', other: '# minutes left' });
}
