import { useQuery } from '@tanstack/react-query';
import { coverAt } from 'contract/pictures/covers.ts';

/** Width and height that a cover is scaled to before its colors are counted; px. */
const SIZE = 24;
/** Colors with less chroma than this look gray (OKLCH). */
const GRAY = 0.03;
/** Each bin is 10 degrees of hue wide. */
const BINS = 36;

/**
 * The main hue of a picture, weighted by how colorful each pixel is; null if it is gray.
 * @param pixels RGBA, 0 to 255.
 * @returns degrees in OKLCH.
 */
export function mainHue(pixels: ArrayLike<number>): number | null {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, a: 0, b: 0 }));
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [a, b] = oklabOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
    const chroma = Math.hypot(a, b);
    if (chroma < GRAY) continue;
    const bin = bins[Math.floor((degrees(a, b) / 360) * BINS) % BINS]!;
    bin.weight += chroma;
    bin.a += a;
    bin.b += b;
  }
  const main = bins.reduce((best, bin) => (bin.weight > best.weight ? bin : best));
  return main.weight === 0 ? null : Math.round(degrees(main.a, main.b));
}

const degrees = (a: number, b: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

const linear = (value: number) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

/** The two color axes of OKLab. */
function oklabOf(red: number, green: number, blue: number): [a: number, b: number] {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The main hue of a cover; null while it is unknown, and for gray covers. */
export function useCoverHue(url: string | null): number | null {
  const { data } = useQuery({
    queryKey: ['cover-hue', url],
    enabled: url !== null,
    queryFn: () => readHue(coverAt(url!, 96)),
  });
  return data ?? null;
}

async function readHue(url: string): Promise<number | null> {
  try {
    const picture = new Image();
    picture.crossOrigin = 'anonymous';
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIZE;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(picture, 0, 0, SIZE, SIZE);
    return mainHue(context.getImageData(0, 0, SIZE, SIZE).data);
  } catch {
    // Not loaded, or from a place that does not let other sites read it.
    return null;
  }
}
