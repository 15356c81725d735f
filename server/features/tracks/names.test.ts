import { expect, it } from 'vitest';
import { searchText } from './names.ts';

it('keeps title and artist on separate lines', () => {
  expect(searchText({ title: 'Two\nLines', display_artist: 'Björk' })).toBe('two lines\nbjork');
});
