// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeMp3 } from 'music/analysis/mp3.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { processNext } from '../../server/testing/jobs.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { wav } from '../../server/testing/sounds.ts';
import { draft } from '../features/publishing/form/draft.ts';
import { closePage, openPage, pageServer } from '../testing/page.tsx';

// Audio is really decoded here, each time by a worker.
vi.setConfig({ testTimeout: 120_000 });

const s = pageServer();
let admin: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(() => draft.forget());

const song = (seconds = 4) => new File([new Uint8Array(wav(seconds))], 'boats.wav', { type: 'audio/wav' });
const audioField = () => screen.findByLabelText('Audio file');
const publishButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish Track' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
/** At once: each key would draw the whole form again. */
const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } });
};
const tracks = async () => (await call(s, 'GET /track')).body;
const processed = async () => {
  await screen.findByRole('list', { name: 'Processing' });
  while (await processNext(s.c));
  await screen.findByText('LUFS', { exact: false });
};

/** An MP3 with an ID3v2.3 tag of a title, an artist and a picture. */
async function tagged(title: string, artist: string): Promise<File> {
  const tone = Float32Array.from({ length: 3 * 44_100 }, (_, i) => 0.3 * Math.sin(i / 20));
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c40' } })
    .png()
    .toBuffer();
  const frame = (name: string, body: Buffer) => {
    const head = Buffer.alloc(10);
    head.write(name, 'latin1');
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const text = (value: string) => Buffer.from(`\0${value}`, 'latin1');
  const frames = Buffer.concat([
    frame('TIT2', text(title)),
    frame('TPE1', text(artist)),
    frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), picture])),
  ]);
  const size = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f);
  const head = Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...size]);
  const mp3 = Buffer.from(await encodeMp3([tone, tone], 44_100, 128));
  return new File([new Uint8Array(Buffer.concat([head, frames, mp3]))], 'tagged.mp3', { type: 'audio/mpeg' });
}

