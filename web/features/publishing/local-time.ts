/** Formats epoch ms for a `datetime-local` field, to the minute. */
export function formatLocalTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Parses such a value. @returns epoch ms; undefined when it is empty. */
export function parseLocalTime(local: string): number | undefined {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? undefined : time;
}
