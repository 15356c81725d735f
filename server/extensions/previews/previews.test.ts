import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { publishTrack, signUp } from '../../testing/server.ts';
import { openLettering, wrap } from './lettering.ts';

const s = serverOfFile();

const get = (id: string, headers = {}) => s.app.inject({ url: `/social/tracks/${id}.jpg`, headers });
/** Number of pixels in a part of the picture that are brighter than its ground. */
async function brightIn(picture: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const pixels = await sharp(picture).extract(part).greyscale().raw().toBuffer();
  return pixels.filter((value) => value > 150).length;
}
const TITLE = { left: 590, top: 120, width: 540, height: 240 };
const COVER = { left: 200, top: 200, width: 200, height: 100 };

it('draws the cover, the title and the waveform of a song', async () => {
  const white = { width: 640, height: 640, channels: 3 as const, background: '#fff' };
  const cover = await s.c.media.putWidths(
    [{ width: 640, data: await sharp({ create: white }).webp().toBuffer() }],
    640,
  );
  const waveform = await s.c.media.put(Buffer.from(JSON.stringify({ data: [-100, 100, -20, 20] })), 'json');
  const id = await publishTrack(s.c, { title: 'Łódź', cover_image_url: cover, waveform_json_url: waveform });
  const { statusCode, headers, rawPayload } = await get(id);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(await brightIn(rawPayload, TITLE)).toBeGreaterThan(1000);
  expect(await brightIn(rawPayload, COVER)).toBe(COVER.width * COVER.height);
  // The first half is loud, the second quiet.
  const wave = { top: 430, width: 200, height: 10 };
  const dark = await brightIn(rawPayload, { ...wave, left: 880 });
  expect(await brightIn(rawPayload, { ...wave, left: 600 })).toBeGreaterThan(dark);
});

it.each([
  ['nothing but a name', {}],
  ['a script that the fonts lack', { title: '夜のドライブ', display_artist: '星野' }],
  ['missing files', { cover_image_url: `/media/${'b'.repeat(32)}-640.webp` }],
  ['files elsewhere', { cover_image_url: 'https://elsewhere.example/a.webp' }],
  ['signs of markup', { title: '</svg><script>&"', display_artist: '\u0001' }],
])('draws a song with %s', async (_, track) => {
  const { statusCode, rawPayload } = await get(await publishTrack(s.c, track));
  expect(statusCode).toBe(200);
  expect((await sharp(rawPayload).metadata()).width).toBe(1200);
});

it.each(['Đêm nay không ngủ', 'Ночь длинна', 'Ζωή'])('writes %s', async (title) => {
  const { rawPayload } = await get(await publishTrack(s.c, { title, display_artist: '夜' }));
  expect(await brightIn(rawPayload, TITLE)).toBeGreaterThan(1000);
});

it('is sent again only when the song changes', async () => {
  const id = await publishTrack(s.c);
  const { etag } = (await get(id)).headers as { etag: string };
  const again = await get(id, { 'if-none-match': etag });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  await s.c.db.updateTable('track').set({ title: 'Renamed' }).where('id', '=', id).execute();
  expect((await get(id, { 'if-none-match': etag })).statusCode).toBe(200);
});

it('there is none of songs that nobody may see', async () => {
  const deleted = await publishTrack(s.c, { is_deleted: 1 });
  for (const id of [deleted, randomUUID(), 'nonsense', '..%2f']) expect((await get(id)).statusCode).toBe(404);
});

it('sets a word in one font', () => {
  const files = (font: string, set: string) => `@fontsource/${font}-${set}-500-normal.woff`;
  const own = [files('instrument-sans/files/instrument-sans', 'latin')];
  const other = ['latin', 'vietnamese', 'cyrillic'].map((set) => files('manrope/files/manrope', set));
  const [first, second, both] = [openLettering(own)(), openLettering(other)(), openLettering(own, other)()];
  for (const [word, font] of [
    ['nay', first],
    ['phố', second],
    ['Ночь', second],
  ] as const)
    expect(both.outline(word, 0, 0, 40)).toBe(font.outline(word, 0, 0, 40));
  expect(first.writable('Ночь')).toBeUndefined();
  expect(both.writable('Ночь, nay')).toBe('Ночь, nay');
});

it('breaks long titles into lines that fit', () => {
  const lettering = openLettering([
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  ])();
  const box = { size: 50, width: 300, lines: 2 };
  const lines = wrap(lettering, 'Nobody asked for this very long title', box);
  expect(lines.length).toBe(2);
  expect(lines[1]).toMatch(/…$/);
  for (const line of [...lines, ...wrap(lettering, 'W'.repeat(200), box)])
    expect(lettering.widthOf(line, box.size)).toBeLessThanOrEqual(box.width);
  expect(wrap(lettering, 'Short', box)).toEqual(['Short']);
});

describe('the picture of a request', () => {
  const social = (file: string) => s.app.inject(`/social/${file}`);
  const SEATS = { left: 600, top: 120, width: 540, height: 240 };

  it('shows its lamps, and changes with them', async () => {
    const nora = await signUp(s);
    const [few, many] = [
      await createOpenRequest(s.c, nora.id, { votes: 3 }),
      await createOpenRequest(s.c, nora.id, { votes: 29 }),
    ];
    const pictures = await Promise.all([few, many].map((id) => social(`requests/${id}.jpg`)));
    for (const { statusCode, rawPayload } of pictures) {
      expect(statusCode).toBe(200);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    }
    const red = async ({ rawPayload }: { rawPayload: Buffer }) =>
      (await sharp(rawPayload).extract(SEATS).removeAlpha().extractChannel(0).raw().toBuffer()).filter(
        (value) => value > 200,
      ).length;
    expect(await red(pictures[1]!)).toBeGreaterThan(3 * (await red(pictures[0]!)));
    expect(pictures[0]!.headers.etag).not.toBe(pictures[1]!.headers.etag);
  });

  it('shows a lamp as somebody lit it: only one that is lit, of a request that visitors see', async () => {
    const nora = await signUp(s);
    const id = await createOpenRequest(s.c, nora.id, {
      title: '</svg><script>&"',
      artist: '星野',
      votes: 17,
    });
    const { statusCode, headers, rawPayload } = await social(`lamps/${id}-17.jpg`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await sharp(rawPayload).metadata()).width).toBe(1200);
    expect((await social(`lamps/${id}-1.jpg`)).headers.etag).not.toBe(headers.etag);
    for (const file of ['18', '0', '99', '100', '-1', '1.5', 'x', ''])
      expect((await social(`lamps/${id}-${file}.jpg`)).statusCode, file).toBe(404);
    for (const file of [`lamps/${id}.jpg`, `lamps/${randomUUID()}-1.jpg`, `requests/${randomUUID()}.jpg`])
      expect((await social(file)).statusCode, file).toBe(404);
    await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', id).execute();
    expect((await social(`lamps/${id}-1.jpg`)).statusCode).toBe(404);
  });
});
