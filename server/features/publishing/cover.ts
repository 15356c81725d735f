import { COVER_WIDTHS } from 'contract/covers.ts';
import { isPicture, isTooManyPixels, MAX_PIXELS } from '../../platform/media/picture.ts';

const MAX_SECONDS = 20;

/**
 * Re-encodes a picture as square covers in every width, the largest last. Metadata and anything appended to the
 * picture are dropped. Smaller pictures are enlarged so that every width has a file.
 * @returns undefined for a picture that cannot be decoded within the limits.
 */
export async function renderCovers(file: Uint8Array): Promise<{ width: number; data: Buffer }[] | undefined> {
  if (!isPicture(file) || isTooManyPixels(file)) return undefined;
  // Imported on demand: it takes 30 MB and a while to load.
  const { default: sharp } = await import('sharp');
  const largest = COVER_WIDTHS.at(-1)!;
  try {
    const square = await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(largest, largest, { fit: 'cover' })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = square.info;
    const pictures: { width: number; data: Buffer }[] = [];
    for (const side of COVER_WIDTHS) {
      const data = await sharp(square.data, { raw: { width, height, channels } })
        .resize(side, side)
        .webp({ quality: 80, effort: 4 })
        .toBuffer();
      pictures.push({ width: side, data });
    }
    return pictures;
  } catch {
    return undefined;
  }
}
