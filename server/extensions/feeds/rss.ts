import { element, emptyElement } from '../../platform/http/pages/xml.ts';
import type { Feed, FeedItem } from './feed.ts';

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ');

/** A feed as RSS 2.0 (rssboard.org/rss-specification), with the tags that podcast players need. */
export function toRss(feed: Feed): string {
  const updated = Math.max(...feed.items.map((item) => item.updated));
  const channel = [
    element('title', feed.title),
    element('link', feed.url),
    element('description', feed.description),
    element('language', feed.language),
    emptyElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.self }),
    element('lastBuildDate', feed.items.length > 0 ? rssDate(updated) : undefined),
    element('generator', feed.site),
    `<image>${element('url', feed.artwork)}${element('title', feed.title)}${element('link', feed.url)}</image>`,
    emptyElement('itunes:image', { href: feed.artwork }),
    element('itunes:author', feed.site),
    emptyElement('itunes:category', { text: 'Music' }),
    element('itunes:explicit', 'false'),
    element('itunes:type', feed.ordered ? 'serial' : 'episodic'),
    element('podcast:medium', 'music'),
    ...feed.items.map((item, i) => rssItem(item, feed.ordered ? i + 1 : undefined)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${NAMESPACES}><channel>${channel.join('')}</channel></rss>\n`;
}

/** @param place in an ordered feed, from 1. */
function rssItem(item: FeedItem, place: number | undefined): string {
  const { audio, image } = item;
  return [
    '\n<item>',
    element('title', item.title),
    element('link', item.url),
    `<guid isPermaLink="false">${item.id}</guid>`,
    element('pubDate', rssDate(item.published)),
    element('description', item.summary),
    element('category', item.genre),
    element('itunes:author', item.author),
    image ? emptyElement('itunes:image', { href: image }) : '',
    element('itunes:explicit', 'false'),
    element('itunes:episode', place?.toString()),
    audio ? emptyElement('enclosure', { url: audio.url, length: audio.bytes, type: audio.type }) : '',
    element('itunes:duration', audio && String(audio.seconds)),
    '</item>',
  ].join('');
}

/** RFC 822 with a year of four digits, as RSS wants it. */
const rssDate = (time: number) => new Date(time).toUTCString();

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.url,
    feed_url: feed.self,
    icon: feed.artwork,
    language: feed.language,
    items: feed.items.map(({ audio, ...item }) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_text: item.summary,
      image: item.image,
      date_published: new Date(item.published).toISOString(),
      date_modified: new Date(item.updated).toISOString(),
      authors: item.author === undefined ? undefined : [{ name: item.author }],
      tags: item.genre === undefined ? undefined : [item.genre],
      attachments: audio && [
        {
          url: audio.url,
          mime_type: audio.type,
          size_in_bytes: audio.bytes,
          duration_in_seconds: audio.seconds,
        },
      ],
    })),
  });
}
