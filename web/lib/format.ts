import { t } from '@lingui/core/macro';
import { language } from './i18n.ts';

/** A whole number with separators: "1,234". */
export const formatCount = (value: number): string => value.toLocaleString(language);

/** Dates are as the reader's region writes them, and in the reader's zone; on the server in UTC. */
const [region, timeZone] = globalThis.document ? [readerRegion()] : [undefined, 'UTC'];

function readerRegion(): string | undefined {
  try {
    return new Intl.Locale(navigator.language).maximize().region;
  } catch {
    // Some systems name a language that does not exist.
    return undefined;
  }
}

/**
 * The page's language as it is written where the reader is, unless it names a region itself, as `pt-BR` does. Some
 * regions write Arabic with other digits than the page's.
 */
const locale = () => (region && !/-[A-Z]{2}$|^ar/.test(language) ? `${language}-${region}` : language);

/** Makes a function that writes a moment, epoch milliseconds, in words. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) => (time: number) =>
  new Date(time).toLocaleString(locale(), { timeZone, ...options });

/** A day: "November 22, 2026". Epoch milliseconds. */
export const formatDate = dateFormat({ dateStyle: 'long' });

/** A day of a year that goes without saying: "November 22". Epoch milliseconds. */
export const formatDayOfYear = dateFormat({ month: 'long', day: 'numeric' });

/** A day and the time of day: "November 22, 2026 at 6:30 PM". Epoch milliseconds. */
export const formatDateTime = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

const steps: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Formats elapsed time: "3 hours ago"; less than a minute is "just now". Epoch milliseconds. */
export function formatTimeAgo(time: number, now = Date.now()): string {
  const passed = now - time;
  const step = steps.find(([, ms]) => passed >= ms);
  if (!step) return t`just now`;
  const [unit, ms] = step;
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(passed / ms), unit);
}

/** A duration as m:ss, rounded as the catalog rounds it; 0:00 while it is unknown (NaN). Seconds. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The length of a playlist in words: "1 h 12 min", "48 min", "40 s". Seconds. */
export function formatTotalDuration(seconds: number): string {
  if (seconds < 60) {
    const rest = Math.round(seconds);
    return t`${rest} s`;
  }
  const total = Math.round(seconds / 60);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  return hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min`;
}
