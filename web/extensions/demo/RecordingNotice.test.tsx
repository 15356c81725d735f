// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { report } from '../../../server/extensions/demo/record.ts';
import { openPage, pageServer, publish } from '../../testing/page.tsx';

const s = pageServer();

const section = (name: string) => screen.findByRole('region', { name });
const titlesIn = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

it('shows the progress of the house band and each new track', async () => {
  report(s.c.band, { done: 0, total: 2, current: null });
  openPage(s, '/');
  expect(await screen.findByText('The house band is recording')).toBeTruthy();
  expect(screen.getByText('0 of 2 tracks')).toBeTruthy();
  await publish(s, 'First');
  act(() => report(s.c.band, { done: 1, total: 2, current: 'First' }));
  expect(await screen.findByText('1 of 2 tracks')).toBeTruthy();
  expect(titlesIn(await section('New Releases'))).toEqual(['First']);
  await publish(s, 'Second');
  act(() => report(s.c.band, null));
  await waitFor(() => expect(screen.queryByText('The house band is recording')).toBeNull());
  expect(titlesIn(await section('New Releases'))).toEqual(['Second', 'First']);
});
