import type { LanguageCode } from 'contract/languages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountsContext } from '../../features/accounts/accounts.ts';
import { listSavedTracks } from '../../features/library/library.ts';
import type { Claims, PlaysContext } from '../../features/plays/plays.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import type { FileSizes } from '../../platform/media/media-use.ts';
import type { SendFile } from '../../platform/media/routes.ts';
import { type Fields, Refusal } from './answer.ts';
import { type Song, songFields } from './entities.ts';
import type { Params } from './params.ts';
import { selectTrackNumbers } from './queries.ts';

export interface Playing {
  track_id: string;
  /** Epoch ms. */
  at: number;
  position_ms: number;
  state: string;
  /** True once enough was heard for a play. */
  counted?: boolean;
}

/** Tracks playing right now, as this server was told. */
export type NowPlaying = Map<string, Playing>;

export interface PlayerContext extends AccountsContext, PlaysContext {
  nowPlaying: NowPlaying;
}

/** Context of a call, with its parameters. */
export interface Call {
  c: PlayerContext;
  user: CurrentUser;
  language: LanguageCode;
  params: Params;
  request: FastifyRequest;
  reply: FastifyReply;
  origin: string;
  claims: Claims;
  sendFile: SendFile;
  sizes: FileSizes;
  /** A stored picture as JPEG; undefined if it is missing. */
  jpegs: (address: string) => Promise<Buffer | undefined>;
}

/** Handlers of calls, by name. */
export type Calls = Record<string, (call: Call) => Promise<Fields>>;

export const noSuch = (what: string) => new Refusal('notFound', `There is no such ${what}.`);

/** Songs as the caller sees them, with when they saved them. */
export async function songsFor(
  { c, user, language, sizes }: Call,
  songs: readonly Song[],
): Promise<Fields[]> {
  if (songs.length === 0) return [];
  const track_ids = songs.map(({ id }) => id);
  const [{ rows }, bytes, numbers] = await Promise.all([
    listSavedTracks(c, user.id, { track_ids, limit: songs.length }),
    sizes(songs.map(({ audio_url }) => audio_url)),
    selectTrackNumbers(c.engine.longReads(c.db), track_ids),
  ]);
  const saved = new Map(rows.map(({ track_id, created_at }) => [track_id, Number(created_at)]));
  return songs.map((song, i) =>
    songFields(song, { saved: saved.get(song.id), bytes: bytes[i], number: numbers.get(song.id), language }),
  );
}
