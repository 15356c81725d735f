import { MPEGDecoder } from 'mpg123-decoder';

/** @returns the samples of the left and the right channel, -1..1. */
export async function decodeMp3(mp3: Uint8Array): Promise<[left: Float32Array, right: Float32Array]> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData } = decoder.decode(mp3);
  decoder.free();
  return [channelData[0]!, channelData[1]!];
}
