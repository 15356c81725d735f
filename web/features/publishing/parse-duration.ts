/** Parses M:SS. @returns seconds; null for anything else. */
export function parseDuration(duration: string): number | null {
  const [, wholeMinutes, seconds] = /^(\d{1,4}):([0-5]\d)$/.exec(duration.trim()) ?? [];
  return wholeMinutes === undefined ? null : Number(wholeMinutes) * 60 + Number(seconds);
}
