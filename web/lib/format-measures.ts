import { formatCount } from './format.ts';
import { language } from './i18n.ts';

/** A number with one decimal: "4.2". */
export const formatTenths = (value: number): string =>
  value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A size in the largest unit in which it is at least 1: "820 B", "3.4 MB", "12 GB". Powers of 1,000, as disks count. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 9.95 ? formatTenths(value) : formatCount(Math.round(value))} ${UNITS[unit]}`;
}

/** "−14.3 LUFS". */
export const formatLoudness = (lufs: number): string => `${formatTenths(lufs).replace('-', '−')} LUFS`;
