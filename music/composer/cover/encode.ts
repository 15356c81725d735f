import sharp, { type OutputInfo } from 'sharp';

/** Widths in pixels, and the byte size each should stay below so that a page of covers loads quickly. */
const SIZES = [
  { width: 96, aim: 3_000 },
  { width: 320, aim: 9_000 },
  { width: 640, aim: 24_000 },
  { width: 1280, aim: 70_000 },
];
const QUALITIES = [86, 78, 68, 58, 48, 40, 32, 27];

/** At more pixels than this, sharp chroma and the last 5 % of the bytes take six times as long, and nobody sees them. */
const WIDEST_WITH_CARE = 640;

/** The cover as square WebP pictures of 96, 320, 640 and 1280 px up to `widest`, each at the best quality within its size. */
export async function encodeCover(svg: string, widest = 1280): Promise<{ width: number; data: Buffer }[]> {
  const largest = await sharp(Buffer.from(svg), { density: 92.16 })
    .resize(1280, 1280)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pictures: { width: number; data: Buffer }[] = [];
  let level = 0;
  for (const { width, aim } of SIZES.filter(({ width }) => width <= widest)) {
    const pixels =
      width === largest.info.width
        ? largest
        : await sharp(largest.data, { raw: shapeOf(largest) })
            .resize(width, width)
            .raw()
            .toBuffer({ resolveWithObject: true });
    const picture = await smallEnough(pixels, aim, level);
    level = picture.level;
    pictures.push({ width, data: picture.data });
  }
  return pictures;
}

type Pixels = { data: Buffer; info: OutputInfo };

function shapeOf({ info: { width, height, channels } }: Pixels) {
  return { width, height, channels };
}

/** Looks for the best quality within the size from the level that the last picture took: they need about the same. */
async function smallEnough(
  pixels: Pixels,
  aim: number,
  start: number,
): Promise<{ data: Buffer; level: number }> {
  const encode = (level: number) => {
    const quality = QUALITIES[level]!;
    const careful = pixels.info.width <= WIDEST_WITH_CARE;
    return sharp(pixels.data, { raw: shapeOf(pixels) })
      .webp({ quality, effort: careful ? 4 : 2, smartSubsample: careful && quality > 60 })
      .toBuffer();
  };
  let level = start;
  let data = await encode(level);
  while (data.length > aim && level < QUALITIES.length - 1) data = await encode(++level);
  if (level > start) return { data, level };
  while (level > 0) {
    const better = await encode(level - 1);
    if (better.length > aim) break;
    data = better;
    level--;
  }
  return { data, level };
}
