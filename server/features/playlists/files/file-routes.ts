import type { PlaylistFormat } from 'contract/features/library-constants.ts';
import * as contract from 'contract/features/playlists.ts';
import { oneAtATime } from '../../../platform/concurrency.ts';
import type { Context } from '../../../platform/context.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { attachment } from '../../../platform/http/headers.ts';
import { withAbsoluteUrls } from '../../../platform/media/stored-urls.ts';
import { toResponse } from '../cards.ts';
import { getWithEntries } from '../entries/entries.ts';
import { type FilePlaylist, type FileTrack, toM3u8 } from './file-formats.ts';
import { importPlaylist } from './import.ts';
import { toJspf, toXspf } from './xspf.ts';

const FORMATS: Record<PlaylistFormat, { type: string; write: (playlist: FilePlaylist) => string }> = {
  m3u8: { type: 'application/vnd.apple.mpegurl', write: toM3u8 },
  xspf: { type: 'application/xspf+xml', write: toXspf },
  jspf: { type: 'application/jspf+json', write: toJspf },
};

export function playlistFileRoutes(bind: Bind, c: Context): void {
  bind(contract.exportPlaylist, async ({ params, query }, { user, reply, origin }) => {
    const { playlist, entries } = await getWithEntries(c, user, params.id);
    const tracks: FileTrack[] = entries.map(({ id, position, track, ...entry }) => ({
      ...entry,
      audio_url: track && withAbsoluteUrls([track], origin)[0]!.audio_url,
    }));
    reply.header('content-disposition', attachment(`${playlist.name}.${query.format}`));
    const { type, write } = FORMATS[query.format];
    reply.type(`${type}; charset=utf-8`);
    return write({ name: playlist.name, description: playlist.description, tracks, origin });
  });

  const beginImport = oneAtATime();
  bind(contract.importPlaylist, async ({ query, body }, { user, origin }) => {
    const end = beginImport(user.id);
    try {
      const { card, ...rest } = await importPlaylist(c, user, { file: body, name: query.name });
      return { playlist: toResponse(card, user, origin), ...rest };
    } finally {
      end();
    }
  });
}
