import type { LanguageCode } from 'contract/languages.ts';
import { coverAt } from 'contract/pictures/covers.ts';
import { escapeHtml } from 'contract/text/html.ts';
import { say } from '../../text/say.ts';
import { type Brand, OVATION } from './brand.ts';
import { addressIn, type PageLanguage } from './page-language.ts';

/** Head of a page, for link previews and search engines. */
export interface Head {
  title: string;
  description: string;
  /** The one path of the page; null for a page that should not be found. */
  path: string | null;
  /** Path and query that link previews name, where previews of the same page differ. */
  preview?: string;
  /** Path or URL of a picture; the product's own without it. */
  image?: string | undefined;
  /** Of Open Graph; `website` without it. */
  type?: string;
  /** Further Open Graph properties. */
  properties?: Record<string, string | undefined>;
  /** Of X's cards: how large the picture is, without it large. */
  card?: Record<string, string>;
  jsonLd?: object;
  /** A feed of the same: its title, and its path without the format. */
  feed?: { title: string; path: string } | undefined;
  /** True if it has a player for other sites. */
  player?: true;
}

/**
 * The page with the tags that say what it is about.
 * @param head undefined leaves the product's own tags.
 * @param canonical the path of such a page, if it should be found.
 */
export function withHead(
  template: string,
  origin: string,
  site: Brand,
  language: PageLanguage,
  head: Head | undefined,
  canonical?: string,
): string {
  if (head)
    return template.replace(/<!-- about -->[\s\S]*<!-- \/about -->/, () =>
      headTags(origin, site, language, head),
    );
  // The client chooses the Host header.
  const page = template.replace(
    `content="${OVATION.picture}"`,
    () => `content="${escapeHtml(origin + site.picture)}"`,
  );
  return canonical === undefined
    ? page
    : page.replace('</head>', () => `${canonicalLinks(origin + canonical, language)}</head>`);
}

/** Returns the head of a page of several tracks. @param cover of the first of them, absolute. */
export function listHead(
  { name: site }: Pick<Brand, 'name'>,
  language: LanguageCode,
  { cover, feed, ...head }: ListHead,
): Head {
  const image = cover ? coverAt(cover, 1280) : undefined;
  return {
    ...head,
    image,
    ...(cover && { card: { card: 'summary' } }),
    ...(head.path !== null &&
      feed && {
        feed: { title: say(language, '{title} on {site}', { title: head.title, site }), path: feed },
      }),
  };
}

interface ListHead {
  title: string;
  description: string;
  path: string | null;
  cover?: string | null | undefined;
  /** Its path without the format. */
  feed?: string | undefined;
}

/** Description of a page of something that does not exist. */
export const missing = (language: LanguageCode) => say(language, 'AI music that the crowd calls for.');

/** A language with the territory in which most speak it, as Open Graph has it: `de_DE`. */
function localeOf(language: LanguageCode): string {
  const { language: code, region } = new Intl.Locale(language).maximize();
  return `${code}_${region}`;
}

function headTags(origin: string, site: Brand, reading: PageLanguage, head: Head): string {
  const { title, description, path, feed } = head;
  const { language, offered } = reading;
  const inOwn = (address: string) => addressIn(address, language, offered);
  const absolute = (pathOrUrl: string) => (pathOrUrl.startsWith('/') ? origin + pathOrUrl : pathOrUrl);
  const url = absolute(path ?? '/');
  const picture = absolute(head.image ?? site.picture);
  // The server draws it in the language that its address names.
  const image = picture.startsWith(`${origin}/social/`) ? inOwn(picture) : picture;
  const properties = {
    'og:site_name': site.name,
    'og:type': head.type ?? 'website',
    'og:title': title,
    'og:description': description,
    ...(language !== 'en' && { 'og:locale': localeOf(language) }),
    'og:url': inOwn(absolute(head.preview ?? url)),
    'og:image': image,
    ...head.properties,
  };
  const card = { card: 'summary_large_image', title, image, ...head.card };
  return [
    `<title>${escapeHtml(`${title} – ${site.name}`)}</title>`,
    meta('name', 'description', description),
    path === null ? meta('name', 'robots', 'noindex') : canonicalLinks(url, reading),
    ...Object.entries(properties).map(([key, value]) => (value ? meta('property', key, value) : '')),
    ...Object.entries(card).map(([key, value]) => meta('name', `twitter:${key}`, value)),
    feed ? feedLinks(origin + feed.path, feed.title, inOwn) : '',
    head.player ? playerLinks(origin, url, title, inOwn) : '',
    head.jsonLd
      ? `<script type="application/ld+json">${JSON.stringify(head.jsonLd).replaceAll('<', '\\u003c')}</script>`
      : '',
  ].join('');
}

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`;

/** The tags that name the one URL of a page that answers at several, and the same page in the other languages. */
function canonicalLinks(url: string, { language, offered }: PageLanguage): string {
  const own = `<link rel="canonical" href="${escapeHtml(addressIn(url, language, offered))}" />`;
  if (offered.length === 1) return own;
  const inOther = (code: string, href: string) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(href)}" />`;
  const others = offered.map((code) => inOther(code, addressIn(url, code, offered)));
  return [own, ...others, inOther('x-default', url)].join('');
}

const alternate = (type: string, title: string, href: string) =>
  `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}" />`;

/** The tags by which readers find a feed. */
const feedLinks = (url: string, title: string, inOwn: (url: string) => string) =>
  alternate('application/rss+xml', title, inOwn(`${url}.xml`)) +
  alternate('application/feed+json', title, inOwn(`${url}.json`));

/** The tags by which other sites find a page's embedded player (oEmbed). */
function playerLinks(origin: string, url: string, title: string, inOwn: (url: string) => string): string {
  const href = `${origin}/oembed?url=${encodeURIComponent(url)}&format=`;
  return (
    alternate('application/json+oembed', title, inOwn(`${href}json`)) +
    alternate('text/xml+oembed', title, inOwn(`${href}xml`))
  );
}
