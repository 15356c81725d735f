import { escapeHtml } from 'contract/escape-html.ts';

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
