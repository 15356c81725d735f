import { fold } from 'contract/fold.ts';

/** A track's searchable text: its folded title and folded artist, one line each. */
export function searchText(track: { title: string; display_artist: string }): string {
  return `${fold(track.title)}\n${fold(track.display_artist)}`;
}
