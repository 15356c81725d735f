import { pluralize } from 'contract/pluralize.ts';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';

const MINUTE = 60_000;

/** How long a choice stays open, and when it closes. @param at epoch milliseconds. */
export function Closing({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-sm text-soft sm:text-right">
      <span className="figures block font-display text-lg font-semibold text-ink">
        {formatTimeLeft(at - now)}
      </span>
      Closes on {formatDateTime(at)}
    </p>
  );
}

/** "1 day 6 hours left". @param ms how long. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return 'Closing now';
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${pluralize(days, 'day')}${hours > 0 ? ` ${pluralize(hours, 'hour')}` : ''} left`;
  if (hours > 0) return `${pluralize(hours, 'hour')} left`;
  return `${pluralize(minutes, 'minute')} left`;
}
