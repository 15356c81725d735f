import { Problem } from 'contract/errors.ts';
import { CHARTS, type ChartName } from 'contract/extensions/charts.ts';
import * as contract from 'contract/features/playlists.ts';
import { saveTracks, unsaveTracks } from '../../features/library/library.ts';
import {
  changeTracks,
  createPlaylist as create,
  editPlaylist,
  getPlaylistWithEntries,
  listPlaylists,
  listSharedPlaylists,
  deletePlaylist as remove,
} from '../../features/playlists/playlists.ts';
import { validate } from '../../platform/http/requests/validate.ts';
import { getChart } from '../charts/charts.ts';
import { type Fields, Refusal } from './answer.ts';
import { type Call, type Calls, songsFor } from './call.ts';
import { isUuid } from './entities.ts';
import { listening, listeningWrites } from './listening.ts';
import { savedSongs } from './lists.ts';

/** Changes by players: saved songs, plays, playlists and the queue, all by the rules of the site. */

const MOST_PLAYLISTS = 500;

const songIds = (ids: readonly string[]) => [...new Set(ids.filter(isUuid))];

/** The songs of a star. The site saves songs, not albums or artists. */
function starredIds({ params }: Call): string[] {
  const ids = params.all('id');
  const songs = songIds(ids);
  if (songs.length > 0) return songs;
  if (ids.length + params.all('albumId').length + params.all('artistId').length === 0) params.needed('id');
  throw new Refusal('generic', 'Only songs are saved here. Please choose the songs instead.');
}

type Playlist = Awaited<ReturnType<typeof listPlaylists>>['rows'][number];

const playlistFields = (row: Playlist): Fields => ({
  id: row.id,
  name: row.name,
  comment: row.description ?? undefined,
  owner: row.username,
  public: row.privacy === 'public',
  songCount: row.track_count,
  duration: row.total_seconds,
  created: new Date(row.created_at).toISOString(),
  changed: new Date(row.updated_at).toISOString(),
  coverArt: `pl-${row.id}`,
});

const CHART_NAMES: Record<ChartName, string> = {
  week: 'this week',
  month: 'this month',
  all: 'of all time',
  rising: 'rising',
};
export const readChartId = (id: string) => CHARTS.find((chart) => `chart-${chart}` === id);

async function chartOf({ c, origin }: Call, chart: ChartName) {
  const { entries, updated_at } = await getChart(c, chart, '', origin);
  const songs = entries.map(({ track }) => track);
  const at = new Date(updated_at ?? 0).toISOString();
  const id = `chart-${chart}`;
  const duration = songs.reduce((sum, song) => sum + song.duration_seconds, 0);
  const facts = { owner: c.brand.name, public: true, readonly: true, created: at, changed: at, coverArt: id };
  return {
    fields: {
      id,
      name: `${c.brand.name}: ${CHART_NAMES[chart]}`,
      songCount: songs.length,
      duration,
      ...facts,
    },
    songs,
  };
}

async function playlistOf(call: Call, id: string) {
  const chart = readChartId(id);
  if (chart) {
    const { fields, songs } = await chartOf(call, chart);
    return { playlist: { ...fields, entry: await songsFor(call, songs) } };
  }
  if (!isUuid(id)) throw new Problem('not_found');
  const { playlist, entries } = await getPlaylistWithEntries(call.c, call.user, id);
  const songs = entries.flatMap(({ track }) => track ?? []);
  return { playlist: { ...playlistFields(playlist), entry: await songsFor(call, songs) } };
}

/** @throws Refusal for a chart, which nobody changes. */
function ownId(id: string): string {
  if (readChartId(id)) throw new Refusal('notAllowed', 'The charts cannot be changed.');
  if (!isUuid(id)) throw new Problem('not_found');
  return id;
}

/** Changes what is given of a playlist. @throws Problem `bad_input` for what the site refuses, too. */
const edit = ({ c, user }: Pick<Call, 'c' | 'user'>, id: string, body: object) =>
  editPlaylist(c, user.id, id, validate(contract.editPlaylist.body, body));

async function starred(call: Call) {
  return { artist: [], album: [], song: await songsFor(call, await savedSongs(call)) };
}

export const own: Calls = {
  getStarred: async (call) => ({ starred: await starred(call) }),
  getStarred2: async (call) => ({ starred2: await starred(call) }),

  /** The playlists that the caller edits, and the site's charts. */
  async getPlaylists(call) {
    const { c, user } = call;
    const [{ rows }, shared, ...charts] = await Promise.all([
      listPlaylists(c, user.id, { limit: MOST_PLAYLISTS }),
      listSharedPlaylists(c, user.id),
      ...CHARTS.map((chart) => chartOf(call, chart)),
    ]);
    const filled = charts.filter(({ songs }) => songs.length > 0).map(({ fields }) => fields);
    return { playlists: { playlist: [...[...rows, ...shared].map(playlistFields), ...filled] } };
  },

  getPlaylist: (call) => playlistOf(call, call.params.needed('id')),
  ...listening,
};

/** Refused while the server is read-only, although players make them with GET. */
export const writes: Calls = {
  async star(call) {
    await saveTracks(call.c, call.user.id, starredIds(call));
    return {};
  },

  async unstar(call) {
    await unsaveTracks(call.c, call.user.id, starredIds(call));
    return {};
  },

  /** Makes a playlist, or replaces the songs of one. */
  async createPlaylist(call) {
    const { c, user, params } = call;
    const known = params.one('playlistId');
    const songs = songIds(params.all('songId'));
    let id: string;
    if (known === undefined) {
      const given = { name: params.needed('name'), privacy: 'private' };
      id = (await create(c, user.id, validate(contract.createPlaylist.body, given))).id;
    } else {
      id = ownId(known);
      const name = params.one('name');
      if (name !== undefined) await edit(call, id, { name });
    }
    if (songs.length > 0 || known !== undefined) await changeTracks(c, user.id, id, () => songs);
    return playlistOf(call, id);
  },

  /** Indices count the songs that the player was shown. */
  async updatePlaylist({ c, user, params }) {
    const id = ownId(params.needed('playlistId'));
    const [name, description, isPublic] = ['name', 'comment', 'public'].map(params.one);
    if ((name ?? description ?? isPublic) !== undefined) {
      const privacy = isPublic && (isPublic === 'true' ? 'public' : 'private');
      await edit({ c, user }, id, { name, description, privacy });
    }
    const added = songIds(params.all('songIdToAdd'));
    const removed = new Set(params.all('songIndexToRemove').map(Number));
    if (added.length > 0 || removed.size > 0)
      await changeTracks(c, user.id, id, (songs) => [...songs.filter((_, i) => !removed.has(i)), ...added]);
    return {};
  },

  async deletePlaylist({ c, user, params }) {
    await remove(c, user.id, ownId(params.needed('id')));
    return {};
  },

  ...listeningWrites,
};
