import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashOf } from '../../../server/features/accounts/login/sessions.ts';

/** Tracks of the catalogue that users collect from. */
export const TRACKS = 10_000;
const SAVES = 200;
/** Only one user in a hundred has playlists: for all users it would be 50 million rows. */
const COLLECTORS = 100;
/** Playlists of each of those users, with 100 tracks each. The caller has one more, the longest. */
export const PLAYLISTS = 50;
const PLAYLIST_TRACKS = 100;
const LONGEST = 1000;

/** The session token of the user who calls. */
export const TOKEN = 'b'.repeat(43);

/** The id of a row: users are `a`, playlists `e`, saved tracks `f`. */
export function id(kind: 'a' | 'c' | 'd' | 'e' | 'f', number: number): string {
  // Scattered, like real ids: one user's rows must not be adjacent.
  const scattered = (Math.imul(number, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  return `${scattered}-000${kind}-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Writes users, their saved tracks, and playlists for some. The first user is the caller. */
export function writeCollectors(folder: string, users: number): void {
  const database = new DatabaseSync(path.join(folder, 'ovation.db'));
  // Scattered ids hit pages all over a file of up to 12 GB: a cache that holds less of it writes each page many times.
  database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -10000000;
    pragma foreign_keys = off;
    drop index saved_track_by_user; drop index playlist_track_by_position; begin`);
  const tracks = database
    .prepare('select id from track order by seq')
    .all()
    .map((row) => row.id as string);
  const user = database.prepare(
    `insert into user (id, username, username_key, name, email, password_hash, created_at)
     values (?, ?, ?, 'Bench', ?, 'x', 1700000000)`,
  );
  const status = database.prepare(
    `insert into account_status (id, user_id, plan_tier, created_at, updated_at) values (?, ?, 'premium', 1, 1)`,
  );
  const save = database.prepare(
    'insert into saved_track (id, user_id, track_id, created_at) values (?, ?, ?, ?)',
  );
  const playlist = database.prepare(
    `insert into playlist (id, user_id, name, description, privacy, created_at, updated_at)
     values (?, ?, ?, 'for the benchmark', 'private', ?, ?)`,
  );
  const link = database.prepare(
    'insert into playlist_track (id, playlist_id, track_id, position, created_at) values (?, ?, ?, ?, 1)',
  );
  // 37 and 10,000 have no common factor, so nobody saves a track twice.
  const trackOf = (owner: number, nth: number) => tracks[(owner * 7919 + nth * 37) % TRACKS]!;
  let [playlists, links] = [0, 0];
  const makePlaylist = (owner: number, length: number) => {
    const made = id('e', playlists++);
    const at = 1_700_000_000_000 + playlists * 1000;
    playlist.run(made, id('a', owner), `Playlist ${playlists}`, at, at);
    for (let nth = 0; nth < length; nth++)
      link.run(id('d', links++), made, trackOf(owner + playlists, nth), nth);
  };
  for (let one = 0; one < users; one++) {
    user.run(id('a', one), `bench-${one}`, `bench-${one}`, `bench-${one}@bench.example`);
    status.run(id('c', one), id('a', one));
    for (let nth = 0; nth < SAVES; nth++)
      save.run(
        id('f', one * SAVES + nth),
        id('a', one),
        trackOf(one, nth),
        1_700_000_000_000 + nth * 1_000_000 + one,
      );
    if (one % COLLECTORS === 0) for (let i = 0; i < PLAYLISTS; i++) makePlaylist(one, PLAYLIST_TRACKS);
    if (one === 0) makePlaylist(one, LONGEST);
  }
  database
    .prepare('insert into session (token_hash, user_id, created_at, last_used_at) values (?, ?, ?, ?)')
    .run(hashOf(TOKEN), id('a', 0), Date.now(), Date.now());
  database.exec(`create index saved_track_by_user on saved_track (user_id, created_at desc, id desc, track_id);
    create index playlist_track_by_position on playlist_track (playlist_id, position, track_id);
    commit; pragma journal_mode = wal;`);
  database.close();
}
