import { Problem } from 'contract/errors.ts';
import { readXml } from '../../../platform/text/read-xml.ts';
import { type FileEntry, toReference } from './file-entries.ts';
import { assertRoom, type ParsedPlaylist, parseName } from './file-formats.ts';

/** The keys of a track that are read, and where they belong. */
const FIELDS = new Map([
  ['Name', 'title'],
  ['Artist', 'artist'],
  ['Location', 'path'],
] as const);

/**
 * Reads the first playlist of a property list that iTunes exported: a dictionary of tracks by their numbers, and lists
 * of such numbers.
 * @throws Problem `bad_playlist_file`; `playlist_full`.
 */
export function parseItunes(text: string): ParsedPlaylist {
  const tracks = new Map<string, FileEntry>();
  let track: FileEntry | undefined;
  const items: string[] = [];
  let lists = 0;
  let name: string | undefined;
  let key = '';
  const isXml = readXml(text, (path, value) => {
    const at = path.slice(0, -1).join('/');
    if (path[0] !== 'plist') return false;
    if (value === undefined) {
      if (path.join('/') === 'plist/dict/array/dict') lists++;
      return true;
    }
    if (path.at(-1) === 'key') {
      if (at === 'plist/dict/dict') {
        track = { title: '', artist: '', label: '', path: '' };
        tracks.set(value, track);
      }
      key = value;
    } else if (at === 'plist/dict/dict/dict') {
      const field = FIELDS.get(key as 'Name');
      if (field && track) track[field] = value;
    } else if (lists === 1 && at === 'plist/dict/array/dict' && key === 'Name') name = value;
    else if (lists === 1 && at === 'plist/dict/array/dict/array/dict' && key === 'Track ID') {
      assertRoom(items.length + 1);
      items.push(value);
    }
    return true;
  });
  if (!isXml || lists === 0) throw new Problem('bad_playlist_file');
  const entries = items.flatMap((item) => tracks.get(item) ?? []);
  return { name: name && parseName(name), description: null, references: entries.map(toReference) };
}
