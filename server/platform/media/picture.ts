import { concurrencyLimit, type Limits } from '../concurrency.ts';

/** Recognizes JPEG, PNG, GIF, WebP and AVIF by their first bytes, so that no other format reaches a decoder. */
export function isPicture(file: Uint8Array): boolean {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 16));
  const starts = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  return (
    starts('\xff\xd8\xff') ||
    starts('\x89PNG\r\n\x1a\n') ||
    starts('GIF87a') ||
    starts('GIF89a') ||
    (starts('RIFF') && starts('WEBP', 8)) ||
    (starts('ftyp', 4) && (starts('avif', 8) || starts('avis', 8)))
  );
}

/** More pixels than phones take, far fewer than a decompression bomb has. */
export const MAX_PIXELS = 50_000_000;

/** The first bytes of a picture that nearly always tell its size: photos have previews in front of it. */
export const PICTURE_HEAD_BYTES = 256 * 1024;

/**
 * Tells whether a picture says that it has too many pixels, so that no decoder need be started for it. The decoder
 * itself refuses those that keep their size elsewhere, such as AVIF.
 * @param head its first bytes.
 */
export function isTooManyPixels(head: Uint8Array, max = MAX_PIXELS): boolean {
  const view = Buffer.from(head.buffer, head.byteOffset, head.length);
  try {
    const [width, height] = declaredSize(view) ?? [0, 0];
    return width * height > max;
  } catch (error) {
    // Cut off before its size.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Width and height; undefined where the first bytes do not tell. @throws RangeError if they are too few. */
function declaredSize(view: Buffer): [number, number] | undefined {
  const part = (from: number, to: number) => view.toString('latin1', from, to);
  if (part(1, 4) === 'PNG') return [view.readUInt32BE(16), view.readUInt32BE(20)];
  if (part(0, 3) === 'GIF') return [view.readUInt16LE(6), view.readUInt16LE(8)];
  if (part(0, 2) === '\xff\xd8') return jpegSize(view);
  if (part(8, 15) === 'WEBPVP8') return webpSize(view);
  return undefined;
}

function webpSize(view: Buffer): [number, number] {
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1];
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    default:
      return [view.readUInt16LE(26) & 0x3fff, view.readUInt16LE(28) & 0x3fff];
  }
}

/** Start-of-frame markers (ITU-T T.81, table B.1): from 0xC0 to 0xCF without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(view: Buffer): [number, number] | undefined {
  // Each segment has a marker, and a length of 2 or more that includes itself.
  for (let at = 2; view.readUInt8(at) === 0xff; at += 2 + Math.max(2, view.readUInt16BE(at + 2)))
    if (isFrame(view.readUInt8(at + 1))) return [view.readUInt16BE(at + 7), view.readUInt16BE(at + 5)];
  return undefined;
}

/** Makes a picture, or returns the one that was made under this key before. */
export type PictureCache<Picture> = (key: string, make: () => Promise<Picture>) => Promise<Picture>;

/** Makes few pictures at a time, and keeps the last ones. */
export function pictureCache<Picture>({
  kept: most,
  ...limits
}: Limits & { kept: number }): PictureCache<Picture> {
  const kept = new Map<string, Promise<Picture>>();
  const limit = concurrencyLimit(limits);
  return (key, make) => {
    const known = kept.get(key);
    if (known) return known;
    const made = limit(make);
    kept.set(key, made);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    made.catch(() => kept.delete(key));
    return made;
  };
}
