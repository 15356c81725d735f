import sharp, { type FormatEnum } from 'sharp';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { signUp, testServer } from '../../testing/server.ts';
import { form } from '../../testing/sounds.ts';
import { isTooManyPixels } from './picture.ts';

/** The beginning of a PNG of 30,000 x 30,000, without a single pixel. */
function hugePng(): Buffer {
  const file = Buffer.alloc(64);
  file.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  file.writeUInt32BE(30_000, 16);
  file.writeUInt32BE(30_000, 20);
  return file;
}

const drawn = (width: number, height: number, format: keyof FormatEnum, options = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })
    .toFormat(format, options)
    .toBuffer();

describe('a picture that says how large it is', () => {
  it.each<[keyof FormatEnum, object]>([
    ['png', {}],
    ['gif', {}],
    ['jpeg', {}],
    ['jpeg', { progressive: true }],
    ['webp', {}],
    ['webp', { lossless: true }],
  ])('as %s %j is measured without decoding', async (format, options) => {
    const picture = await drawn(300, 70, format, options);
    expect(isTooManyPixels(picture, 300 * 70 - 1)).toBe(true);
    expect(isTooManyPixels(picture, 300 * 70)).toBe(false);
  });

  it('is measured behind the preview and the metadata of a photo, or left to the decoder', async () => {
    const photo = await drawn(300, 70, 'jpeg');
    const segment = Buffer.alloc(60_000, 0xff);
    segment.writeUInt16BE(0xffe1, 0);
    segment.writeUInt16BE(segment.length - 2, 2);
    const file = Buffer.concat([photo.subarray(0, 2), segment, segment, photo.subarray(2)]);
    expect(isTooManyPixels(file, 300 * 70 - 1)).toBe(true);
    for (const bytes of [0, 3, 20, 100_000]) expect(isTooManyPixels(file.subarray(0, bytes), 1)).toBe(false);
  });

  it('with 30,000 x 30,000 pixels is refused before anything decodes it', async () => {
    const s = await testServer();
    const { token } = await signUp(s, { tier: 'admin' });
    const { body, headers } = form({ field: 'cover', name: 'huge.png', data: hugePng() });
    const expected = {
      status: 400,
      body: { code: 'too_many_pixels', message: expect.stringContaining('50 megapixels') },
    };
    expect(await call(s, 'POST /api/upload/cover', { token, body, headers })).toMatchObject(expected);
    const type = { 'content-type': 'image/png' };
    expect(await call(s, 'POST /auth/avatar', { token, body: hugePng(), headers: type })).toMatchObject(
      expected,
    );
    await s.close();
  });
});
