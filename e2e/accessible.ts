import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Scheme = 'dark' | 'light';

/**
 * Nothing that axe finds on the whole page, once `shown` is there and nothing moves any more: every rule in the first
 * of these schemes, the colours in the others too.
 */
export async function isAccessible(
  page: Page,
  shown: Locator,
  [first, ...others]: [Scheme, ...Scheme[]] = ['dark', 'light'],
): Promise<void> {
  await expect(shown.first()).toBeVisible();
  const told = await violations(page, first, { type: 'tag', values: WCAG_22_AA });
  for (const scheme of others)
    told.push(...(await violations(page, scheme, { type: 'rule', values: ['color-contrast'] })));
  expect(told, `${page.url()} ${shown}`).toEqual([]);
}

async function violations(page: Page, colorScheme: Scheme, runOnly: axe.RunOnly): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    // New colours are there with the next frame, and what fades to them begins then; what inherits them, after it.
    const drawn = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
    await drawn();
    // One that has ended may stay, to hold what it led to.
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running');
    while (moving().length > 0) {
      await Promise.all(moving().map((one) => one.finished.catch(() => {})));
      await drawn();
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] };
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) =>
        `${colorScheme}, ${id}: ${node.target.join(' ')}\n  ${node.failureSummary?.replaceAll('\n', '\n  ')}`,
    ),
  );
}
