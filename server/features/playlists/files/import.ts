import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../../platform/context.ts';
import { assertBelowLimit } from '../../accounts/accounts.ts';
import { resolveReferences } from '../../tracks/tracks.ts';
import { selectAnyCard } from '../cards.ts';
import { insertTracks } from '../entries/entries.ts';
import { insertWithinLimit } from '../playlists.ts';
import { countOwn } from '../queries.ts';
import { type ParsedPlaylist, parseM3u, parsePls, parseTable } from './file-formats.ts';
import { parseItunes } from './itunes.ts';
import { parseJspf, parseXspf } from './xspf.ts';

const DEFAULT_NAME = 'Imported playlist';

/**
 * Creates a private playlist from a file.
 * @throws Problem `limit_reached`; `playlist_full`; `bad_playlist_file`, also if none of its tracks is on Ovation: an
 *   empty playlist would only use up the plan's limit.
 */
export async function importPlaylist(
  c: Context,
  user: { id: string; plan_tier: Tier },
  input: { file: unknown; name: string | undefined },
) {
  // Avoids work in vain; the check under the lock decides.
  await assertBelowLimit(user.plan_tier, 'playlists', () => countOwn(c.db, user.id));
  const { references, description, ...file } = parsePlaylistFile(input.file);
  const found = await resolveReferences(c, references);
  const track_ids = [...new Set(found.filter((id) => id !== undefined))];
  const notFound = references
    .filter((_, i) => found[i] === undefined)
    .map(({ title, display_artist }) => ({ title, display_artist }));
  if (references.length > 0 && track_ids.length === 0)
    throw new Problem('bad_playlist_file', 'None of the tracks in this file are here.');

  const name = input.name ?? file.name ?? DEFAULT_NAME;
  const card = await c.db.transaction().execute(async (tx) => {
    const id = await insertWithinLimit(tx, c, user.id, { name, description, privacy: 'private' });
    await insertTracks(tx, c, { playlist_id: id, user_id: user.id }, track_ids);
    return selectAnyCard(tx, c.clock(), id);
  });
  return { card, notFound, repeated: references.length - notFound.length - track_ids.length };
}

/**
 * Parses a file that was exported here or by another player: M3U, PLS, XSPF, JSPF, or a list of iTunes.
 * @throws Problem `bad_playlist_file` for anything else; `playlist_full` if it has too many tracks.
 */
export function parsePlaylistFile(file: unknown): ParsedPlaylist {
  const text = Buffer.isBuffer(file) ? decodeText(file).trimStart() : '';
  if (text.includes('\0')) throw new Problem('bad_playlist_file');
  if (text.startsWith('{')) return parseJspf(text);
  if (text.startsWith('<')) return PLIST.test(text) ? parseItunes(text) : parseXspf(text);
  if (/^\[playlist\]/i.test(text)) return parsePls(text);
  if (TABLE.test(text)) return parseTable(text);
  if (/^#EXTM3U(?!\w)/i.test(text)) return parseM3u(text);
  const list = parseM3u(text);
  // Without its first line, M3U is any text: its lines must name sounds.
  const isList = SOUND.test(text) || list.references.some(({ names }) => names.length > 0);
  if (!isList) throw new Problem('bad_playlist_file');
  return list;
}

/** A line that is the name of a sound. */
const SOUND = /\.(?:aac|aiff?|ape|flac|m4[ab]|mp[34c]|og[ag]|opus|wav|wma|wv)[ \t]*$/im;

/** The root of a property list is in the first lines of a file of Apple's. */
const PLIST = /^[^\0]{0,500}?<plist[\s>]/;
/** The names of at least six columns. */
const TABLE = /^[^\t\r\n]+(?:\t[^\t\r\n]*){5}/;

/** Declaration of a file's encoding: XML at its beginning, M3U in a line of some players. */
const DECLARED =
  /^<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})["']|^#EXTENC:[ \t]*([\w.:-]{1,40})/im;

/** The text of a file of any encoding: that of its byte order mark, the one it declares, UTF-8, or Windows-1252. */
function decodeText(file: Buffer): string {
  const head = file.toString('latin1', 0, 1000);
  // Beside a mark, every other byte of Latin letters in UTF-16 is zero.
  if (/^(?:\xff\xfe|[^\0]\0)/.test(head)) return decodeAs('utf-16le', file) ?? '';
  if (/^(?:\xfe\xff|\0[^\0])/.test(head)) return decodeAs('utf-16be', file) ?? '';
  const [, xml, m3u] = DECLARED.exec(head) ?? [];
  const declared = xml ?? m3u ?? 'utf-8';
  return decodeAs(declared, file) ?? decodeAs('utf-8', file) ?? decodeAs('windows-1252', file) ?? '';
}

/** @returns undefined if the encoding is unknown, or the bytes are not of it. */
function decodeAs(label: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
