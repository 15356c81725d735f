import type { Feed } from './feed.ts';

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.url,
    feed_url: feed.self,
    icon: feed.artwork,
    language: 'en',
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
