const DAY_MS = 86_400_000;

/** The Monday (UTC) of the week of a moment: `2026-11-16`. @param moment epoch milliseconds. */
export function weekOf(moment: number): string {
  const sinceMonday = (new Date(moment).getUTCDay() + 6) % 7;
  return new Date(moment - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
