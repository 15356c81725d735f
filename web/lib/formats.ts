/** Seconds as m:ss; what is no number yet is 0:00. */
export function minutes(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const steps: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago that was ("3 hours ago"); less than a minute is "just now". Epoch milliseconds. */
export function ago(then: number, now = Date.now()): string {
  const passed = now - then;
  const step = steps.find(([, ms]) => passed >= ms);
  if (!step) return 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    -Math.floor(passed / step[1]),
    step[0],
  );
}

/** A long time in words: "1 h 12 min", "48 min", "40 s". Seconds. */
export function duration(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / 3600), Math.round((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${rest} min`;
  return seconds < 60 ? `${seconds} s` : `${rest} min`;
}
