import { escapeHtml } from 'contract/escape-html.ts';

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
