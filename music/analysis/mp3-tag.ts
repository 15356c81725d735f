/** Samples per frame of MPEG-1 layer III. */
const FRAME = 1152;

/** Samples of silence that LAME puts in front of the sound. */
const DELAY = 576;

/** CRC-16 with the reflected polynomial 0x8005, as LAME uses it. */
const CRC = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});

/** The checksum of the bytes after those that `crc` sums up; 0 begins. */
export function crc16(bytes: Uint8Array, crc = 0): number {
  let sum = crc;
  for (let i = 0; i < bytes.length; i++) sum = (sum >> 8) ^ CRC[(sum ^ bytes[i]!) & 0xff]!;
  return sum;
}

/** The size of the tag's frame in bytes, for a bit rate in kbit/s and a sample rate in Hz. */
export const tagSize = (kbps: number, hz: number): number => Math.floor((FRAME * kbps * 125) / hz);

export interface Encoded {
  /** The header of the first frame. */
  header: Uint8Array;
  kbps: number;
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
  /** Samples of sound per channel. */
  samples: number;
  /** Bytes of all frames, and their `crc16`. */
  bytes: number;
  crc: number;
}

/**
 * Writes the frame that goes in front of a file of constant bit rate: its length, so that players show it at once, and
 * how much of its first and last frame is padding, so that they play exactly the samples that were encoded.
 * Source: G. Bouvigne, MP3 Info Tag rev 1 (http://gabriel.mp3-tech.org/mp3infotag.html).
 */
export function infoTag({ header, kbps, sampleRate, channels, samples, bytes, crc }: Encoded): Uint8Array {
  const tag = Buffer.alloc(tagSize(kbps, sampleRate));
  tag.set(header.subarray(0, 4));
  // This frame has no padding byte.
  tag[2]! &= ~2;
  const frames = Math.round((bytes * sampleRate) / (FRAME * kbps * 125));
  const padding = Math.max(0, Math.min(4095, frames * FRAME - DELAY - samples));
  let at = 4 + (channels === 1 ? 17 : 32);
  at += tag.write('Info', at, 'latin1');
  // It has a number of frames, of bytes, a table of contents and a quality.
  at = tag.writeUInt32BE(15, at);
  at = tag.writeUInt32BE(frames, at);
  at = tag.writeUInt32BE(tag.length + bytes, at);
  for (let percent = 0; percent < 100; percent++) tag[at++] = Math.floor((256 * percent) / 100);
  at = tag.writeUInt32BE(57, at);
  at += tag.write('LAME3.100', at, 'latin1');
  // A constant bit rate; then a low-pass, a peak, gains and flags that are not named.
  tag[at] = 1;
  tag[at + 11] = Math.min(255, kbps);
  at = tag.writeUIntBE((DELAY << 12) | padding, at + 12, 3);
  at = tag.writeUInt32BE(tag.length + bytes, at + 4);
  at = tag.writeUInt16BE(crc, at);
  tag.writeUInt16BE(crc16(tag.subarray(0, at)), at);
  return tag;
}
