import { COVER_WIDTHS } from 'contract/covers.ts';
import { isPicture } from '../../platform/media/picture.ts';

/** A picture may unpack to so many pixels: more than a phone takes, far less than a bomb. */
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 20;

/**
 * Draws a picture anew as square covers in every width, the largest last: no metadata, nothing hidden behind
 * the picture. A smaller one is enlarged, so that every address of a cover has its file.
 * @returns undefined for whatever cannot be drawn, or not within bounds.
 */
export async function drawCovers(file: Uint8Array): Promise<{ width: number; data: Buffer }[] | undefined> {
  if (!isPicture(file)) return undefined;
  // Takes 30 MB and a while to load: only for who needs it.
  const { default: sharp } = await import('sharp');
  const largest = COVER_WIDTHS.at(-1)!;
  try {
    const square = await sharp(file, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' })
      .timeout({ seconds: MOST_SECONDS })
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
