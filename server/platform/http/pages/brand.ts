import type { LanguageCode } from 'contract/languages.ts';
import { english } from 'contract/text/messages.ts';
import { say } from '../../text/say.ts';

/** Name and look of the site; `server/extensions/branding` reads it from the settings. */
export interface Brand {
  name: string;
  /** One sentence about the site. */
  tagline: string;
  /** Links in the footer of every page; without any, there is no footer. */
  links: readonly { label: string; url: string }[];
  /** Colors of lamps in pictures that the server draws, from the front row to the last. */
  lamps: readonly [string, string, string];
  /** The path of the picture for link previews, which changes with what it shows. */
  picture: string;
  /** A PNG of the logo for dark pictures; undefined draws the product's. */
  logo?: Buffer;
  /** CSS that pages and players have after their own. */
  style: string;
  /** Files in place of those of the web build, by URL path. */
  files: ReadonlyMap<string, Buffer>;
}

/** The product's own. */
export const OVATION: Brand = {
  name: 'Ovation',
  tagline: english('Music the crowd calls for.'),
  links: [],
  lamps: ['#ff9c47', '#f5703d', '#e94933'],
  picture: '/social.png',
  style: '',
  files: new Map(),
};

/** The site's own sentence, after another one. */
export const taglineAfter = ({ tagline }: Pick<Brand, 'tagline'>, language: LanguageCode) =>
  ` ${say(language, tagline)}`;
