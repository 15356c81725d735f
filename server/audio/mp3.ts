import { createMp3Encoder } from 'wasm-media-encoders';

/** One second at a time: the encoder's memory grows with the largest chunk. */
const CHUNK = 44_100;

/** Samples by which the decoded sound comes late: 576 of the encoder, 529 of any decoder (no gapless header is written). */
export const ENCODER_DELAY = 1105;

/**
 * Encodes one or two channels of samples (-1..1) as MP3, constant bit rate in kbit/s, joint stereo (LAME).
 * Throws on a bit rate MPEG-1 layer III doesn't have.
 */
export async function encodeMp3(
  channels: readonly Float32Array[],
  sampleRate: number,
  bitrate: 128 | 160 | 192 | 256 | 320 = 192,
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: channels.length === 1 ? 1 : 2, sampleRate, bitrate });
  const pieces: Uint8Array[] = [];
  const frames = channels[0]?.length ?? 0;
  for (let at = 0; at < frames; at += CHUNK) {
    // The encoder hands out a view of its own memory, so each piece is copied at once.
    pieces.push(encoder.encode(channels.map((c) => c.subarray(at, at + CHUNK))).slice());
  }
  pieces.push(encoder.finalize().slice());
  return new Uint8Array(Buffer.concat(pieces));
}
