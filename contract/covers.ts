/** Widths that every cover is kept in, px; the address of one names its width: `/media/<hash>-640.webp`. */
export const COVER_WIDTHS = [96, 320, 640, 1280] as const;

/** The width that `cover_image_url` names. */
export const COVER_MAIN_WIDTH = 640;

/** How wide a cover stands in the grid of track cards. */
export const CARD_COVER_SIZES =
  '(min-width: 1240px) 276px, (min-width: 768px) 22vw, (min-width: 600px) 30vw, (min-width: 340px) 44vw, 92vw';

/** Only ours: another's address may end alike, or hold what breaks out of an attribute. */
const OURS = /^(?:https?:\/\/[\w.:[\]-]+)?\/media\/[0-9a-f]{32}-640\.webp$/;
const PLACE = /-640\.webp$/;

/** The `srcset` of a cover of ours; undefined for a picture from elsewhere. */
export function coverSrcSet(url: string | null): string | undefined {
  if (!url || !OURS.test(url)) return undefined;
  return COVER_WIDTHS.map((width) => `${coverAt(url, width)} ${width}w`).join(', ');
}

/** The address of the same cover in another width. */
export function coverAt(url: string, width: (typeof COVER_WIDTHS)[number]): string {
  return url.replace(PLACE, `-${width}.webp`);
}

/** The tag that lets a browser fetch a card's cover before the page's script has run. */
export function coverPreload(url: string | null): string {
  const set = coverSrcSet(url);
  if (!url || !set) return '';
  return `<link rel="preload" as="image" href="${url}" imagesrcset="${set}" imagesizes="${CARD_COVER_SIZES}" fetchpriority="high">`;
}
