import { endpoints } from 'contract/api.ts';
import { pageNames, pages } from 'contract/pages.ts';
import { describe, expect, it } from 'vitest';
import { apiPaths } from './dev-proxy.ts';

describe('the proxy of the development server', () => {
  const isProxied = (path: string) => new RegExp(apiPaths).test(path);

  it.each(endpoints.map(({ route, path }) => [route, path.replace(/:\w+/g, '0b0e5f0c-1')]))(
    'passes %s on to the API',
    (_, path) => {
      expect(isProxied(path)).toBe(true);
      expect(isProxied(`${path}?limit=1`)).toBe(true);
    },
  );

  it.each(['/media/cover.webp', '/openapi.json'])('passes %s on to the API', (path) => {
    expect(isProxied(path)).toBe(true);
  });

  it.each([
    ...pageNames.map((name) => pages[name].path),
    '/main.tsx',
    '/features/tracks/queries.ts',
    '/@vite/client',
    '/trackless',
  ])('leaves %s to Vite', (path) => expect(isProxied(path.replace(/:\w+\??/g, '7'))).toBe(false));
});
