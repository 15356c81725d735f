import { coverAt } from 'contract/covers.ts';
import { aboutTags } from '../../platform/http/html.ts';

/** The tags of a page about several tracks. @param path of the page; null hides one that does not exist. */
export function aboutPlace(
  origin: string,
  {
    title,
    description,
    path,
    cover,
  }: { title: string; description: string; path: string | null; cover?: string | null },
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
  });
}
