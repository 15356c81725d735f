import { assertRoom, type ParsedPlaylist, parseId, parseName, parseTrackName } from './file-fields.ts';

/** Our own extension of M3U8, which other players ignore: the id of the next track. */
export const ID_LINE = '#OVATION-TRACK:';

/** @throws Problem `playlist_full`. */
export function parseM3u(text: string): ParsedPlaylist {
  let name: string | undefined;
  let title = '';
  let track_id: string | undefined;
  const references: ParsedPlaylist['references'] = [];
  for (const [raw] of text.matchAll(/[^\r\n]+/g)) {
    const line = raw.trim();
    if (line === '') continue;
    if (!line.startsWith('#')) {
      assertRoom(references.length + 1);
      references.push(toReference(track_id, parseTrackName(title) || fileName(line)));
      title = '';
      track_id = undefined;
    } else if (line.startsWith(ID_LINE)) track_id = parseId(line.slice(ID_LINE.length));
    else if (/^#PLAYLIST:/i.test(line)) name ??= parseName(line.slice('#PLAYLIST:'.length));
    else if (/^#EXTINF:/i.test(line)) title = afterAttributes(line);
  }
  return { name, description: null, references };
}

/** The text after the first comma outside quotes: attributes may contain commas. */
function afterAttributes(line: string): string {
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    else if (line[i] === ',' && !quoted) return line.slice(i + 1);
  }
  return line.slice(line.indexOf(',') + 1);
}

/** How many ways to split `Artist - Title` are tried: artist and title may contain ` - ` too. */
const MAX_SPLITS = 5;

function toReference(track_id: string | undefined, text: string): ParsedPlaylist['references'][number] {
  const parts = text.split(' - ');
  const names = parts.slice(1, MAX_SPLITS + 1).map((_, i) => ({
    display_artist: parts
      .slice(0, i + 1)
      .join(' - ')
      .trim(),
    title: parts
      .slice(i + 1)
      .join(' - ')
      .trim(),
  }));
  return { track_id, names, ...(names[0] ?? { title: text, display_artist: '' }) };
}

/** The last part of a path or address, without its extension. */
function fileName(line: string): string {
  const last = line.split(/[?#]/)[0]!.split(/[\\/]/).at(-1)!;
  let decoded = last;
  try {
    decoded = decodeURIComponent(last);
  } catch {
    // Not an address: the percent sign is part of the name.
  }
  return parseTrackName(decoded.replace(/\.\w{2,4}$/, ''));
}
