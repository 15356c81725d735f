import sharp from 'sharp';

/** Widths in pixels, and the bytes each should stay under so that a page of covers loads at once. */
const SIZES = [
  { width: 96, aim: 3_000 },
  { width: 320, aim: 9_000 },
  { width: 640, aim: 24_000 },
  { width: 1280, aim: 70_000 },
];
const QUALITIES = [86, 78, 68, 56, 44];

/** The cover as square WebP pictures of 96, 320, 640 and 1280 px, each as good as its byte aim allows. */
export async function encodeCover(svg: string): Promise<{ width: number; data: Buffer }[]> {
  const largest = await sharp(Buffer.from(svg), { density: 92.16 }).resize(1280, 1280).png().toBuffer();
  const pictures: { width: number; data: Buffer }[] = [];
  for (const { width, aim } of SIZES) {
    const pixels = await sharp(largest).resize(width, width).raw().toBuffer({ resolveWithObject: true });
    pictures.push({ width, data: await smallEnough(pixels, aim) });
  }
  return pictures;
}

async function smallEnough(pixels: { data: Buffer; info: sharp.OutputInfo }, aim: number): Promise<Buffer> {
  const { width, height, channels } = pixels.info;
  let data = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    data = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5, smartSubsample: true })
      .toBuffer();
    if (data.length <= aim) break;
  }
  return data;
}
