import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { call } from '../testing/calls.ts';
import { serverPerTest } from '../testing/hooks.ts';
import { member } from '../testing/requests.ts';
import { signUp } from '../testing/server.ts';

const s = serverPerTest();

it.each(['in review', 'declined', 'merged'])(
  'a request that is %s without approval is told by no extension',
  async (state) => {
    const [ann, bob] = [await member(s, 500, 'premium'), await member(s, 500, 'premium')];
    const { token } = await signUp(s, { tier: 'admin' });
    const submit = async (who: typeof ann, title: string, description = '') =>
      (
        await call(s, 'POST /requests', {
          token: who.token,
          body: { title, artist: 'Ilse', genre: 'jazz', description },
        })
      ).body.id as string;
    const into = await submit(bob, 'Another song');
    const id = await submit(ann, 'Rain on Tin', 'this fucking song');
    if (state === 'declined') await call(s, `DELETE /requests/${id}?reason=Please%20be%20kind`, { token });
    if (state === 'merged') await call(s, `POST /requests/${id}/merge`, { token, body: { into } });

    const body = { take_id: randomUUID() };
    expect((await call(s, `GET /requests/${id}/takes`)).status).toBe(404);
    expect((await call(s, `GET /requests/${id}/takes`, { token: bob.token })).status).toBe(404);
    expect((await call(s, `GET /requests/${id}/takes`, { token: ann.token })).status).toBe(200);
    expect((await call(s, `PUT /requests/${id}/choice`, { token: bob.token, body })).status).toBe(404);
    expect((await call(s, `PUT /requests/${id}/choice`, { body })).status).toBe(401);
    for (const picture of [`requests/${id}`, `lamps/${id}-1`])
      expect((await call(s, `GET /social/${picture}.jpg`)).status).toBe(404);
    for (const path of ['/search?q=rain%20on%20tin', '/feeds/requests.json', '/sitemap-requests-1.xml']) {
      const { body: listed, status } = await call(s, `GET ${path}` as 'GET /', { token: bob.token });
      expect([path, status]).toEqual([path, 200]);
      for (const secret of [id, 'Rain on Tin']) expect(JSON.stringify(listed)).not.toContain(secret);
    }
  },
);
