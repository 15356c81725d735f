import type { LanguageCode } from '../../languages.ts';
import { escapeHtml } from '../../text/html.ts';

/** Data of the small player on other sites. Without zod, since the player is sent to browsers. */

/** A song of an embedded player. URLs are absolute. */
export interface EmbedTrack {
  id: string;
  title: string;
  artist: string;
  seconds: number;
  /** Its page. */
  url: string;
  audio: string;
  cover: string | null;
  waveform: string | null;
  /** LUFS. */
  loudness: number | null;
}

export interface Embed {
  /** The title of the document: of the song or of the playlist. */
  title: string;
  /** The page that shows the same; the product's own if there is nothing to play. */
  url: string;
  kind: 'track' | 'playlist';
  /** Follows the system without it. */
  theme: 'dark' | 'light' | undefined;
  /** Empty for an empty playlist, and for what does not exist. */
  tracks: EmbedTrack[];
  /** Says why there is nothing to play. */
  notice: string | undefined;
  language: LanguageCode;
  /** The site's name, and its own CSS. */
  site: { name: string; style: string };
}

/** The module of the web build that makes the document of an embed, with its inline script. */
export interface EmbedModule {
  renderEmbed: (embed: Embed) => Promise<string>;
  embedScript: string;
}

/** Heights of the frames, px. A playlist's list scrolls. */
export const EMBED_HEIGHT = { track: 172, playlist: 430 } as const;

export const embedPath = (kind: Embed['kind'], id: string) => `/embed/${kind}s/${id}`;

/** The HTML that embeds a player. @param title is read by screen readers. @param size px. */
export const embedCode = (
  kind: Embed['kind'],
  src: string,
  title: string,
  { width, height }: { width: number | '100%'; height: number } = {
    width: '100%',
    height: EMBED_HEIGHT[kind],
  },
) =>
  `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${width}" height="${height}" allow="autoplay" loading="lazy" style="border:0;border-radius:14px"></iframe>`;
