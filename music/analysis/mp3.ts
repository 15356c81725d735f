import { createMp3Encoder } from 'wasm-media-encoders';

/** One second: the encoder's memory grows with the largest chunk. */
const CHUNK = 44_100;
/** Samples between two reports of progress: whole chunks, or the bytes would differ. */
const PIECE = 8 * CHUNK;

/** Sample rates of MPEG-1 layer III, Hz. */
const RATES = [32_000, 44_100, 48_000] as const;

/** Delay of the decoded sound in samples: 576 by the encoder, 529 by any decoder (there is no gapless header). */
export const ENCODER_DELAY = 1105;

export type Bitrate = 128 | 160 | 192 | 256 | 320;

/** Encodes samples (-1..1) in pieces as MP3 of a constant bit rate (kbit/s), in joint stereo (LAME). */
export interface Mp3Encoder {
  push: (channels: readonly Float32Array[]) => Uint8Array[];
  end: () => Uint8Array;
}

/**
 * Creates an encoder for one or two channels. Sample rates that MPEG-1 layer III lacks are resampled.
 * @throws on an unsupported bit rate.
 */
export async function mp3Encoder(
  channels: 1 | 2,
  sampleRate: number,
  bitrate: Bitrate = 192,
): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder();
  const outputSampleRate =
    RATES.find((rate) => rate === sampleRate) ?? (sampleRate % 11_025 === 0 ? 44_100 : 48_000);
  encoder.configure({ channels, sampleRate, bitrate, outputSampleRate });
  return {
    push: (samples) => {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < samples[0]!.length; at += CHUNK) {
        // The encoder returns a view of its own memory, so each piece is copied immediately.
        pieces.push(encoder.encode(samples.map((c) => c.subarray(at, at + CHUNK))).slice());
      }
      return pieces;
    },
    end: () => encoder.finalize().slice(),
  };
}

/** Encodes one or two whole channels; see `mp3Encoder`. @param onProgress gets the share done, 0 to 1. */
export async function encodeMp3(
  channels: readonly Float32Array[],
  sampleRate: number,
  bitrate: Bitrate = 192,
  onProgress: (share: number) => void = () => {},
): Promise<Uint8Array> {
  const encoder = await mp3Encoder(channels.length === 1 ? 1 : 2, sampleRate, bitrate);
  const length = channels[0]?.length ?? 0;
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < length; from += PIECE) {
    pieces.push(...encoder.push(channels.map((channel) => channel.subarray(from, from + PIECE))));
    onProgress(Math.min(1, (from + PIECE) / length));
  }
  return new Uint8Array(Buffer.concat([...pieces, encoder.end()]));
}
