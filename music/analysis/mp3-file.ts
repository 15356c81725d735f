import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Bitrate, mp3Encoder } from './mp3.ts';

/** Encodes samples into a new MP3 file, piece by piece; `end` waits until it is on disk. */
export async function openMp3File(path: string, channels: 1 | 2, sampleRate: number, kbps: Bitrate) {
  const encoder = await mp3Encoder(channels, sampleRate, kbps);
  const file = createWriteStream(path, { flush: true });
  file.write(new Uint8Array(encoder.tagSize));
  return {
    write: async (samples: Float32Array[]) => {
      for (const piece of encoder.push(samples)) if (!file.write(piece)) await once(file, 'drain');
    },
    end: async () => {
      file.end(encoder.end());
      await once(file, 'close');
      await writeTag(path, encoder.tag());
    },
  };
}

async function writeTag(path: string, tag: Uint8Array): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(tag, 0, tag.length, 0);
    await file.datasync();
  } finally {
    await file.close();
  }
}
