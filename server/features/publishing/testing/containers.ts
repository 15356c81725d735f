import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny';
import { encodeMp3 } from 'music/analysis/mp3.ts';
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';

/** Valid files of every kind, and the parts that corrupt them. */

const tone = (seconds: number, hz = 440, sampleRate = 44_100) =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );

export async function mp3(seconds = 3, hz = 440): Promise<Buffer> {
  return Buffer.from(await encodeMp3([tone(seconds, hz)], 44_100, 128));
}

/**
 * MP3 of variable bit rate without a table, as an encoder writes it to a pipe. Its tone is higher every five seconds
 * (300 Hz, 500 Hz …), and noise makes every second step take many more bytes.
 */
export async function steppedMp3(seconds: number): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 2, sampleRate: 44_100, vbrQuality: 4 });
  const pieces: Buffer[] = [];
  for (let second = 0; second < seconds; second++) {
    const step = Math.floor(second / 5);
    const noise = step % 2 === 0 ? 0 : 0.1;
    const sound = tone(1, 300 + 200 * step).map(
      (value, i) => value + noise * ((Math.imul(i, 0x5bd1e995) >> 16) / 2 ** 15),
    );
    pieces.push(Buffer.from(encoder.encode([sound, sound])));
  }
  return Buffer.concat([...pieces, Buffer.from(encoder.finalize())]);
}

export async function ogg(seconds = 3, hz = 440): Promise<Buffer> {
  const encoder = await createOggEncoder();
  encoder.configure({ channels: 1, sampleRate: 44_100, vbrQuality: 3, oggSerialNo: 7 });
  const pieces = [Buffer.from(encoder.encode([tone(seconds, hz)])), Buffer.from(encoder.finalize())];
  return Buffer.concat(pieces);
}

/** One channel of silent AAC packets. */
const SILENT_AAC = Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80);

/** @param at when the first packet is heard, seconds: an edit list puts silence in front or hides the beginning. */
export async function m4a(seconds = 3, at = 0): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = {
    codec: 'mp4a.40.2',
    sampleRate: 44_100,
    numberOfChannels: 1,
    description: Uint8Array.of(0x12, 0x08),
  };
  const length = 1024 / 44_100;
  for (let i = 0; i * length < seconds; i++)
    await source.add(new EncodedPacket(SILENT_AAC, 'key', at + i * length, length), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** Silent Opus of one channel, 20 ms in each page. @param serial of its stream. */
export function opus(seconds: number, serial = 1): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  const tags = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');
  const packets = Array<Buffer>(seconds * 50).fill(Buffer.of(0xf8, 0xff, 0xfe));
  return oggOf([head, tags, ...packets], serial, 960);
}

/** Constant 8 kHz FLAC in Ogg. */
export function oggFlac(seconds: number): Buffer {
  const flac = flatFlac(seconds, 5);
  // Its frames are of the same size, behind its first block.
  const frames = Math.ceil((seconds * 8000) / FLAT_BLOCK);
  const [size, start] = [(flac.length - 42) / frames, 42];
  const info = Buffer.from(flac.subarray(0, start));
  info[4] = 0;
  const head = Buffer.concat([Buffer.from('\x7fFLAC\x01\0\0\x01', 'latin1'), info]);
  const comments = flacBlock(4, Buffer.alloc(8), true);
  const packets = Array.from({ length: frames }, (_, i) =>
    flac.subarray(start + i * size, start + (i + 1) * size),
  );
  return oggOf([head, comments, ...packets], 1, FLAT_BLOCK);
}

/** Each packet on a page. @param samples of a packet with sound. */
function oggOf(packets: Buffer[], serial: number, samples: number): Buffer {
  const pages = packets.map((packet, number, { length }) => {
    const page = Buffer.alloc(28);
    page.write('OggS', 'latin1');
    page[5] = number === 0 ? 2 : number === length - 1 ? 4 : 0;
    page.writeBigUInt64LE(BigInt(Math.max(0, number - 1) * samples), 6);
    page.writeUInt32LE(serial, 14);
    page.writeUInt32LE(number, 18);
    page[26] = 1;
    page[27] = packet.length;
    return Buffer.concat([page, packet]);
  });
  return Buffer.concat(pages);
}

/** Samples of a block. */
const FLAT_BLOCK = 65_535;

/** Constant 8 kHz FLAC: 16 bytes for every 65,535 samples. */
export function flatFlac(seconds: number, level = 0): Buffer {
  const block = FLAT_BLOCK;
  const blocks = Math.ceil((seconds * 8000) / block);
  const streamInfo = Buffer.alloc(34);
  streamInfo.writeUInt16BE(block, 0);
  streamInfo.writeUInt16BE(block, 2);
  // 20 bits of sample rate, 3 of channels - 1, 5 of bits - 1, 36 of samples.
  streamInfo.writeUInt32BE((8000 << 12) | (15 << 4), 10);
  streamInfo.writeUInt32BE(blocks * block, 14);
  const frames = Array.from({ length: blocks }, (_, i) => flatFrame(i, block, level));
  return Buffer.concat([flacStart(flacBlock(0, streamInfo, true)), ...frames]);
}

export const flacStart = (...blocks: Buffer[]) => Buffer.concat([Buffer.from('fLaC'), ...blocks]);

/** A metadata block; `length` is the length it claims. */
export function flacBlock(type: number, data: Buffer, last: boolean, length = data.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  head[0] = (last ? 0x80 : 0) | type;
  return Buffer.concat([head, data]);
}

function flatFrame(number: number, block: number, level: number): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(block - 1);
  const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0x74, 0x08]), utf8Number(number), size]);
  const value = Buffer.alloc(2);
  value.writeInt16BE(level);
  const frame = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), Buffer.from([0]), value]);
  const check = Buffer.alloc(2);
  check.writeUInt16BE(crc(frame, 16, 0x8005));
  return Buffer.concat([frame, check]);
}

const utf8Number = (number: number) => Buffer.from(String.fromCodePoint(number));

function crc(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let i = 0; i < 8; i++) sum = sum & (1 << (bits - 1)) ? (sum << 1) ^ polynomial : sum << 1;
    sum &= 2 ** bits - 1;
  }
  return sum;
}

/** An ID3v2.4 tag; `claimed` replaces its size. */
export function id3(frames: Record<string, Buffer>, claimed?: number): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([name, data]) =>
      Buffer.concat([Buffer.from(name), sevenBits(data.length), Buffer.alloc(2), data]),
    ),
  );
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), sevenBits(claimed ?? body.length), body]);
}

const sevenBits = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));

export const id3Text = (text: string) => Buffer.concat([Buffer.from([3]), Buffer.from(text)]);
export const id3Picture = (type: string, picture: Buffer) =>
  Buffer.concat([Buffer.from(`\0${type}\0\x03\0`, 'latin1'), picture]);

/** A RIFF chunk; `length` is the length it claims. */
export function chunk(name: string, data: Buffer, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Flips some bits of a file, the same ones every time, after its first bytes. */
export function flipped(file: Buffer, every = 50, from = 64): Buffer {
  const spoilt = Buffer.from(file);
  for (let at = from; at < spoilt.length; at += every) spoilt[at]! ^= 1 << (at % 8);
  return spoilt;
}

export const SCRIPT = '<script>alert(document.domain)</script>';
export const PAGE = `<!doctype html><html><body onload="alert(1)">${SCRIPT}</body></html>`;
export const XXE = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text>${SCRIPT}</svg>`;
