import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { encodeMp3 } from './mp3.ts';
import { copyFrames, crc16, tableFrame } from './mp3-frames.ts';
import { findSound } from './sniff.ts';

let folder: string;
let honest: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-frames-'));
  const tone = Float32Array.from({ length: 60 * 44_100 }, (_, i) => 0.3 * Math.sin(i / 20));
  honest = Buffer.from(await encodeMp3([tone, tone], 44_100, 128));
});
afterAll(() => rm(folder, { recursive: true }));

async function copied(...parts: Buffer[]) {
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  await rm(to, { force: true });
  await writeFile(from, Buffer.concat(parts));
  const whole = { path: from, start: 0, end: (await stat(from)).size };
  const result = await copyFrames((await findSound(from)) ?? whole, to);
  return { ...result, file: await readFile(to).catch(() => undefined) };
}

/** A first frame that claims so many more. */
function table(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  honest.copy(frame, 0, 0, 4);
  frame.write('Xing\0\0\0\x01', 36, 'latin1');
  frame.writeUInt32BE(frames, 44);
  return frame;
}

const tag = (size: number) => {
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
  for (let i = 0; i < 4; i++) head[9 - i] = (size >> (7 * i)) & 0x7f;
  return Buffer.concat([head, Buffer.alloc(size, 'script ')]);
};

it('leaves a file of frames alone', async () => {
  const { seconds, pure, file } = await copied(honest);
  expect({ pure, file }).toEqual({ pure: true, file: undefined });
  expect(Math.abs(seconds - 60)).toBeLessThan(0.1);
});

it.each<[string, () => Buffer[]]>([
  ['a tag', () => [tag(1000), honest]],
  ['two tags of many pieces', () => [tag(3_000_000), tag(10), honest]],
  ['text behind it', () => [honest, Buffer.from('TAG and a script')]],
  [
    'megabytes of anything between',
    () => [honest.subarray(0, 418 * 50), Buffer.alloc(3_000_000, 'x'), honest.subarray(418 * 50)],
  ],
  ['a head of a frame that is none', () => [Buffer.from('\xff\xfb\x90\x64script', 'latin1'), honest]],
  ['a table that lies', () => [table(900_000), honest]],
])('drops %s', async (_what, parts) => {
  const { pure, file, seconds } = await copied(...parts());
  expect(pure).toBe(false);
  expect(file!.includes('script')).toBe(false);
  expect(Math.abs(seconds - 60)).toBeLessThan(0.1);
  expect(Math.abs(file!.length - honest.length)).toBeLessThan(1000);
});

it('keeps a table that is true', async () => {
  const frames = Math.round(honest.length / 417.96);
  expect(await copied(table(frames), honest)).toMatchObject({ pure: true });
  const { file } = await copied(tag(100), table(frames), honest);
  expect(file!.equals(Buffer.concat([table(frames), honest]))).toBe(true);
});

it.each([0, 3, 5000])('finds nothing in %i bytes of text', async (length) => {
  expect(await copied(Buffer.alloc(length, 'text'))).toMatchObject({ seconds: 0 });
});

describe('variable bit rate', () => {
  /** Ten seconds of a tone, then ten of noise, as an encoder writes it to a pipe: without a table. */
  let variable: Buffer;
  const header = () => variable.subarray(0, 4);
  beforeAll(async () => {
    const encoder = await createMp3Encoder();
    encoder.configure({ channels: 2, sampleRate: 44_100, vbrQuality: 4 });
    const pieces: Buffer[] = [];
    for (let second = 0; second < 20; second++) {
      const sound = Float32Array.from({ length: 44_100 }, (_, i) =>
        second < 10 ? 0.1 * Math.sin(i / 20) : (Math.imul(i, 0x5bd1e995) >> 15) / 2 ** 18,
      );
      pieces.push(Buffer.from(encoder.encode([sound, sound])));
    }
    variable = Buffer.concat([...pieces, Buffer.from(encoder.finalize())]);
  });

  /** The fields of a table, and the second at which the middle of the time begins by it. */
  function read(file: Buffer) {
    const [name, frames, bytes] = [
      file.toString('latin1', 36, 40),
      file.readUInt32BE(44),
      file.readUInt32BE(48),
    ];
    return { name, frames, bytes, middle: file[52 + 50]! / 256 };
  }

  const vbri = (frames: number) => {
    const frame = tableFrame(header(), { name: 'Xing', frames: 0, bytes: 0 }).fill(0, 4);
    frame.write('VBRI', 36, 'latin1');
    frame.writeUInt32BE(frames, 50);
    return frame;
  };
  it.each<[string, () => Buffer[]]>([
    ['has no table', () => []],
    ['has a table of too few frames', () => [tableFrame(header(), { name: 'Xing', frames: 9, bytes: 0 })]],
    ['has a table of no frames', () => [tableFrame(header(), { name: 'Info', frames: 0, bytes: 0 })]],
    ['has a table of Fraunhofer', () => [vbri(767)]],
    ['has a lying table of Fraunhofer', () => [vbri(9)]],
    ['has a table without contents', () => [tableFrame(header(), { name: 'Xing', frames: 767, bytes: 0 })]],
  ])('that %s gets a right one', async (_what, parts) => {
    const { file, pure, seconds } = await copied(...parts(), variable);
    expect(pure).toBe(false);
    expect(seconds).toBeCloseTo((767 * 1152) / 44_100);
    expect(file!.subarray(-variable.length).equals(variable)).toBe(true);
    expect(read(file!)).toMatchObject({ name: 'Xing', frames: 767, bytes: file!.length });
    // The quiet half takes far less than half of the bytes.
    expect(read(file!).middle).toBeLessThan(0.4);
    // What was repaired once stays the same.
    expect((await copied(file!)).file!.equals(file!)).toBe(true);
  });

  it.each([
    [767, true],
    [9, false],
  ])('keeps what the encoder says of its ends if %i frames are right (%s)', async (frames, isKept) => {
    const lame = Buffer.alloc(36);
    lame.write('LAME3.100', 'latin1');
    lame.writeUIntBE((576 << 12) | 1000, 21, 3);
    const { file } = await copied(tableFrame(header(), { name: 'Xing', frames, bytes: 0, lame }), variable);
    const kept = file!.subarray(156, 192);
    expect(kept.toString('latin1', 0, 9) === 'LAME3.100').toBe(isKept);
    if (!isKept) return;
    expect(kept.readUIntBE(21, 3)).toBe((576 << 12) | 1000);
    expect(kept.readUInt16BE(34)).toBe(crc16(file!.subarray(0, 190)));
  });
});
