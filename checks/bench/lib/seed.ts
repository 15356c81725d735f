import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fold } from 'contract/text/fold.ts';
import { slugOf } from 'contract/text/slugs.ts';
import { searchText } from '../../../server/features/tracks/names.ts';
import { openDatabase } from '../../../server/platform/db/database.ts';
import { spellingRows } from '../../../server/platform/text/spelling.ts';

/** One title in this many contains the rare term. */
const RARE_EVERY = 10_000;
export const RARE_TERM = 'quetzalcoatl';

const WORDS =
  'amber violet river neon midnight paper glass summer winter harbor signal ghost velvet copper lantern orbit thunder silk echo garden marble ocean ember shadow crystal desert island falcon willow canyon'.split(
    ' ',
  );
const ARTISTS =
  'Kestrel Avenue|Ilse Varga Trio|Dormouse|Fenwick & Rose|The Quiet Engines|Mara Øst|Blue Ledger|Tin Parade'.split(
    '|',
  );
const GENRES = [
  'pop',
  'jazz',
  'rock',
  'electronic-dance:synthwave',
  'hip-hop-rap',
  'classical',
  'folk',
  'metal',
];

/** Writes a database of `size` published tracks straight into the tables; the same content every time. */
export async function seed(folder: string, size: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { close } = await openDatabase({ dataDir: folder, databaseUrl: undefined });
  await close();
  const database = new DatabaseSync(path.join(folder, 'ovation.db'));
  // Durability does not matter here, and building the search index once is faster than updating it.
  database.exec(
    'pragma synchronous = off; pragma cache_size = -200000; drop trigger track_search_insert; begin',
  );
  const tag = database.prepare("insert into tag (id, type, name) values (?, 'genre', ?)");
  GENRES.forEach((genre, i) => {
    tag.run(uuid(0xffffff00 + i), genre);
  });
  const track = database.prepare(
    `insert into track (id, title, display_artist, duration_seconds, cover_image_url, audio_url, created_at,
       updated_at, is_deleted, release_date, bpm, musical_key, loudness_lufs, waveform_json_url, provider,
       prompt_text, seed, rights_status, search_text, popularity, genre, genre_parent, artist_slug)
     values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 'A minor', -14.1, ?, 'bench', 'a song for the bench', ?, 'original', ?, ?, ?, ?, ?)`,
  );
  const link = database.prepare('insert into track_tag (track_id, tag_id) values (?, ?)');
  const random = randomFrom(1);
  const pick = <T>(from: T[]) => from[Math.floor(random() * from.length)]!;
  for (let i = 0; i < size; i++) {
    const id = uuid(Math.floor(random() * 0xffffffff), i);
    const title = `${pick(WORDS)} ${i % RARE_EVERY === 7 ? RARE_TERM : pick(WORDS)} ${i}`;
    const display_artist = pick(ARTISTS);
    const genre = GENRES[i % GENRES.length]!;
    const created = 1_700_000_000_000 + i * 1000;
    const file = i.toString(16).padStart(32, '0');
    track.run(
      id,
      title,
      display_artist,
      60 + (i % 240),
      `/media/${file}-640.webp`,
      `/media/${file}.mp3`,
      created,
      created,
      new Date(created).toISOString(),
      80 + (i % 80),
      `/media/${file}.json`,
      i,
      searchText({ title, display_artist }),
      random() * 100,
      genre,
      genre.split(':')[0]!,
      slugOf(display_artist),
    );
    link.run(id, uuid(0xffffff00 + (i % GENRES.length)));
  }
  const learn = database.prepare('insert or ignore into spelling (key, word) values (?, ?)');
  for (const { key, word } of spellingRows(fold([...WORDS, ...ARTISTS, RARE_TERM].join(' '))))
    learn.run(key, word);
  database.exec(`insert into genre_count (genre, tracks) select genre, count(*) from track group by genre;
    insert into artist (slug, name, tracks) select artist_slug, max(display_artist), count(*) from track group by artist_slug;
    insert into album (artist_slug, year, tracks, seconds) select artist_slug, substr(release_date, 1, 4), count(*),
      sum(duration_seconds) from track group by 1, 2;
    commit;
    create trigger track_search_insert after insert on track begin
      insert into track_search (rowid, search_text) values (new.seq, new.search_text);
    end;
    insert into track_search (track_search) values ('rebuild');
    pragma wal_checkpoint(truncate);`);
  database.close();
}

function uuid(high: number, low = 0): string {
  return `${high.toString(16).padStart(8, '0')}-0000-4000-8000-${low.toString(16).padStart(12, '0')}`;
}

/** Mulberry32. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
