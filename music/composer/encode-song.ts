import { encodeMp3 } from '../analysis/mp3.ts';
import { RATE } from './sound/tables.ts';

/** kbit/s */
const KBPS = 192;

/** Encodes a song of the band, or a part of it, as MP3. @param onProgress gets the share done, 0 to 1. */
export const encodeSong = (
  { left, right }: { left: Float32Array; right: Float32Array },
  onProgress?: (share: number) => void,
): Promise<Uint8Array> => encodeMp3([left, right], RATE, KBPS, onProgress);
