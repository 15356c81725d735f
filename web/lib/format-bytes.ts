const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A size in the largest unit in which it is at least 1: "820 B", "3.4 MB", "12 GB". Powers of 1,000, as disks count. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
