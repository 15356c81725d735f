import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing that axe finds, on the whole page, once `shown` is there and nothing moves any more. */
export async function isAccessible(page: Page, shown: Locator): Promise<void> {
  await expect(shown.first()).toBeVisible();
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(' ')}\n  ${node.failureSummary?.replaceAll('\n', '\n  ')}`,
    ),
  );
  expect(told, `${page.url()} ${shown}`).toEqual([]);
}
