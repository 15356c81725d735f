import { findTrack, getTracks } from '../../features/tracks/tracks.ts';
import { listSimilar, similaritiesTo } from '../discovery/discovery.ts';
import { type Call, type Calls, noSuch, songsFor } from './call.ts';
import { isUuid, type Song } from './entities.ts';
import { LIST_MAX } from './lists.ts';

async function songOf({ c, params }: Call, name: string): Promise<Song> {
  const id = params.needed(name);
  const song = isUuid(id) ? await findTrack(c, id) : undefined;
  if (!song) throw noSuch('song');
  return song;
}

/** Songs with how much they resemble `from`. */
async function matches(call: Call, from: Song, songs: readonly Song[]) {
  const likeness = await similaritiesTo(
    call.c,
    from.id,
    songs.map(({ id }) => id),
  );
  const entries = await songsFor(call, songs);
  return entries.map((entry, i) => ({ entry, similarity: likeness.get(songs[i]!.id) ?? 0 }));
}

export const sonic: Calls = {
  async getSonicSimilarTracks(call) {
    const song = await songOf(call, 'id');
    const found = await listSimilar(call.c, song.id, call.params.whole('count', 10, LIST_MAX), call.origin);
    const sonicMatch = await matches(
      call,
      song,
      found.map(({ track }) => track),
    );
    return { sonicMatch: sonicMatch.sort((a, b) => b.similarity - a.similarity) };
  },

  /** From one song to another over neighbors of both: first what is more like the start, then what is more like the end. */
  async findSonicPath(call) {
    const { c, params, origin } = call;
    const [start, end] = [await songOf(call, 'startSongId'), await songOf(call, 'endSongId')];
    const count = params.whole('count', 25, LIST_MAX);
    const near = await Promise.all([start, end].map(({ id }) => listSimilar(c, id, LIST_MAX, origin)));
    const ids = [...new Set(near.flat().map(({ track }) => track.id))].filter(
      (id) => id !== start.id && id !== end.id,
    );
    const [toStart, toEnd] = await Promise.all([start, end].map(({ id }) => similaritiesTo(c, id, ids)));
    const nearerStart = (id: string) => (toStart!.get(id) ?? 0) - (toEnd!.get(id) ?? 0);
    const between = ids.sort((a, b) => nearerStart(b) - nearerStart(a) || (a < b ? -1 : 1));
    // Evenly from the whole way.
    const kept = Math.min(Math.max(0, count - 2), between.length);
    const way = Array.from({ length: kept }, (_, i) => between[Math.floor((i * between.length) / kept)]!);
    const songs = [start, ...(await getTracks(c, way)), ...(end.id === start.id ? [] : [end])];
    return { sonicMatch: await matches(call, start, songs.slice(0, count)) };
  },
};
