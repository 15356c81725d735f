/** The stored widths of every cover, px. The path contains the width: `/media/<hash>-640.webp`. */
export const COVER_WIDTHS = [96, 320, 640, 1280] as const;

/** The width in `cover_image_url`. */
export const COVER_MAIN_WIDTH = 640;

/** The `sizes` of a cover in the grid of track cards. */
export const CARD_COVER_SIZES =
  '(min-width: 1800px) 16vw, (min-width: 1240px) 276px, (min-width: 768px) 22vw, (min-width: 600px) 30vw, (min-width: 340px) 44vw, 92vw';

/** The `sizes` of the cover on a track's page. */
export const HERO_COVER_SIZES = '(min-width: 1080px) 328px, (min-width: 768px) 260px, 300px';

/**
 * The `sizes` of the cover that Explore opens with. Phones show it wider than this says: the file of 640 px looks a little
 * softer there, and has half the bytes of the next one.
 */
export const FEATURED_COVER_SIZES = '(min-width: 1256px) 424px, (min-width: 768px) 36vw, 80vw';

/** Only our own paths: others may have the same ending, or contain what breaks out of an attribute. */
const OWN_COVER = /^(?:https?:\/\/[\w.:[\]-]+)?\/media\/[0-9a-f]{32}-640\.webp$/;
const WIDTH = /-640\.webp$/;

/** The `srcset` of a cover on our origin; undefined for any other picture. */
export function coverSrcSet(url: string | null): string | undefined {
  if (!url || !OWN_COVER.test(url)) return undefined;
  return COVER_WIDTHS.map((width) => `${coverAt(url, width)} ${width}w`).join(', ');
}

/** The path of a cover in another width. */
export function coverAt(url: string, width: (typeof COVER_WIDTHS)[number]): string {
  return url.replace(WIDTH, `-${width}.webp`);
}

/** The tag that makes a browser fetch a cover before the page's script runs. @param sizes of its `img`. */
export function coverPreload(url: string | null, sizes = CARD_COVER_SIZES): string {
  const set = coverSrcSet(url);
  if (!url || !set) return '';
  return `<link rel="preload" as="image" href="${url}" imagesrcset="${set}" imagesizes="${sizes}" fetchpriority="high">`;
}
