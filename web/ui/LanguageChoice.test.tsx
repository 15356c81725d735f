// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/storage/session-token.ts';
import { chooseLanguage, followLanguage, LanguageRow } from './LanguageChoice.tsx';
import { currentToast } from './layers/toasts.ts';

const reload = vi.fn();
/** Opens an address of the English page. */
function open(address: string) {
  history.replaceState(null, '', address);
  vi.stubGlobal('location', { href: document.location.href, reload });
}
const place = () => document.location.pathname + document.location.search + document.location.hash;

beforeEach(() => {
  document.documentElement.dataset.languages = 'en de fr';
  // biome-ignore lint/suspicious/noDocumentCookie: as the page does.
  document.cookie = 'language=; max-age=0; path=/';
  reload.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a chosen language loads the same address again, with its fragment', async () => {
  open('/playlists/1?lang=de&invitation#token');
  await chooseLanguage('fr');
  expect(reload).toHaveBeenCalledOnce();
  expect(place()).toBe('/playlists/1?invitation=#token');
  expect(document.cookie).toContain('language=fr');
});

it('a member’s choice is saved first; if that fails, the page stays as it is', async () => {
  open('/');
  vi.spyOn(session, 'token').mockReturnValue('token');
  const fetch = vi.fn(async () => new Response('{}', { status: 503 }));
  vi.stubGlobal('fetch', fetch);
  await chooseLanguage('de');
  expect(fetch).toHaveBeenCalledWith(
    '/auth/me',
    expect.objectContaining({ method: 'PATCH', body: '{"language":"de"}' }),
  );
  expect([reload.mock.calls, document.cookie]).toEqual([[], '']);
  expect(currentToast.get()?.title).toBe('Couldn’t change the language');
  fetch.mockImplementation(async () => new Response('{}'));
  await chooseLanguage('de');
  expect(reload).toHaveBeenCalledOnce();
});

it('a member’s language is taken over, once, unless the address names another or it is not offered', () => {
  for (const [address, setting] of [
    ['/?lang=en', 'de'],
    ['/', 'ko'],
    ['/', 'en'],
    ['/', null],
  ] as const) {
    open(address);
    followLanguage(setting);
  }
  expect(reload).not.toHaveBeenCalled();
  open('/library');
  followLanguage('de');
  expect(document.cookie).toContain('language=de');
  followLanguage('de');
  expect(reload).toHaveBeenCalledOnce();
});

it('where cookies are refused, the address names the language', () => {
  open('/library');
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  followLanguage('de');
  expect(place()).toBe('/library?lang=de');
});

it('the settings show what is saved', () => {
  render(<LanguageRow saved="de" />);
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('de');
});
