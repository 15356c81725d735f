/** How many items a feed has at most. */
export const FEED_ITEMS = 100;

/** A feed, whatever its format. Addresses are absolute, times are epoch milliseconds. */
export interface Feed {
  title: string;
  description: string;
  /** The page that shows the same. */
  url: string;
  /** The feed's own address. */
  self: string;
  /** A square picture that podcast players accept. */
  artwork: string;
  /** Whether the items are in an order of their own, such as that of a playlist, instead of newest first. */
  ordered: boolean;
  items: FeedItem[];
}

export interface FeedItem {
  /** Never changes, on any server. */
  id: string;
  title: string;
  url: string;
  summary: string;
  author: string | undefined;
  genre: string | undefined;
  image: string | undefined;
  published: number;
  updated: number;
  audio: FeedAudio | undefined;
}

export interface FeedAudio {
  url: string;
  type: string;
  bytes: number;
  seconds: number;
}
