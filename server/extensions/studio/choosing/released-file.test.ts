import path from 'node:path';
import { encodeMp3 } from 'music/analysis/mp3.ts';
import { parseFile } from 'music-metadata';
import { beforeAll, expect, it } from 'vitest';
import { type MediaStore, openMediaFolder } from '../../../platform/media/store.ts';
import { folderOfFile } from '../../../testing/folders.ts';
import { type ReleasedSong, storeReleasedFile } from './released-file.ts';

const folder = folderOfFile();

let media: MediaStore;
let sound: Buffer;
beforeAll(async () => {
  media = await openMediaFolder(folder);
  const tone = Float32Array.from({ length: 44_100 }, (_, i) => 0.2 * Math.sin(i / 20));
  sound = Buffer.from(await encodeMp3([tone, tone], 44_100));
});

const song: ReleasedSong = {
  title: 'Paper Lanterns',
  display_artist: 'The Night Shift',
  facts: {
    model: 'Ovation house band',
    version: '2',
    seed: 1234,
    reproducible: true,
    prompt: 'A night drive that @someone asked for',
    rights: 'Free to use.',
    source_type: 'algorithmicMedia',
    closeness: 1,
    account: null,
    bpm: null,
    musical_key: null,
  },
  made_at: Date.UTC(2026, 10, 22, 10, 15),
  page: 'https://ovation.example/leaderboard/r1',
};

const stored = (data: Buffer) => media.put(data, 'mp3');
const signed = () => {
  const data = Buffer.from('\0application/c2pa\0c2pa\0c2pa\0manifest', 'latin1');
  const size = (n: number) => [0, 0, n >> 7, n & 127];
  const frame = Buffer.concat([Buffer.from('GEOB'), Buffer.from([...size(data.length), 0, 0]), data]);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...size(frame.length)]), frame, sound]);
};

it('says how the song was made, and nothing about people', async () => {
  const audio_url = await stored(sound);
  const released = await storeReleasedFile(media, { original_url: audio_url, audio_url }, song);
  const { native, common } = await parseFile(path.join(folder, path.basename(released!)));
  expect(common).toMatchObject({
    title: 'Paper Lanterns',
    artist: 'The Night Shift',
    copyright: '2026 Free to use.',
  });
  expect(Object.fromEntries(native['ID3v2.4']!.map(({ id, value }) => [id, value]))).toEqual({
    PRIV: { owner_identifier: 'XMP', data: expect.anything() },
    TIT2: 'Paper Lanterns',
    TPE1: 'The Night Shift',
    TSSE: 'Ovation house band 2',
    TDRC: '2026-11-22T10:15:00',
    TCOP: '2026 Free to use.',
    'TXXX:DIGITALSOURCETYPE': 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
    'TXXX:AI_MODEL': 'Ovation house band 2',
    'TXXX:AI_SEED': '1234',
    'TXXX:PROVENANCE_URL': 'https://ovation.example/leaderboard/r1',
  });
});

it('is the same file for the same song, so that a release can be repeated', async () => {
  const audio_url = await stored(sound);
  const files = { original_url: audio_url, audio_url };
  const released = await storeReleasedFile(media, files, song);
  expect(await storeReleasedFile(media, files, song)).toBe(released);
  expect(released).not.toBe(audio_url);
});

it('releases a signed file as it came, although a copy is played before', async () => {
  const [original_url, audio_url] = [await stored(signed()), await stored(sound)];
  expect(await storeReleasedFile(media, { original_url, audio_url }, song)).toBe(original_url);
});

it('tags the copy of a file in another format', async () => {
  const original_url = await media.put(Buffer.from('RIFF'), 'wav');
  const released = await storeReleasedFile(media, { original_url, audio_url: await stored(sound) }, song);
  expect(released).toMatch(/\.mp3$/);
});

it('leaves M4A as it is, and says when there is no file', async () => {
  const m4a = await media.put(Buffer.from('ftyp'), 'm4a');
  expect(await storeReleasedFile(media, { original_url: m4a, audio_url: m4a }, song)).toBe(m4a);
  const gone = `/media/${'0'.repeat(32)}.mp3`;
  expect(await storeReleasedFile(media, { original_url: gone, audio_url: gone }, song)).toBeUndefined();
});
