import { deflateSync } from 'node:zlib';
import { wav } from '../../../testing/sounds.ts';
import {
  chunk,
  flacBlock,
  flacStart,
  flatFlac,
  flipped,
  id3,
  id3Picture,
  id3Text,
  m4a,
  mp3,
  ogg,
  PAGE,
  SCRIPT,
  XXE,
} from './containers.ts';
import { blackPng } from './pictures.ts';

export interface Hostile {
  what: string;
  file: () => Buffer | Promise<Buffer>;
  /** `at once`: the upload is refused; `later`: its processing fails; `harmless`: it plays or shows, and nothing else. */
  fate: 'at once' | 'later' | 'harmless';
  /** The file name it is sent under. */
  name?: string;
  /** For harmless files: the duration, seconds. */
  seconds?: number;
}

const text = (words: string) => Buffer.from(words, 'latin1');
const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2));
const spoilt = (file: Buffer, at: number, ...bytes: number[]) => {
  const copy = Buffer.from(file);
  Buffer.from(bytes).copy(copy, at);
  return copy;
};
/** A RIFF file with other chunks before the format and the sound of a valid one. */
const riff = (...chunks: Buffer[]) => chunk('RIFF', Buffer.concat([text('WAVE'), ...chunks]));
const format = () => wav(2).subarray(12, 36);
const sound = () => wav(2).subarray(36);
/** The position after the name of an MP4 box. */
const behind = (file: Buffer, name: string) => file.indexOf(name, 0, 'latin1') + name.length;

/** Refused by their first bytes. */
const noAudio: [what: string, file: () => Buffer | Promise<Buffer>][] = [
  ['nothing at all', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0xff])],
  ['NULs', () => Buffer.alloc(100_000)],
  ['a page', () => text(PAGE)],
  ['SVG with a script', () => text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ['SVG that reads a file of the server', () => text(XXE)],
  [
    'a playlist that names an address inside',
    () => text('#EXTM3U\n#EXTINF:9,\nhttp://127.0.0.1/secret\nfile:///etc/passwd\n'),
  ],
  ['a program', () => Buffer.concat([text('\x7fELF\x02\x01\x01\0'), Buffer.alloc(9000)])],
  ['an archive', () => text(`PK\x03\x04${'\0'.repeat(5000)}`)],
  ['a compressed WAV', () => deflateSync(wav(1))],
  ['a page behind a line that MP3 could begin with', () => text(`\xff\xff\xff${PAGE}`)],
  ['a picture', () => blackPng(100)],
  ['a video of another kind', () => text(`\x1aE\xdf\xa3webm${PAGE}`)],
];

/** Refused when they are decoded. */
const unplayable: [what: string, file: () => Buffer | Promise<Buffer>][] = [
  ['a page behind a head of MP3', () => text(`\xff\xfb\x90\x64${PAGE.repeat(50)}`)],
  ['a page behind a tag', () => Buffer.concat([id3({ TIT2: id3Text(SCRIPT) }), text(PAGE)])],
  ['a tag that claims 256 MB', () => Buffer.concat([id3({}, 2 ** 28 - 1), text(PAGE)])],
  ['tags without end', () => Buffer.concat(Array.from({ length: 20_000 }, () => id3({})))],
  ['a WAV of no channels', () => spoilt(wav(2), 22, 0, 0)],
  ['a WAV of 65,535 channels', () => spoilt(wav(2), 22, 0xff, 0xff)],
  ['a WAV of 0 Hz', () => spoilt(wav(2), 24, 0, 0, 0, 0)],
  ['a WAV of 4 GHz', () => spoilt(wav(2), 24, 0xff, 0xff, 0xff, 0xff)],
  ['a WAV of 0 bits', () => spoilt(wav(2), 34, 0, 0)],
  ['a WAV without its format', () => riff(sound())],
  [
    'a WAV of chunks without end',
    () => riff(Buffer.concat(Array.from({ length: 50_000 }, () => chunk('LIST', Buffer.alloc(0))))),
  ],
  ['a WAV whose chunk claims 4 GB', () => riff(chunk('junk', text(PAGE), 0xffff_ffff), format(), sound())],
  ['FLAC in name alone', () => text(`fLaC${PAGE.repeat(99)}`)],
  ['ten hours of silence in 72 KB', () => flatFlac(36_000)],
  ['an Ogg that ends after its head', async () => (await ogg()).subarray(0, 58)],
  ['an Opus in name alone', () => text(`OggS${'\0'.repeat(22)}\x01\x1eOpusHead${PAGE.repeat(99)}`)],
  ['MP4 in name alone', () => text(`\0\0\0\x18ftypM4A ${PAGE.repeat(99)}`)],
  ['an MP4 cut off in its table', async () => (await m4a(30)).subarray(0, 300)],
  [
    'an MP4 of 4 billion packets',
    async () => {
      const file = await m4a();
      return spoilt(file, behind(file, 'stts') + 8, 0xff, 0xff, 0xff, 0xff);
    },
  ],
  [
    'an MP4 of 4 billion packet sizes',
    async () => {
      const file = await m4a();
      return spoilt(file, behind(file, 'stsz') + 4, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff);
    },
  ],
  [
    'an MP4 whose box holds itself',
    async () => {
      const file = await m4a();
      return spoilt(file, behind(file, 'moov') - 8, 0, 0, 0, 0);
    },
  ],
  [
    'boxes in boxes, 50,000 deep',
    () => {
      const boxes = Buffer.alloc(8 * 50_000);
      for (let i = 0; i < 50_000; i++) {
        boxes.writeUInt32BE(boxes.length - 8 * i, 8 * i);
        boxes.write('moov', 8 * i + 4, 'latin1');
      }
      return Buffer.concat([text('\0\0\0\x14ftypM4A \0\0\0\0M4A '), boxes]);
    },
  ],
];

