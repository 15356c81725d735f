import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const pngChunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A black 1-bit PNG, with `more` chunks after its header; `claimed` is the side in the header. */
export function blackPng(side: number, { claimed = side, more = [] as Buffer[] } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(claimed, 0);
  head.writeUInt32BE(claimed, 4);
  head[8] = 1;
  const row = Math.ceil(side / 8) + 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(row * side), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A compressed PNG text chunk that unpacks to this many bytes. */
export const pngTextBomb = (bytes: number) =>
  pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes), { level: 9 })]),
  );

export const pngText = (text: string) => pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));

/** A GIF whose frames claim this side and hold one pixel. */
export function gif(side: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  frame.writeUInt16LE(side, 13);
  frame.writeUInt16LE(side, 15);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

export function jpeg(width = 400, height = 300): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer();
}

/** A JPEG whose header claims another size. */
export async function lyingJpeg(side: number): Promise<Buffer> {
  const file = await jpeg();
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(side, frame + 5);
  file.writeUInt16BE(side, frame + 7);
  return file;
}

/** Inserts a comment at the beginning of a JPEG. */
export function withComment(file: Buffer, text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(text, 'latin1')]);
  return Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)]);
}
