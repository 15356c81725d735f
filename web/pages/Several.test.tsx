// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { id3, id3Text, mp3 } from '../../server/features/publishing/testing/containers.ts';
import { call } from '../../server/testing/calls.ts';
import { processNext } from '../../server/testing/jobs.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { forget } from '../features/publishing/several/rows.ts';
import { openPage, pageServer } from '../testing/page.tsx';

// Audio is really decoded here, each time by a worker.
vi.setConfig({ testTimeout: 120_000 });

const s = pageServer();
let admin: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(() => forget());

async function tagged(name: string, hz: number, tags: Record<string, string>): Promise<File> {
  const frames = Object.entries(tags).map(([id, text]) => [id, id3Text(text)] as const);
  const data = Buffer.concat([id3(Object.fromEntries(frames)), await mp3(2, hz)]);
  return new File([new Uint8Array(data)], name, { type: 'audio/mpeg' });
}
const drop = async (files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Audio files'), { target: { files } });
const rowOf = (name: string) => within(screen.getByText(name).closest('li')!);
const published = async () =>
  (await call(s, 'GET /track')).body.map(({ title }: { title: string }) => title).sort();
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('fills rows by tags, says what is missing, and publishes what is ready', async () => {
  const song = { TPE1: 'The Marlow Trio', TCON: 'bebop', TDRC: '2024-05' };
  const files = [
    await tagged('one.mp3', 400, { ...song, TIT2: 'Harbour' }),
    await tagged('two.mp3', 450, { TPE1: 'The Marlow Trio', TCON: 'Zydecore' }),
    new File(['no sound'], 'broken.mp3', { type: 'audio/mpeg' }),
  ];
  const { user, wire, toast } = openPage(s, '/create?view=several', admin);
  await drop(files);
  expect(isHeld()).toBe(true);
  await waitFor(() => expect(wire.calls.filter((one) => one.includes('upload/audio'))).toHaveLength(3));
  const broken = async () => rowOf('broken.mp3').findByRole('alert');
  const process = async () => {
    while (await processNext(s.c));
  };
  await waitFor(async () => {
    await process();
    expect(screen.getByText('Something is missing')).toBeTruthy();
    expect(await broken()).toBeTruthy();
  });
  await screen.findByText('1 of 3 ready');
  const title = screen.getByLabelText<HTMLInputElement>('Title of one.mp3');
  expect(title.value).toBe('Harbour');
  expect(screen.getByLabelText<HTMLSelectElement>('Genre of one.mp3').value).toBe('jazz:bebop');
  expect(screen.getByLabelText<HTMLInputElement>('Title of two.mp3').value).toBe('two');
  expect(rowOf('two.mp3').getByText('Genre is required')).toBeTruthy();
  // Enter goes down the column.
  title.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Title of two.mp3'));

  wire.unavailable = /POST \/track/;
  await user.click(screen.getByRole('button', { name: 'Publish 1 track' }));
  expect(await rowOf('one.mp3').findByRole('alert')).toBeTruthy();
  wire.unavailable = undefined;
  fireEvent.change(screen.getByLabelText('Genre of two.mp3'), { target: { value: 'jazz' } });
  await user.click(await screen.findByRole('button', { name: 'Publish 2 tracks' }));
  await waitFor(() => expect(toast()).toContain('2 tracks published!'));
  expect(await published()).toEqual(['Harbour', 'two']);
  expect(screen.getAllByText('Published')).toHaveLength(2);
  const { body } = await call(s, 'GET /track');
  expect(body.find((track: { title: string }) => track.title === 'Harbour')).toMatchObject({
    release_date: '2024-05-01T00:00:00.000Z',
    genre: 'jazz:bebop',
  });

  await user.click(screen.getByRole('button', { name: 'Try broken.mp3 again' }));
  await waitFor(() => expect(wire.calls.filter((one) => one.includes('upload/audio'))).toHaveLength(4));
  await user.click(screen.getByRole('button', { name: 'Remove broken.mp3' }));
  expect(screen.queryByText('broken.mp3')).toBeNull();
  expect(isHeld()).toBe(false);
});

it('takes twenty files and no more, and keeps them while another view is open', async () => {
  const { user, toast, wire } = openPage(s, '/create?view=several', admin);
  await screen.findByLabelText('Audio files');
  wire.delay = new Promise(() => {});
  await drop(Array.from({ length: 21 }, (_, i) => new File(['x'], `${i}.mp3`, { type: 'audio/mpeg' })));
  expect(screen.getByRole('list', { name: 'Files' }).children).toHaveLength(20);
  expect(toast()).toContain('20 files fit in the list');
  await user.click(screen.getByRole('link', { name: 'Queue' }));
  wire.delay = undefined;
  await user.click(await screen.findByRole('link', { name: 'Several' }));
  expect((await screen.findByRole('list', { name: 'Files' })).children).toHaveLength(20);
});