describe('publishes a track', () => {
  it('after upload, processing and input, and empties the form', async () => {
    const { user, wire, toast, player } = openPage(s, '/create', admin);
    let release = () => {};
    const input = await audioField();
    expect(publishButton().disabled).toBe(true);
    expect(screen.getByText('Please upload an audio file first')).toBeTruthy();
    wire.delay = new Promise<void>((resolve) => {
      release = resolve;
    });
    await user.upload(input, song());
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
    expect(publishButton().disabled).toBe(true);
    wire.delay = undefined;
    release();
    await screen.findByRole('list', { name: 'Processing' });
    expect(toast()).toBe('Audio uploaded');
    expect(publishButton().disabled).toBe(true);
    expect(screen.getByText('The audio is being processed.')).toBeTruthy();

    await processed();
    expect(field('Duration').value).toBe('0:04');
    expect(publishButton().disabled).toBe(false);
    await user.click(publishButton());
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(screen.getByText('Artist is required')).toBeTruthy();
    expect(screen.getByText('Genre is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Title'));

    fill({ Title: 'Paper Boats', Artist: 'Marigold Static' });
    const card = within(screen.getByRole('article', { name: 'Preview' }));
    expect(card.getByText('Paper Boats')).toBeTruthy();
    expect(card.getByText('0:04')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Play the preview' }));
    expect(player.state().song?.title).toBe('Paper Boats');
    await screen.findByRole('button', { name: 'Pause the preview' });

    await user.clear(field('Duration'));
    await user.type(field('Duration'), '1:00');
    expect(screen.getByText('The file lasts 0:04, not 1:00.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use 0:04' }));
    expect(field('Duration').value).toBe('0:04');
    await user.click(screen.getByRole('button', { name: 'Neo-Soul' }));
    fill({ Provider: 'A machine', Seed: '42' });
    await user.click(publishButton());
    await expect.poll(toast, { timeout: 15_000 }).toBe('Track published! | “Paper Boats” is on Explore now');
    expect((await tracks())[0]).toMatchObject({
      title: 'Paper Boats',
      display_artist: 'Marigold Static',
      genre: 'r-and-b-soul:neo-soul',
      duration_seconds: 4,
      provider: 'A machine',
      seed: 42,
    });
    expect(field('Title').value).toBe('');
    expect(await audioField()).toBeTruthy();
    expect(screen.queryByText('Title is required')).toBeNull();
    expect(publishButton().disabled).toBe(true);
  });

  it('with title, artist and cover from the file, keeping what was typed', async () => {
    const first = await tagged('Harbour Lights', 'Somebody');
    const { user } = openPage(s, '/create', admin);
    const input = await audioField();
    await user.type(field('Artist'), 'Me');
    await user.upload(input, first);
    await processed();
    expect(field('Title').value).toBe('Harbour Lights');
    expect(field('Artist').value).toBe('Me');
    expect(screen.getByText('From the file')).toBeTruthy();
    await user.upload(screen.getByLabelText('Replace the audio file'), song(6));
    await processed();
    // Values from the first file are not kept for the second.
    expect(field('Title').value).toBe('');
    expect(field('Artist').value).toBe('Me');
    expect(field('Duration').value).toBe('0:06');
    expect(screen.getByLabelText('Cover art')).toBeTruthy();
  });

  it('with a cover that can be replaced and removed', async () => {
    const { user, toast } = openPage(s, '/create', admin);
    await audioField();
    const picture = async (background: string) =>
      new File(
        [
          await sharp({ create: { width: 64, height: 64, channels: 3, background } })
            .png()
            .toBuffer(),
        ],
        'cover.png',
        { type: 'image/png' },
      );
    const shown = () => {
      const { cover } = draft.get();
      return cover.state === 'uploaded' ? cover.result.url : null;
    };
    await user.upload(screen.getByLabelText('Cover art'), await picture('#c40'));
    await screen.findByRole('button', { name: 'Remove the cover' });
    expect(toast()).toBe('Cover uploaded');
    const first = shown();
    await user.upload(screen.getByLabelText('Replace the cover'), await picture('#04c'));
    await waitFor(() => expect(shown()).not.toBe(null));
    await screen.findByRole('button', { name: 'Remove the cover' });
    expect(shown()).not.toBe(first);
    await user.click(screen.getByRole('button', { name: 'Remove the cover' }));
    expect(screen.getByLabelText('Cover art')).toBeTruthy();
  });

  it('once, when the first response is lost', async () => {
    const { user, toast, wire } = openPage(s, '/create', admin);
    await user.upload(await audioField(), song());
    await processed();
    fill({ Title: 'Paper Boats', Artist: 'Marigold Static' });
    await user.click(screen.getByRole('button', { name: 'Trap' }));
    wire.responseLost = /POST \/track/;
    await user.click(publishButton());
    await expect.poll(toast, { timeout: 15_000 }).toContain('Failed to publish');
    wire.responseLost = undefined;
    // The button says "Publishing…" a moment longer than the toast takes to appear.
    await user.click(await screen.findByRole('button', { name: 'Publish Track' }));
    await expect.poll(toast, { timeout: 15_000 }).toBe('Track published! | “Paper Boats” is on Explore now');
    expect(await tracks()).toHaveLength(1);
    expect(field('Title').value).toBe('');
  });

  it('with a release date in the future, hidden until then', async () => {
    const { user, toast } = openPage(s, '/create', admin);
    await user.upload(await audioField(), song());
    await processed();
    fill({ Title: 'Tomorrow', Artist: 'Later' });
    await user.click(screen.getByRole('button', { name: 'Trap' }));
    fill({ 'Release date': '2020-01-02T18:00' });
    await user.click(publishButton());
    expect(await screen.findByText('Please choose a time in the future, or leave this empty.')).toBeTruthy();
    fill({ 'Release date': '2999-01-02T18:00' });
    expect(screen.getByText(/^Hidden until January 2, 2999 at 6:00\sPM\.$/)).toBeTruthy();
    await user.click(publishButton());
    await expect
      .poll(toast, { timeout: 15_000 })
      .toMatch(/“Tomorrow” comes out on January 2, 2999 at 6:00\sPM/);
    expect(await tracks()).toEqual([]);
  });
});

