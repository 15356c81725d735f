import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseFile } from 'music-metadata';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeMp3 } from '../analysis/mp3.ts';
import { tagMp3 } from './id3.ts';
import type { SongTags } from './song-tags.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ovation-tags-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);

let sound: Buffer;
beforeAll(async () => {
  const tone = Float32Array.from({ length: 44_100 }, (_, i) => 0.2 * Math.sin(i / 20));
  sound = Buffer.from(await encodeMp3([tone, tone], 44_100));
});

const tags: SongTags = {
  title: 'Paper Lanterns ☂',
  artist: 'The Night Shift',
  tool: 'Ovation house band 1',
  made: '2026-11-22T10:15:00',
  copyright: 'Original work.',
  lyrics: undefined,
  timedLyrics: [],
  fields: {
    DIGITALSOURCETYPE: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
    AI_SEED: '7',
  },
};

/** A tag of version 3 or 4 with these frames. */
function tagged(version: 3 | 4, frames: [id: string, data: string | Buffer][], flags = 0): Buffer {
  const size = (n: number) =>
    version === 4
      ? [(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127]
      : [n >> 24, n >> 16, n >> 8, n];
  const body = Buffer.concat(
    frames.map(([id, data]) =>
      Buffer.concat([
        Buffer.from(id),
        Buffer.from([...size(data.length), 0, 0]),
        Buffer.from(data as string),
      ]),
    ),
  );
  const n = body.length;
  const head = [
    0x49,
    0x44,
    0x33,
    version,
    0,
    flags,
    (n >> 21) & 127,
    (n >> 14) & 127,
    (n >> 7) & 127,
    n & 127,
  ];
  return Buffer.concat([Buffer.from(head), body, sound]);
}

async function written(original: Buffer, audio = original) {
  writeFileSync(inFolder('original'), original);
  writeFileSync(inFolder('audio'), audio);
  const done = await tagMp3(
    { audio: inFolder('audio'), original: inFolder('original') },
    inFolder('to'),
    tags,
  );
  return done ? readFileSync(inFolder('to')) : undefined;
}

async function native() {
  const { native: read, common } = await parseFile(inFolder('to'));
  return { frames: read['ID3v2.4']!, common };
}

it('writes tags that others read, before the unchanged sound', async () => {
  const file = await written(sound);
  expect(file!.subarray(-sound.length)).toEqual(sound);
  const { frames, common } = await native();
  expect(common).toMatchObject({ title: tags.title, artist: tags.artist, copyright: tags.copyright });
  expect(Object.fromEntries(frames.map(({ id, value }) => [id, value]))).toMatchObject({
    TSSE: tags.tool,
    TDRC: tags.made,
    'TXXX:DIGITALSOURCETYPE': tags.fields.DIGITALSOURCETYPE,
    'TXXX:AI_SEED': '7',
  });
});

it('is the same file every time', async () => expect(await written(sound)).toEqual(await written(sound)));

it('replaces a tag of its own', async () => {
  const once = await written(sound);
  expect(await written(once!)).toEqual(once);
});

it.each([3, 4] as const)(
  'keeps what a file of version %i came with, unless it contradicts',
  async (version) => {
    // Longer than 127 and 255 bytes, where the versions write lengths in different ways.
    const geob = Buffer.from(`\0application/json\0\0mark\0{"id":"${'1'.repeat(300)}"}`, 'latin1');
    const original = tagged(version, [
      ['TIT2', '\x03Untitled'],
      ['TXXX', '\x03AI_SEED\x0099'],
      ['TXXX', '\x03WATERMARK\0yes'],
      ['GEOB', geob],
      ['PRIV', 'a.example\0secret'],
    ]);
    // The served copy has only the frames of sound.
    await written(original, sound);
    const { frames, common } = await native();
    expect(common.title).toBe(tags.title);
    const ids = frames.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['GEOB', 'TXXX:WATERMARK']));
    expect(frames.filter(({ id }) => id === 'TXXX:AI_SEED').map(({ value }) => value)).toEqual(['7']);
    expect(readFileSync(inFolder('to')).includes(geob)).toBe(true);
    expect(readFileSync(inFolder('to')).subarray(-sound.length)).toEqual(sound);
  },
);

it('does not touch a file that a C2PA manifest signs', async () => {
  const manifest = Buffer.concat([
    Buffer.from('\0application/c2pa\0c2pa\0c2pa\0', 'latin1'),
    Buffer.alloc(500, 7),
  ]);
  expect(await written(tagged(4, [['GEOB', manifest]]), sound)).toBeUndefined();
  expect(await written(tagged(3, [['GEOB', manifest]]), sound)).toBeUndefined();
  expect(await written(tagged(4, [['GEOB', manifest]], 0x80), sound)).toBeUndefined();
});

it.each([
  ['a frame that is longer than its tag', () => tagged(4, [['TIT2', 'x']]).fill(127, 14, 18)],
  ['an extended header', () => tagged(4, [['TIT2', '\x03x']], 0x40)],
  ['padding', () => tagged(4, [['\0\0\0\0', Buffer.alloc(50)]])],
])('writes tags over %s', async (_what, original) => {
  await written(original());
  const { common } = await native();
  expect(common.title).toBe(tags.title);
  expect(readFileSync(inFolder('to')).subarray(-sound.length)).toEqual(sound);
});

it('writes lyrics, and when each of their lines is sung', async () => {
  writeFileSync(inFolder('sung.mp3'), sound);
  const [lyrics, timedLyrics] = [
    '夜の列車\nhome',
    [
      { at: 1.5, text: '夜の列車' },
      { at: 61.02, text: 'home' },
    ],
  ];
  const files = { audio: inFolder('sung.mp3'), original: inFolder('sung.mp3') };
  await tagMp3(files, inFolder('words.mp3'), { ...tags, lyrics, timedLyrics });
  const { common } = await parseFile(inFolder('words.mp3'));
  expect(common.lyrics).toMatchObject([
    { text: lyrics },
    {
      syncText: [
        { text: '夜の列車', timestamp: 1500 },
        { text: 'home', timestamp: 61_020 },
      ],
      timeStampFormat: 2,
    },
  ]);
});
