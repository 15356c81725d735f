import { TRACK_NAME_MAX } from 'contract/features/publishing-constants.ts';
import { toOneLine } from 'contract/fields.ts';
import type { TrackReference } from '../../tracks/tracks.ts';

/** Entry of a playlist file; texts are empty if it says nothing. */
export interface FileEntry {
  track_id?: string | undefined;
  title: string;
  artist: string;
  /** Both in one line, mostly as `Artist - Title`. */
  label: string;
  /** Path or URL of the sound. */
  path: string;
}

/** `title` and `display_artist` are reported if the track is not found. */
export type FileReference = TrackReference & Name;

interface Name {
  title: string;
  display_artist: string;
}

/** Longer names are truncated: room for an artist and a title of ours in one line. */
const NAME_MAX = 2 * TRACK_NAME_MAX + 10;
/** Most names of a track to look up. */
const MAX_NAMES = 20;
/** Limit of ways to split `Artist - Title`: artist and title may contain dashes, too. */
const MAX_SPLITS = 5;

const trackName = (text: string) => toOneLine(text, NAME_MAX);

/** The names that the track of an entry may have, those that the file gives for sure first. */
export function toReference({ track_id, ...entry }: FileEntry): FileReference {
  const [title, artist, label] = [entry.title, entry.artist, entry.label].map(trackName) as [
    string,
    string,
    string,
  ];
  const { stems, folders } = namesIn(entry.path);
  const whole = title || label;
  const line = artist ? '' : whole;
  const artists = artist ? [artist] : folders;
  const names: Name[] = [
    ...splits(line),
    // iTunes writes `Title - Artist`.
    ...splits(line).map((name) => ({ title: name.display_artist, display_artist: name.title })),
    ...artists.map((display_artist) => ({ title: whole, display_artist })),
    ...stems.flatMap(splits),
    ...stems.flatMap((stem) => artists.map((display_artist) => ({ title: stem, display_artist }))),
  ].filter((name) => name.title !== '' && name.display_artist !== '');
  const shown = names[0] ?? { title: whole || (stems[0] ?? ''), display_artist: artist };
  return { track_id, names: names.slice(0, MAX_NAMES), ...shown };
}

/** The artist and title that a line such as `Artist - Title` may mean, whatever dash it has. */
function splits(line: string): Name[] {
  const parts = line.split(/\s+[-\u2010-\u2015\u2212]\s+/u);
  const between = parts.slice(1, MAX_SPLITS + 1).map((_, i) => ({
    display_artist: parts.slice(0, i + 1).join(' - '),
    title: parts.slice(i + 1).join(' - '),
  }));
  // `Artist - Album - 02 - Title`
  if (parts.length > 2) between.push({ display_artist: parts[0]!, title: parts.at(-1)! });
  return between;
}

/** A track number, perhaps with the number of its disc: `02 `, `02. `, `1-02 - `. */
const TRACK_NUMBER = /^(?:\d{1,2}[-.])?\d{1,3}(?:\s*[-\u2010-\u2015\u2212.)_]\s*|\s+)(?=\S)/u;

/**
 * Names that a path may contain: the name of the file without its extension, also without a track number, and the
 * artists that its folders may be named after (`Artist/Album/02 Title.flac`, `Artist - Album/Title.mp3`).
 */
function namesIn(path: string): { stems: string[]; folders: string[] } {
  const isUrl = /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
  // More than three parts and their longest names say nothing of the track.
  const parts = (isUrl ? path.split(/[?#]/, 1)[0]! : path)
    .slice(-6 * NAME_MAX)
    .split(/[\\/]/)
    .slice(-3)
    .map((part) => trackName(decoded(part)));
  const file = parts.pop()!.replace(/\.\w{2,4}$/, '');
  const stem = file.includes(' ') ? file : file.replaceAll('_', ' ').trim();
  const bare = stem.replace(TRACK_NUMBER, '');
  // A zero or a dash tells a track number from a title such as `99 Luftballons`.
  const stems = /^0|^\d+[^\d\s]|^\d+\s+[^\p{L}\p{N}]/u.test(stem) ? [bare, stem] : [stem, bare];
  const folders = parts.flatMap((part) => [part, ...splits(part).map((name) => name.display_artist)]);
  return { stems: [...new Set(stems)].filter(Boolean), folders: [...new Set(folders)].filter(Boolean) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not a URL: the percent sign is part of the name.
    return part;
  }
}
