import { expect, type Page } from '@playwright/test';

/** Where the sound is, in seconds of the element that plays. */
export const position = (page: Page) => page.evaluate(() => document.querySelector('audio')!.currentTime);

export const isPaused = (page: Page) => page.evaluate(() => document.querySelector('audio')!.paused);

/** The sound really goes on: the element's own clock moves, however slow the machine. */
export async function advances(page: Page, by = 0.5): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { timeout: 30_000 }).toBeGreaterThan(from + by);
}

/** The sound stands still: its clock does not move any more, seen over a while. */
export async function standsStill(page: Page): Promise<void> {
  await expect.poll(() => isPaused(page)).toBe(true);
  const from = await position(page);
  await page.waitForTimeout(700);
  expect(await position(page)).toBe(from);
}
