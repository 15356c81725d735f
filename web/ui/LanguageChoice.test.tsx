// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { chooseLanguage } from './LanguageChoice.tsx';

it('a chosen language loads the same address again, with its fragment', () => {
  history.replaceState(null, '', '/playlists/1?lang=de&invitation#token');
  const reload = vi.fn();
  vi.stubGlobal('location', { href: location.href, reload });
  chooseLanguage('fr');
  vi.unstubAllGlobals();
  expect(reload).toHaveBeenCalledOnce();
  expect(location.pathname + location.search + location.hash).toBe('/playlists/1?invitation=#token');
  expect(document.cookie).toContain('language=fr');
});
