import { expect, it } from 'vitest';
import { pagesShown } from './Pagination.tsx';

it.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 20, '1 2 … 20'],
  [3, 20, '1 2 3 4 … 20'],
  [4, 20, '1 2 3 4 5 … 20'],
  [5, 20, '1 … 4 5 6 … 20'],
  [17, 20, '1 … 16 17 18 19 20'],
  [20, 20, '1 … 19 20'],
  [3, 5, '1 2 3 4 5'],
])('page %i of %i: %s', (page, pages, shown) => {
  expect(
    pagesShown(page, pages)
      .map((one) => one ?? '…')
      .join(' '),
  ).toBe(shown);
});
