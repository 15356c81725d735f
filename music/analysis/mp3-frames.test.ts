import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeMp3 } from './mp3.ts';
import { copyFrames } from './mp3-frames.ts';

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
  const result = await copyFrames(from, to);
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
