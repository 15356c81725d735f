import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/hooks.ts';
import { publishTrack, signUp } from '../../../testing/server.ts';
import { withExtensions } from '../../../testing/with-extensions.ts';

const s = serverOfFile({ publicUrl: 'https://ovation.example' });
const get = (url: string, headers: Record<string, string> = {}) => s.app.inject({ url, headers });
const KEPT = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';

async function expectKept(...urls: string[]) {
  for (const url of urls) {
    const { headers } = await get(url);
    expect(headers['cache-control'], url).toBe(KEPT);
    expect(String(headers.vary), url).toContain('authorization');
  }
}

it('visitors’ lists and songs may be kept by caches, apart from what a session asks for', async () => {
  const id = await publishTrack(s.c);
  await expectKept('/track', `/track/${id}`, '/explore', `/track/${id}/page`, '/requests/heard');
  const { token } = await signUp(s);
  for (const authorization of [`Bearer ${token}`, 'Bearer wrong'])
    expect((await get('/track', { authorization })).headers['cache-control']).toBe('no-store');
});

withExtensions('so may those of extensions', () => expectKept('/genre', '/search?q=a', '/explore/asked'));

it('what has not changed is not sent again', async () => {
  const first = await get('/track');
  const again = (etag: string) => get('/track', { 'if-none-match': etag });
  const same = await again(first.headers.etag as string);
  expect([same.statusCode, same.payload, same.headers.etag]).toEqual([304, '', first.headers.etag]);
  expect(same.headers['x-total-count']).toBe(first.headers['x-total-count']);
  await publishTrack(s.c, { title: 'New' });
  expect((await again(first.headers.etag as string)).statusCode).toBe(200);
});

it.each(['/requests/board', '/track/none', '/healthz', '/auth/me', '/credits'])(
  '%s is not kept',
  async (url) => {
    expect(String((await get(url)).headers['cache-control'])).not.toContain('s-maxage');
  },
);
