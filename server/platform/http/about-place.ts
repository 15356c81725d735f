import { coverAt } from 'contract/covers.ts';
import { feedLinks } from './alternate-links.ts';
import { aboutTags } from './html.ts';

/**
 * The tags of a page about several tracks.
 * @param path of the page; null hides one that does not exist.
 * @param feed its path without the format.
 */
export function aboutPlace(
  origin: string,
  {
    title,
    description,
    path,
    cover,
    feed,
  }: { title: string; description: string; path: string | null; cover?: string | null; feed?: string },
): string {
  const image = cover ? coverAt(cover, 1280) : `${origin}/social.png`;
  return aboutTags({
    title,
    description,
    url: origin + (path ?? '/'),
    image,
    type: 'website',
    card: { card: cover ? 'summary' : 'summary_large_image', title, image },
    hidden: path === null,
    ...(path !== null && feed && { links: feedLinks(origin, feed, `${title} on Ovation`) }),
  });
}
