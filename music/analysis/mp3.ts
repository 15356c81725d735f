import { createMp3Encoder } from 'wasm-media-encoders';

/** One second at a time: the encoder's memory grows with the largest chunk. */
const CHUNK = 44_100;

/** Hz, as MPEG-1 layer III has them. */
const RATES = [32_000, 44_100, 48_000] as const;

/** Samples by which the decoded sound comes late: 576 of the encoder, 529 of any decoder (no gapless header is written). */
export const ENCODER_DELAY = 1105;

type Bitrate = 128 | 160 | 192 | 256 | 320;

/** Takes samples (-1..1) in pieces and gives MP3: constant bit rate in kbit/s, joint stereo (LAME). */
export interface Mp3Encoder {
  push: (channels: readonly Float32Array[]) => Uint8Array[];
  end: () => Uint8Array;
}

/**
 * An encoder of one or two channels. Rates that MPEG-1 layer III doesn't have are resampled to one that it has.
 * @throws on a bit rate it doesn't have.
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
        // The encoder hands out a view of its own memory, so each piece is copied at once.
        pieces.push(encoder.encode(samples.map((c) => c.subarray(at, at + CHUNK))).slice());
      }
      return pieces;
    },
    end: () => encoder.finalize().slice(),
  };
}

/** Encodes one or two whole channels; see `mp3Encoder`. */
export async function encodeMp3(
  channels: readonly Float32Array[],
  sampleRate: number,
  bitrate: Bitrate = 192,
): Promise<Uint8Array> {
  const encoder = await mp3Encoder(channels.length === 1 ? 1 : 2, sampleRate, bitrate);
  const pieces = channels.length > 0 ? encoder.push(channels) : [];
  return new Uint8Array(Buffer.concat([...pieces, encoder.end()]));
}
