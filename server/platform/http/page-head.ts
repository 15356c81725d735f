import { coverAt } from 'contract/covers.ts';
import { escapeHtml } from 'contract/embeds.ts';

/** What a page is about, for link previews and search engines. */
export interface About {
  title: string;
  description: string;
  /** The one address of the page, absolute. */
  url: string;
  /** Absolute. */
  image: string;
  /** Of Open Graph. */
  type: string;
  /** Further Open Graph properties. */
  properties?: Record<string, string | undefined>;
  /** Of X's cards. */
  card: Record<string, string>;
  jsonLd?: object;
  /** Pages that should not be found. */
  hidden?: boolean;
  /** Further `link` tags. */
  links?: string;
}

/** The tags of a page that say what it is about. */
export function aboutTags(about: About): string {
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`;
  const name = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
  const properties = {
    'og:site_name': 'Ovation',
    'og:type': about.type,
    'og:title': about.title,
    'og:description': about.description,
    'og:url': about.url,
    'og:image': about.image,
    ...about.properties,
  };
  return [
    `<title>${escapeHtml(about.title)} – Ovation</title>`,
    name('description', about.description),
    ...(about.hidden
      ? [name('robots', 'noindex')]
      : [`<link rel="canonical" href="${escapeHtml(about.url)}" />`]),
    ...Object.entries(properties).map(([key, value]) => (value ? property(key, value) : '')),
    ...Object.entries(about.card).map(([key, value]) => name(`twitter:${key}`, value)),
    about.links ?? '',
    about.jsonLd
      ? `<script type="application/ld+json">${JSON.stringify(about.jsonLd).replaceAll('<', '\\u003c')}</script>`
      : '',
  ].join('');
}

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

const alternate = (type: string, title: string, href: string) =>
  `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}" />`;

/** The tags by which readers find a feed. @param path without the format. */
export const feedLinks = (origin: string, path: string, title: string) =>
  alternate('application/rss+xml', title, `${origin}${path}.xml`) +
  alternate('application/feed+json', title, `${origin}${path}.json`);

/** The tags by which other sites find a page's embedded player. @param url of the page. */
export function oembedLinks(origin: string, url: string, title: string): string {
  const href = `${origin}/oembed?url=${encodeURIComponent(url)}&format=`;
  return (
    alternate('application/json+oembed', title, `${href}json`) +
    alternate('text/xml+oembed', title, `${href}xml`)
  );
}
