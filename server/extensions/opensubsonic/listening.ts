import { countsFrom } from 'contract/features/plays.ts';
import { epochMs } from 'contract/fields.ts';
import { backfillPlays, type PlayListener } from '../../features/plays/plays.ts';
import { findTrack, getTracks } from '../../features/tracks/tracks.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { ipBucket } from '../../platform/http/requests/caller.ts';
import { Refusal } from './answer.ts';
import { type Call, type Calls, type NowPlaying, type Playing, songsFor } from './call.ts';
import { isUuid } from './entities.ts';
import { selectPlayQueue, upsertPlayQueue } from './queries.ts';

/** Playback: what plays, what was heard and what comes next. */

/** Members whose current song is remembered. */
const MOST_PLAYING = 10_000;

function remember(playing: NowPlaying, user_id: string, what: Playing): void {
  playing.delete(user_id);
  playing.set(user_id, what);
  if (playing.size > MOST_PLAYING) playing.delete(playing.keys().next().value!);
}

/** Notes what begins, on the site and in players. */
export const noteStarted = (playing: NowPlaying, clock: () => number): PlayListener => ({
  started: (user_id, track_id) =>
    remember(playing, user_id, { track_id, at: clock(), position_ms: 0, state: 'playing' }),
  counted: async () => {},
});

/** Members see what they hear themselves, on any device; what others hear is nobody's business. */
async function getNowPlaying(call: Call) {
  const { c, user } = call;
  const now = c.clock();
  const playing = c.nowPlaying.get(user.id);
  const track = playing && (await findTrack(c, playing.track_id));
  if (!track || now > playing.at + track.duration_seconds * 1000 - playing.position_ms)
    return { nowPlaying: { entry: [] } };
  const { at, position_ms: positionMs, state } = playing;
  const [song] = await songsFor(call, [track]);
  const player = { username: user.username, minutesAgo: Math.floor((now - at) / 60_000), playerId: 0 };
  return { nowPlaying: { entry: [{ ...song, ...player, state, positionMs }] } };
}

const started = ({ c, user }: Call, track_id: string) => {
  for (const one of c.playListeners) one.started(user.id, track_id);
};

const heard = ({ c, claims, user, request }: Call, plays: { track_id: string; at: number }[]) =>
  backfillPlays(c, claims, { user_id: user.id, ip: ipBucket(request.ip) }, plays);

/** Counts what was heard, by the rules for plays on the site. `submission=false` says what plays now. */
async function scrobble(call: Call) {
  const { c, params } = call;
  const ids = params.all('id');
  if (ids.length === 0) params.needed('id');
  if (params.one('submission') === 'false') {
    const playing = ids.find(isUuid);
    if (playing !== undefined) started(call, playing);
    return {};
  }
  const now = c.clock();
  const times = params.all('time').map((time) => epochMs.safeParse(Number(time)).data);
  const plays = ids
    .map((track_id, i) => ({ track_id, at: times[i] ?? now }))
    .filter(({ track_id }) => isUuid(track_id));
  await heard(call, plays);
  return {};
}

const STATES = ['starting', 'playing', 'paused', 'stopped'];

/** Takes a player's report of its place in a song: it plays now, and counts once enough of it was heard. */
async function reportPlayback(call: Call) {
  const { c, params, user } = call;
  const [track_id, type, state] = [
    params.needed('mediaId'),
    params.needed('mediaType'),
    params.needed('state'),
  ];
  params.needed('positionMs');
  const position_ms = params.whole('positionMs', 0, MOST_POSITION);
  if (type !== 'song') throw new Refusal('generic', 'Only songs are played here.');
  if (!STATES.includes(state)) throw new Refusal('generic', 'This state is not known.');
  const track = isUuid(track_id) ? await findTrack(c, track_id) : undefined;
  if (!track) throw new Refusal('notFound', 'There is no such song.');
  const counting = params.one('ignoreScrobble') !== 'true';
  if (state === 'starting' && counting) started(call, track_id);
  const before = c.nowPlaying.get(user.id);
  // After a long pause the same play must not count again.
  const isSame = before?.track_id === track_id && position_ms >= before.position_ms;
  const counts = counting && position_ms >= countsFrom(track.duration_seconds) && !(isSame && before.counted);
  const counted = counts || (isSame && before.counted === true);
  if (state === 'stopped') c.nowPlaying.delete(user.id);
  else remember(c.nowPlaying, user.id, { track_id, at: c.clock(), position_ms, state, counted });
  if (counts) await heard(call, [{ track_id, at: c.clock() }]);
  return {};
}

