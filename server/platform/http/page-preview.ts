import { escapeHtml } from 'contract/escape-html.ts';
import { feedLinks, oembedLinks } from './alternate-links.ts';

/** What link previews and search results say about a page. */
export interface PagePreview {
  title: string;
  description: string;
  /** Its path and query, where previews of the same page differ; the page's path without it. */
  address?: string;
  /** A picture's path or address; the product's own without it. */
  image?: string;
  /** The path of a feed of the same, without its format. */
  feed?: string;
  /** The path to which the page has moved for good. */
  movedTo?: string;
  /** Whether it has a player for other sites. */
  player?: true;
}

/** The page with absolute URLs for link previews, and with its own title and description if it has them. */
export function withPreview(
  template: string,
  origin: string,
  pathname: string,
  preview: PagePreview | null | undefined,
): string {
  // The client chooses the Host header.
  const image = `content="${escapeHtml(imageOf(origin, preview))}"`;
  const page = template.replace('content="/social.png"', () => image);
  if (!preview) return page;
  const title = escapeHtml(preview.title);
  const description = `content="${escapeHtml(preview.description)}"`;
  const url = escapeHtml(origin + (preview.address ?? pathname));
  return page
    .replace(/<title>[^<]*/, () => `<title>${title} – Ovation`)
    .replace(/(?<=<meta name="description" )content="[^"]*"/, () => description)
    .replace(/(?<=<meta property="og:description" )content="[^"]*"/, () => description)
    .replace(
      /(?<=<meta property="og:title" )content="[^"]*" \/>/,
      () => `content="${title}" />\n    <meta property="og:url" content="${url}" />`,
    )
    .replace('</head>', () => `${linksOf(origin, pathname, preview)}</head>`);
}

const imageOf = (origin: string, preview: PagePreview | null | undefined) =>
  preview?.image?.startsWith('/') === false ? preview.image : origin + (preview?.image ?? '/social.png');

/** The tag that names the one address of a page that answers at several. */
export const canonicalLink = (url: string) => `<link rel="canonical" href="${escapeHtml(url)}" />`;

const linksOf = (origin: string, pathname: string, { title, feed, player }: PagePreview) =>
  canonicalLink(origin + pathname.replace(/\/$/, '')) +
  (feed ? feedLinks(origin, feed, title) : '') +
  (player ? oembedLinks(origin, origin + pathname, title) : '');
