import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { pageAt } from 'contract/pages.ts';
import { type Intent, readIntent } from '../../lib/intent.ts';

interface Titles {
  login: MessageDescriptor;
  signup: MessageDescriptor;
}

const INTENTS: Partial<Record<Intent['kind'], Titles>> = {
  save: { login: msg`Log in to save songs`, signup: msg`Sign up to save songs` },
  'add-to-playlist': { login: msg`Log in to build playlists`, signup: msg`Sign up to build playlists` },
  vote: { login: msg`Log in to vote`, signup: msg`Sign up to vote` },
  request: { login: msg`Log in to request a song`, signup: msg`Sign up to request a song` },
};

const PAGES: Record<string, Titles> = {
  library: { login: msg`Log in to open your library`, signup: msg`Sign up to open your library` },
  playlists: { login: msg`Log in to open your playlists`, signup: msg`Sign up to open your playlists` },
  profile: { login: msg`Log in to open your profile`, signup: msg`Sign up to open your profile` },
  settings: { login: msg`Log in to open your settings`, signup: msg`Sign up to open your settings` },
  following: { login: msg`Log in to see your news`, signup: msg`Sign up to see your news` },
};

const PLAIN: Titles = { login: msg`Log in`, signup: msg`Sign up` };

/** Title of the login or sign-up page, with the reason. @param from where the login leads. */
export function entryTitle(entry: keyof Titles, from: string): string {
  const intent = readIntent(from);
  const page = pageAt(from.replace(/[?#].*/s, ''));
  return t(((intent && INTENTS[intent.kind]) ?? (page && PAGES[page]) ?? PLAIN)[entry]);
}
