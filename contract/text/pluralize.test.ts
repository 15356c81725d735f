import { expect, it } from 'vitest';
import { pluralize } from './pluralize.ts';

it('counts with the noun in its right form', () => {
  expect(pluralize(1, 'vote')).toBe('1 vote');
  expect(pluralize(1200, 'vote')).toBe('1,200 votes');
  expect(pluralize(2, 'reply', 'replies')).toBe('2 replies');
});
