import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeMp3 } from './mp3.ts';
import { findSound } from './sniff.ts';
import { keyName, readTags } from './tags.ts';

let folder: string;
let mp3: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-tags-'));
  mp3 = Buffer.from(await encodeMp3([new Float32Array(44_100)], 44_100, 128));
});
afterAll(() => rm(folder, { recursive: true }));

async function tagsOf(...parts: Buffer[]) {
  const file = path.join(folder, 'a');
  await writeFile(file, Buffer.concat(parts));
  return readTags((await findSound(file))!);
}

const latin1 = (text: string) => Buffer.from(`\0${text}`, 'latin1');
const utf8 = (text: string) => Buffer.from(`\x03${text}`);
const utf16 = (...values: string[]) => {
  const texts = values.map((value) => Buffer.from(`\ufeff${value}`, 'utf16le'));
  return Buffer.concat([Buffer.of(1), ...texts.flatMap((text, i) => (i ? [Buffer.alloc(2), text] : [text]))]);
};
/** An ID3v2 tag of short frames, whose sizes are the same in every version. */
function id3(version: 3 | 4, frames: Record<string, Buffer>): Buffer {
  const size = (length: number) => Buffer.of(0, 0, length >> 7, length & 0x7f);
  const body = Object.entries(frames).map(([id, data]) =>
    Buffer.concat([Buffer.from(id), size(data.length), Buffer.alloc(2), data]),
  );
  const length = body.reduce((sum, frame) => sum + frame.length, 0);
  return Buffer.concat([Buffer.from('ID3'), Buffer.of(version, 0, 0), size(length), ...body]);
}

it.each<[string, () => Buffer, string, string]>([
  ['a slash', () => id3(3, { TIT2: latin1('Back/Forth'), TPE1: latin1('AC/DC') }), 'Back/Forth', 'AC/DC'],
  [
    'a slash, in ID3v2.4',
    () => id3(4, { TIT2: utf8('Back/Forth'), TPE1: utf8('AC/DC') }),
    'Back/Forth',
    'AC/DC',
  ],
  [
    'several values',
    () => id3(4, { TIT2: utf8('One\0Two'), TPE1: utf8('Anna\0Bob\0') }),
    'One, Two',
    'Anna, Bob',
  ],
  [
    'several values in ID3v2.3',
    () => id3(3, { TIT2: latin1('One'), TPE1: latin1('Anna\0Bob') }),
    'One',
    'Anna, Bob',
  ],
  [
    'a slash among several values',
    () => id3(3, { TIT2: latin1('One'), TPE1: latin1('AC/DC\0Bob') }),
    'One',
    'AC/DC, Bob',
  ],
  [
    'several values in UTF-16',
    () => id3(3, { TIT2: utf16('Один'), TPE1: utf16('Анна', 'Боб') }),
    'Один',
    'Анна, Боб',
  ],
  [
    'UTF-8 that claims to be Latin-1',
    () => id3(3, { TIT2: Buffer.from('\0Café – €'), TPE1: Buffer.from('\0Привет') }),
    'Café – €',
    'Привет',
  ],
  ['Latin-1', () => id3(3, { TIT2: latin1('Übung'), TPE1: latin1('Élan') }), 'Übung', 'Élan'],
])('%s in an ID3 tag', async (_what, tag, title, artist) => {
  expect(await tagsOf(tag(), mp3)).toMatchObject({ title, artist });
  expect(await tagsOf(Buffer.from('junk'.repeat(99)), tag(), mp3)).toMatchObject({ title, artist });
});

it('UTF-8 in an ID3v1 tag', async () => {
  const tag = Buffer.alloc(128);
  for (const [at, text] of [
    [0, 'TAG'],
    [3, 'Café'],
    [33, 'AC/DC'],
    [63, 'Привет'],
  ] as const)
    tag.write(text, at);
  expect(await tagsOf(mp3, tag)).toMatchObject({ title: 'Café', artist: 'AC/DC', album: 'Привет' });
});

const chunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

it.each(['utf8', 'latin1'] as const)('%s in the INFO of a WAV', async (encoding) => {
  const texts = Object.entries({ INAM: 'Fée', IART: 'Café', IPRD: 'Élan' }).map(([name, text]) =>
    chunk(name, Buffer.from(`${text}\0`, encoding)),
  );
  const format = Buffer.from([1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]);
  const info = chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...texts]));
  const chunks = [chunk('fmt ', format), info, chunk('data', Buffer.alloc(16_000))];
  const tags = await tagsOf(chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks])));
  expect(tags).toMatchObject({ title: 'Fée', artist: 'Café', album: 'Élan' });
});

it('several artists in the comments of a FLAC', async () => {
  const comments = ['TITLE=Duet', 'ALBUMARTIST=Anna', 'ARTIST=Anna', 'ARTIST=Bob', 'KEY=8A'].map((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  });
  const count = Buffer.alloc(8);
  count.writeUInt32LE(comments.length, 4);
  const data = Buffer.concat([count, ...comments]);
  const blocks = [Buffer.of(0, 0, 0, 34), Buffer.alloc(34), Buffer.of(0x84, 0, 0, data.length), data];
  expect(await tagsOf(Buffer.from('fLaC'), ...blocks)).toMatchObject({ title: 'Duet', artist: 'Anna, Bob' });
});

it.each([
  ['Am', 'A minor'],
  ['F#', 'F# major'],
  ['Bb minor', 'Bb minor'],
  ['B♭m', 'Bb minor'],
  ['C♯', 'C# major'],
  ['CM', 'C major'],
  ['8A', 'A minor'],
  ['08a', 'A minor'],
  ['8B', 'C major'],
  ['1A', 'Ab minor'],
  ['1B', 'B major'],
  ['12B', 'E major'],
  ['5A', 'C minor'],
  ['1m', 'A minor'],
  ['1d', 'C major'],
  ['12d', 'F major'],
  ['13A', null],
  ['0B', null],
  ['H', null],
  ['', null],
  [undefined, null],
])('the key %s is %s', (text, key) => {
  expect(keyName(text)).toBe(key);
});
