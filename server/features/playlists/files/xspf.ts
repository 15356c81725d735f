import { Problem } from 'contract/errors.ts';
import { PLAYLIST_DESCRIPTION_MAX } from 'contract/features/library-constants.ts';
import { z } from 'zod';
import { element } from '../../../platform/http/pages/xml.ts';
import { readXml } from '../../../platform/text/read-xml.ts';
import { toReference } from './file-entries.ts';
import {
  assertRoom,
  type FilePlaylist,
  type FileTrack,
  type ParsedPlaylist,
  parseName,
} from './file-formats.ts';

/** XSPF (https://www.xspf.org/spec), and the same in JSON: JSPF. */

/** A track's page identifies it: anyone who has the file can open it. */
const identifierOf = (origin: string, { track_id }: FileTrack) => `${origin}/tracks/${track_id}`;

/** Tracks that cannot be played have no location. */
export function toXspf({ name, description, tracks, origin }: FilePlaylist): string {
  const list = tracks.map((track) =>
    [
      '<track>',
      element('location', track.audio_url ?? undefined),
      element('identifier', identifierOf(origin, track)),
      element('title', track.title),
      element('creator', track.display_artist),
      element('duration', String(track.duration_seconds * 1000)),
      '</track>\n',
    ].join(''),
  );
  const head = element('title', name) + element('annotation', description ?? undefined);
  return `<?xml version="1.0" encoding="UTF-8"?>
<playlist version="1" xmlns="http://xspf.org/ns/0/">${head}<trackList>
${list.join('')}</trackList></playlist>
`;
}

export function toJspf({ name, description, tracks, origin }: FilePlaylist): string {
  const track = tracks.map((one) => ({
    ...(one.audio_url !== null && { location: [one.audio_url] }),
    identifier: [identifierOf(origin, one)],
    title: one.title,
    creator: one.display_artist,
    duration: one.duration_seconds * 1000,
  }));
  return JSON.stringify({
    playlist: { title: name, ...(description !== null && { annotation: description }), track },
  });
}

/** A track in a file. */
interface Entry {
  location: string[];
  identifier: string[];
  title: string;
  creator: string;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

function parse(title: string, annotation: string, entries: Entry[]): ParsedPlaylist {
  return {
    name: parseName(title),
    // NUL and lone surrogates are what the databases refuse.
    description:
      annotation.replaceAll('\0', '').slice(0, PLAYLIST_DESCRIPTION_MAX).toWellFormed().trim() || null,
    references: entries.map(({ location, identifier, title, creator: artist }) => {
      const track_id = UUID.exec(identifier.find((one) => UUID.test(one)) ?? '')?.[0].toLowerCase();
      return toReference({ track_id, title, artist, label: '', path: location[0] ?? '' });
    }),
  };
}

const FIELDS = ['location', 'identifier', 'title', 'creator'] as const;

/** @throws Problem `bad_playlist_file`; `playlist_full`. */
export function parseXspf(text: string): ParsedPlaylist {
  const entries: Entry[] = [];
  const head: Record<string, string> = { title: '', annotation: '' };
  let hasList = false;
  const isXml = readXml(text, (path, value) => {
    const [root, part, ...rest] = path;
    if (root !== 'playlist') return false;
    const inTrack = part === 'trackList' && rest[0] === 'track';
    if (part === 'trackList') hasList = true;
    if (inTrack && rest.length === 1 && value === undefined) {
      assertRoom(entries.length + 1);
      entries.push({ location: [], identifier: [], title: '', creator: '' });
    }
    if (value === undefined) return true;
    if (path.length === 2 && Object.hasOwn(head, part!)) head[part!] ||= value;
    const field = inTrack && rest.length === 2 ? FIELDS.find((one) => one === rest[1]) : undefined;
    const entry = entries.at(-1);
    if (!field || !entry) return true;
    if (field === 'title' || field === 'creator') entry[field] ||= value;
    else entry[field].push(value.trim());
    return true;
  });
  if (!isXml || !hasList) throw new Problem('bad_playlist_file');
  return parse(head.title!, head.annotation!, entries);
}

const texts = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .nullish()
  .transform((list) => list ?? []);
const text = z
  .string()
  .nullish()
  .transform((one) => one ?? '');
const jspf = z.object({
  playlist: z.object({
    title: text,
    annotation: text,
    track: z.array(z.object({ location: texts, identifier: texts, title: text, creator: text })),
  }),
});

/** @throws Problem `bad_playlist_file`; `playlist_full`. */
export function parseJspf(file: string): ParsedPlaylist {
  let value: { playlist?: { track?: unknown } } | null;
  try {
    value = JSON.parse(file);
  } catch {
    throw new Problem('bad_playlist_file');
  }
  // Before validating each of a million tracks.
  const tracks = value?.playlist?.track;
  if (Array.isArray(tracks)) assertRoom(tracks.length);
  const { data } = jspf.safeParse(value);
  if (!data) throw new Problem('bad_playlist_file');
  const { title, annotation, track } = data.playlist;
  return parse(title, annotation, track);
}