const longComment = () => {
  const list = Buffer.alloc(8);
  // An empty vendor, then 4 billion comments.
  list.writeUInt32LE(0xffff_ffff, 4);
  return list;
};

/** Playable; what is hidden in them is not served. */
const playable: [what: string, seconds: number, file: () => Buffer | Promise<Buffer>, name?: string][] = [
  ['an MP3 cut off', 3, async () => half(await mp3(6))],
  ['an MP3 with bits turned', 3, async () => flipped(await mp3(3), 997)],
  [
    'an MP3 with a script in its tag',
    3,
    async () => Buffer.concat([id3({ TIT2: id3Text(SCRIPT), COMM: id3Text(PAGE) }), await mp3()]),
  ],
  [
    'an MP3 that is a page too',
    3,
    async () => Buffer.concat([id3({ TXXX: text(`\0\n${PAGE}<!--`) }), await mp3(), text(`-->${PAGE}`)]),
    'index.html',
  ],
  [
    'an MP3 with a page between its frames',
    3,
    async () => {
      const file = await mp3();
      return Buffer.concat([file.subarray(0, 418), text(PAGE), file.subarray(418)]);
    },
  ],
  [
    'an MP3 with 30 MB of tag',
    3,
    async () => Buffer.concat([id3({ PRIV: Buffer.alloc(30_000_000, PAGE) }), await mp3()]),
  ],
  [
    'an MP3 whose cover is SVG with a script',
    3,
    async () => Buffer.concat([id3({ APIC: id3Picture('image/svg+xml', text(XXE)) }), await mp3()]),
  ],
  [
    'an MP3 whose cover is 400 million pixels',
    3,
    async () => Buffer.concat([id3({ APIC: id3Picture('image/png', blackPng(20_000)) }), await mp3()]),
  ],
  [
    'an MP3 whose table of contents claims an hour',
    3,
    async () => {
      const file = await mp3();
      const frame = Buffer.alloc(417);
      file.copy(frame, 0, 0, 4);
      frame.write('Xing\0\0\0\x01', 4 + 17, 'latin1');
      frame.writeUInt32BE(137_813, 4 + 17 + 8);
      return Buffer.concat([frame, file]);
    },
  ],
  ['a WAV named as a program', 2, () => wav(2), 'setup.exe'],
  [
    'a WAV with a script and XML in its chunks',
    2,
    () =>
      riff(chunk('iXML', text(XXE)), chunk('LIST', text(`INFOINAM\x40\0\0\0${SCRIPT}`)), format(), sound()),
  ],
  ['a WAV that claims 4 GB of sound', 2, () => spoilt(wav(2), 40, 0xfe, 0xff, 0xff, 0xff)],
  ['a WAV with bits turned', 2, () => flipped(wav(2))],
  [
    'a WAV of numbers that are none',
    2,
    () => {
      const file = wav(2);
      // 32-bit float: one channel at half the length.
      const float = spoilt(spoilt(file, 20, 3, 0, 1, 0), 32, 4, 0, 32, 0);
      return float.fill(0xff, 44, 9044);
    },
  ],
  [
    'a FLAC with a script in its comments',
    8,
    () => {
      const file = flatFlac(8, 900);
      const comment = Buffer.concat([
        Buffer.alloc(4),
        Buffer.from([1, 0, 0, 0]),
        Buffer.from([45, 0, 0, 0]),
        text(`TITLE=${SCRIPT}`),
      ]);
      return Buffer.concat([
        flacStart(Buffer.concat([Buffer.from([0]), file.subarray(5, 42)]), flacBlock(4, comment, true)),
        file.subarray(42),
      ]);
    },
  ],
  [
    'a FLAC of 4 billion comments',
    8,
    () => {
      const file = flatFlac(8, 900);
      return Buffer.concat([
        flacStart(Buffer.concat([Buffer.from([0]), file.subarray(5, 42)]), flacBlock(4, longComment(), true)),
        file.subarray(42),
      ]);
    },
  ],
  [
    'a FLAC whose picture claims 16 MB',
    8,
    () => Buffer.concat([flacStart(flacBlock(6, text(PAGE), false, 0xff_ffff)), flatFlac(8)]),
  ],
  ['an M4A cut off', 3, async () => half(await m4a(30))],
  ['an Ogg cut off', 2, async () => half(await ogg(6))],
  [
    'an M4A that is a page too',
    3,
    async () => Buffer.concat([await m4a(), chunk('free', text(PAGE))]),
    'index.html',
  ],
];

export const hostileAudio: Hostile[] = [
  ...noAudio.map(([what, file]) => ({ what, file, fate: 'at once' as const, name: 'song.mp3' })),
  ...unplayable.map(([what, file]) => ({ what, file, fate: 'later' as const })),
  ...playable.map(([what, seconds, file, name]) => ({
    what,
    file,
    seconds,
    fate: 'harmless' as const,
    ...(name && { name }),
  })),
];
