import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from 'contract/errors.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { PASSWORD, signUp } from '../../testing/server.ts';

const s = serverOfFile();

const picture = (background: string, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } });
const send = (token: string, body: Buffer, type = 'image/png') =>
  call(s, 'POST /auth/avatar', { token, body, headers: { 'content-type': type, host: 'ovation.test' } });
const fileOf = (address: string) => s.c.media.locate(path.basename(address))!.file;
const files = async () => readdir(path.dirname(fileOf('/media/00000000000000000000000000000000.webp')));

describe('a profile picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'is accepted as %s and stored as a square WebP without metadata',
    async (format) => {
      const { token } = await signUp(s);
      const file = await picture('#c0ffee')
        .withExif({ IFD0: { Copyright: 'the place it was taken' } })
        .toFormat(format)
        .toBuffer();
      const { status, body } = await send(token, file, 'text/plain');
      expect(status).toBe(200);
      expect(body.avatar_url).toMatch(/^http:\/\/ovation\.test\/media\/[0-9a-f]{32}-256\.webp$/);
      const kept = await sharp(fileOf(body.avatar_url)).metadata();
      expect(kept).toMatchObject({ format: 'webp', width: 256, height: 256 });
      expect(kept.exif ?? kept.xmp ?? kept.icc).toBeUndefined();
      const served = await s.app.inject({ url: new URL(body.avatar_url).pathname });
      expect(served.headers['content-type']).toBe('image/webp');
      const me = await call(s, 'GET /auth/me', { token, headers: { host: 'ovation.test' } });
      expect(me.body.avatar_url).toBe(body.avatar_url);
      // A form sends the address back unchanged.
      const same = await call(s, 'PATCH /auth/me', {
        token,
        headers: { host: 'ovation.test' },
        body: { name: 'New', avatar_url: body.avatar_url },
      });
      expect(same).toMatchObject({ status: 200, body: { avatar_url: body.avatar_url, name: 'New' } });
    },
  );

  it('is rotated as its EXIF orientation says', async () => {
    const { token } = await signUp(s);
    const half = await picture('#f00', 100, 200).png().toBuffer();
    const file = await picture('#00f', 200, 200)
      .composite([{ input: half, left: 0, top: 0 }])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const { body } = await send(token, file);
    const { data } = await sharp(fileOf(body.avatar_url)).raw().toBuffer({ resolveWithObject: true });
    expect(data[2]!).toBeGreaterThan(200); // the blue half was on the right
  });

  it('is deleted when it is replaced or removed, or with the account, unless another user has the same one', async () => {
    const [one, two] = [await signUp(s), await signUp(s)];
    const red = await picture('#f00').png().toBuffer();
    const blue = await picture('#00f').png().toBuffer();
    const first = (await send(one.token, red)).body.avatar_url;
    expect((await send(two.token, red)).body.avatar_url).toBe(first);
    const second = (await send(one.token, blue)).body.avatar_url;
    expect(await files()).toContain(path.basename(first));
    expect(
      (await call(s, 'PATCH /auth/me', { token: two.token, body: { avatar_url: null } })).body.avatar_url,
    ).toBeNull();
    expect(await files()).not.toContain(path.basename(first));
    await call(s, 'DELETE /auth/me', { token: one.token, body: { password: PASSWORD } });
    expect(await files()).not.toContain(path.basename(second));
  });

  describe('while the media store cannot remove files', () => {
    beforeEach(() => {
      vi.spyOn(s.c.media, 'remove').mockRejectedValue(new Problem('unavailable'));
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it('is replaced, and removed, and the account can be deleted', async () => {
      const { token } = await signUp(s);
      await send(token, await picture('#111').png().toBuffer());
      const replaced = await send(token, await picture('#222').png().toBuffer());
      expect(replaced.status).toBe(200);
      const shown = async () =>
        (await call(s, 'GET /auth/me', { token, headers: { host: 'ovation.test' } })).body.avatar_url;
      expect(await shown()).toBe(replaced.body.avatar_url);
      const removed = await call(s, 'PATCH /auth/me', { token, body: { name: 'Ann', avatar_url: null } });
      expect(removed).toMatchObject({ status: 200, body: { name: 'Ann', avatar_url: null } });
      await send(token, await picture('#333').png().toBuffer());
      const deleted = await call(s, 'DELETE /auth/me', { token, body: { password: PASSWORD } });
      expect(deleted.status).toBe(200);
      expect((await call(s, 'GET /auth/me', { token })).status).toBe(401);
    });
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
    ['SVG after white space', () => Buffer.from(' \n<?xml version="1.0"?><svg/>')],
    ['a text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
    ['a multipart body', () => Buffer.from('--x\r\ncontent-disposition: form-data\r\n\r\n\r\n--x--')],
    ['JPEG only by its first bytes', () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
    [
      'half a PNG',
      async () =>
        (
          await sharp({
            create: {
              width: 900,
              height: 900,
              channels: 3,
              background: '#123',
              noise: { type: 'gaussian', mean: 9, sigma: 30 },
            },
          })
            .png()
            .toBuffer()
        ).subarray(0, 20_000),
    ],
    ['TIFF', () => picture('#fff').tiff().toBuffer()],
  ])('cannot be %s', async (_what, make) => {
    const { token } = await signUp(s);
    const before = await files();
    expect(await send(token, await make())).toMatchObject({ status: 400, body: { code: 'bad_picture' } });
    expect(await files()).toEqual(before);
    expect((await call(s, 'GET /auth/me', { token })).body.avatar_url).toBeNull();
  });

  it('cannot be larger than 5 MB', async () => {
    const { token } = await signUp(s);
    expect(await send(token, Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
  });
});
