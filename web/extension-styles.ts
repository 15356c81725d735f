import type { ExtensionPageData } from 'contract/extension-pages.ts';
import type { RenderedName } from 'contract/pages.ts';
import applause from './extensions/applause/applause.css?inline';
import comments from './extensions/comments/comments.css?inline';
import places from './extensions/discovery/places.css?inline';
import songPages from './features/tracks/page/song-pages.css?inline';
import initials from './ui/pictures/initials.css?inline';
import vipBadge from './ui/pictures/vip-badge.css?inline';
import rows from './ui/rows.css?inline';

/** The styles of the pages of extensions, and what they add to those of core. */
export const extensionStyles: Record<keyof ExtensionPageData, string> &
  Partial<Record<RenderedName, string>> = {
  track: applause + comments + initials,
  request: comments + initials,
  artist: places + songPages,
  charts: places,
  person: places + vipBadge,
  genres: places,
  genre: places + songPages + rows,
};