/** Of a song, ms. */
const MOST_POSITION = 86_400_000;

/**
 * The queue as it was saved, of songs that can still be heard.
 * @returns the place of the current song among them; undefined without one, or when it was withdrawn.
 */
async function queueOf(call: Call) {
  const { c, user } = call;
  const queue = await selectPlayQueue(c.db, user.id);
  const ids = (queue?.track_ids ?? '').split(' ').filter(isUuid);
  const songs = new Map((await getTracks(c, [...new Set(ids)])).map((song) => [song.id, song]));
  const saved = queue?.current ?? '';
  const place = isUuid(saved) ? ids.indexOf(saved) : saved === '' ? -1 : Number(saved);
  const left = ids.flatMap((id, at) => (songs.has(id) ? { at, song: songs.get(id)! } : []));
  const current = left.findIndex(({ at }) => at === place);
  const entries = await songsFor(
    call,
    left.map(({ song }) => song),
  );
  return {
    current: current < 0 ? undefined : current,
    fields: {
      // The position is one in the current song.
      position: current < 0 ? 0 : Number(queue!.position_ms),
      username: user.username,
      changed: new Date(Number(queue?.changed_at ?? 0)).toISOString(),
      changedBy: queue?.changed_by ?? '',
      entry: entries,
    },
  };
}

/** @param current a song, or its place where one may be in the queue twice. */
async function saveQueue({ c, user, params }: Call, ids: string[], current: string | null) {
  await upsertPlayQueue(c.db, {
    user_id: user.id,
    track_ids: ids.join(' '),
    current,
    position_ms: params.whole('position', 0, MOST_POSITION),
    changed_at: c.clock(),
    changed_by: (params.one('c') ?? '').slice(0, 50),
  });
  return {};
}

export const listening: Calls = {
  getNowPlaying,

  async getPlayQueue(call) {
    const { current, fields } = await queueOf(call);
    return {
      playQueue: { current: current === undefined ? undefined : fields.entry[current]!.id, ...fields },
    };
  },

  async getPlayQueueByIndex(call) {
    const { current, fields } = await queueOf(call);
    return { playQueueByIndex: { currentIndex: current, ...fields } };
  },
};

export const listeningWrites: Calls = {
  scrobble,
  reportPlayback,

  async savePlayQueue(call) {
    const ids = call.params.all('id').filter(isUuid);
    const current = call.params.one('current');
    return saveQueue(call, ids, current !== undefined && ids.includes(current) ? current : null);
  },

  async savePlayQueueByIndex(call) {
    const all = call.params.all('id');
    if (all.length === 0) return saveQueue(call, [], null);
    const index = call.params.needed('currentIndex');
    if (!/^\d{1,4}$/.test(index) || Number(index) >= all.length)
      throw new Refusal('missing', 'The parameter “currentIndex” is no place in the queue.');
    // Only songs are kept, so the place is counted among them.
    const place = all.slice(0, Number(index)).filter(isUuid).length;
    return saveQueue(call, all.filter(isUuid), isUuid(all[Number(index)]!) ? String(place) : null);
  },
};

/** Play queues that players saved. */
export const playQueueData: PersonalData = {
  name: 'play_queue',
  export: async (db, user_id) => (await selectPlayQueue(db, user_id)) ?? null,
  erase: (tx, user_id) => tx.deleteFrom('play_queue').where('user_id', '=', user_id).execute(),
};
