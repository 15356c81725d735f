import { pageAt } from 'contract/pages.ts';
import { type Intent, readIntent } from '../../lib/intent.ts';

const INTENTS: Partial<Record<Intent['kind'], string>> = {
  save: ' to save songs',
  'add-to-playlist': ' to build playlists',
  vote: ' to vote',
  request: ' to request a song',
};

const PAGES: Record<string, string> = {
  library: ' to open your library',
  playlists: ' to open your playlists',
  profile: ' to open your profile',
  settings: ' to open your settings',
  following: ' to see your news',
};

/** Reason to log in, as the end of a sentence. @param from where the login leads. */
export function purposeOf(from: string): string {
  const intent = readIntent(from);
  const page = pageAt(from.replace(/[?#].*/s, ''));
  return (intent && INTENTS[intent.kind]) ?? (page && PAGES[page]) ?? '';
}
