import { expect, type Page } from '@playwright/test';

/** The position of the first audio element, seconds. */
export const position = (page: Page) => page.evaluate(() => document.querySelector('audio')!.currentTime);

export const isPaused = (page: Page) => page.evaluate(() => document.querySelector('audio')!.paused);

/** Expects that the sound plays: its position advances by more than `by` seconds, however slow the machine. */
export async function expectPlaying(page: Page, by = 0.5): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { timeout: 30_000 }).toBeGreaterThan(from + by);
}

/** Expects that the sound is paused: the position stays the same for a while. */
export async function expectPaused(page: Page): Promise<void> {
  await expect.poll(() => isPaused(page)).toBe(true);
  const from = await position(page);
  await page.waitForTimeout(700);
  expect(await position(page)).toBe(from);
}