describe('a good upload that is replaced', () => {
  const open = async () => {
    const page = openPage(s, '/create', admin);
    await page.user.upload(await audioField(), song());
    await processed();
    return page;
  };
  const replace = (user: ReturnType<typeof openPage>['user'], bytes: BlobPart, name: string) =>
    user.upload(
      screen.getByLabelText('Replace the audio file'),
      new File([bytes], name, { type: 'audio/wav' }),
    );
  const publishTheGoodOne = async ({ user, toast }: ReturnType<typeof openPage>) => {
    fill({ Title: 'Paper Boats', Artist: 'Marigold Static' });
    await user.click(screen.getByRole('button', { name: 'Trap' }));
    expect(screen.getByText('boats.wav')).toBeTruthy();
    await user.click(publishButton());
    await expect.poll(toast, { timeout: 15_000 }).toBe('Track published! | “Paper Boats” is on Explore now');
    expect(await tracks()).toMatchObject([{ title: 'Paper Boats', duration_seconds: 4 }]);
  };

  it('by a file that is refused stays, and can be published', async () => {
    const page = await open();
    await replace(page.user, '<html>', 'page.mp3');
    await expect.poll(page.toast, { timeout: 15_000 }).toContain('Upload failed | We can’t play this file');
    await publishTheGoodOne(page);
  });

  it('by a file that turns out to be broken stays, and can be published', async () => {
    const page = await open();
    await replace(page.user, new Uint8Array(wav(2).subarray(0, 30)), 'half.wav');
    await screen.findByRole('list', { name: 'Processing' });
    expect(publishButton().disabled).toBe(true);
    while (await processNext(s.c));
    await expect.poll(page.toast, { timeout: 15_000 }).toContain('Upload failed | This WAV file is broken');
    await publishTheGoodOne(page);
  });

  it('by a file that is too large stays, and can be published', async () => {
    const page = await open();
    const large = new File(['x'], 'large.wav', { type: 'audio/wav' });
    Object.defineProperty(large, 'size', { value: 201 * 1024 * 1024 });
    await page.user.upload(screen.getByLabelText('Replace the audio file'), large);
    await expect.poll(page.toast).toContain('Please choose a file of at most 200 MB.');
    await publishTheGoodOne(page);
  });

  it('by a file whose upload or processing is canceled stays, and can be published', async () => {
    const page = await open();
    const { user, wire } = page;
    wire.delay = new Promise(() => {});
    await replace(user, new Uint8Array(wav(5)), 'other.wav');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    wire.delay = undefined;
    await screen.findByText('boats.wav');
    await replace(user, new Uint8Array(wav(6)), 'other.wav');
    await screen.findByRole('list', { name: 'Processing' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('boats.wav');
    await publishTheGoodOne(page);
  });

  it('by another good one is discarded', async () => {
    const page = await open();
    await replace(page.user, new Uint8Array(wav(6)), 'other.wav');
    await processed();
    expect(field('Duration').value).toBe('0:06');
    await expect
      .poll(() => page.wire.calls.filter((asked) => asked.startsWith('DELETE /publishing/uploads/')).length)
      .toBe(1);
  });

  it('as a cover, by a picture that is refused, stays', async () => {
    const page = await open();
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c40' } })
      .png()
      .toBuffer();
    const send = (label: string, bytes: BlobPart) =>
      page.user.upload(screen.getByLabelText(label), new File([bytes], 'c.png', { type: 'image/png' }));
    await send('Cover art', new Uint8Array(picture));
    await screen.findByRole('button', { name: 'Remove the cover' });
    await send('Replace the cover', '<html>');
    await expect.poll(page.toast, { timeout: 15_000 }).toContain('Upload failed | Please choose a picture');
    expect(screen.getByRole('button', { name: 'Remove the cover' })).toBeTruthy();
  });
});

describe('an upload', () => {
  it('can be canceled while it is uploaded and while it is processed', async () => {
    const { user, wire } = openPage(s, '/create', admin);
    const input = await audioField();
    wire.delay = new Promise(() => {});
    await user.upload(input, song());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    wire.delay = undefined;
    await user.upload(await audioField(), song());
    await screen.findByRole('list', { name: 'Processing' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await audioField();
    await expect
      .poll(() => wire.calls.some((asked) => asked.startsWith('DELETE /publishing/uploads/')))
      .toBe(true);
    expect(await processNext(s.c)).toBe(false);
  });

  it("is refused with the server's sentence, immediately or during processing", async () => {
    const { user, toast } = openPage(s, '/create', admin);
    const sentence = 'We can’t play this file. Please choose an MP3, WAV, FLAC, Ogg or M4A file.';
    await user.upload(await audioField(), new File(['<html>'], 'page.mp3', { type: 'audio/mpeg' }));
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(toast()).toBe(`Upload failed | ${sentence}`);
    const broken = new File([new Uint8Array(wav(2).subarray(0, 30))], 'half.wav', { type: 'audio/wav' });
    await user.upload(await audioField(), broken);
    await screen.findByRole('list', { name: 'Processing' });
    while (await processNext(s.c));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^ ?[A-Z].*\.$/);
    expect(publishButton().disabled).toBe(true);
  });

  it('that fails shows an error', async () => {
    const { user, wire, toast } = openPage(s, '/create', admin);
    wire.failing = /upload/;
    await user.upload(await audioField(), song());
    await expect
      .poll(toast, { timeout: 15_000 })
      .toContain('Failed to upload audio | You seem to be offline');
    await user.upload(screen.getByLabelText('Cover art'), new File(['x'], 'c.png', { type: 'image/png' }));
    await expect
      .poll(toast, { timeout: 15_000 })
      .toContain('Failed to upload cover | You seem to be offline');
  });

  it('survives a reload, with everything that was typed', async () => {
    const first = openPage(s, '/create', admin);
    await first.user.upload(await audioField(), song());
    await screen.findByRole('list', { name: 'Processing' });
    await first.user.type(field('Title'), 'Half done');
    closePage();
    draft.unload();
    openPage(s, '/create', admin);
    await screen.findByRole('list', { name: 'Processing' });
    expect(field('Title').value).toBe('Half done');
    await processed();
    expect(publishButton().disabled).toBe(false);
    closePage();
    draft.unload();
    // Another admin does not see this draft.
    openPage(s, '/create', await signUp(s, { tier: 'admin' }));
    expect(await audioField()).toBeTruthy();
    expect(field('Title').value).toBe('');
  });
});
