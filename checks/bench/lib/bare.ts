import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The least that Node needs to answer: `node:http` and `node:sqlite` with prepared statements, without validation,
 * security headers or a framework; for files, a loop of `fs.read`. Usage: `node bench/bare.ts data|files FOLDER`.
 */
const [what, folder] = process.argv.slice(2) as ['data' | 'files', string];
const handle = { data: dataHandler, files: fileHandler }[what]();
const server = createServer((request, response) =>
  handle(new URL(request.url!, `http://${request.headers.host}`), request.headers.range, response),
);
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());

function openDatabase(): DatabaseSync {
  const database = new DatabaseSync(path.join(folder, 'ovation.db'), { readOnly: true });
  database.exec('pragma cache_size = -32000; pragma mmap_size = 268435456');
  return database;
}

function dataHandler() {
  const database = openDatabase();
  const columns = `id, title, display_artist, duration_seconds, cover_image_url, audio_url, created_at, updated_at,
    release_date, bpm, musical_key, loudness_lufs, preview_url, waveform_json_url, provider, prompt_text, seed,
    rights_status, backers, genre, is_deleted, (select "user".username from "user"
      where "user".id = track.requester_id and "user".deleted_at is null) as requested_by`;
  const live = "is_deleted = 0 and (release_date || '') <= ?";
  const popular = 'order by popularity desc, created_at desc, id desc limit ? + 0';
  const list = database.prepare(`select ${columns} from track where ${live} ${popular}`);
  const newest = database.prepare(
    `select ${columns} from track where ${live} order by created_at desc, id desc limit ? + 0`,
  );
  const found = database.prepare(
    `select ${columns} from track_search cross join track on track.seq = track_search.rowid
      where track_search match ? and ${live} ${popular}`,
  );
  const now = () => new Date().toISOString();
  return ({ pathname, searchParams }: URL, _range: string | undefined, response: ServerResponse) => {
    const q = searchParams.get('q');
    const limit = Number(searchParams.get('limit'));
    if (pathname === '/explore') {
      const eight = list.all(now(), 8);
      const answer = {
        newReleases: newest.all(now(), 4),
        mostPopular: eight.slice(0, 4),
        trendingNow: eight.slice(4),
      };
      return send(response, answer);
    }
    send(response, q ? found.all(`"${q}"`, now(), limit) : list.all(now(), limit));
  };
}

function send(response: ServerResponse, answer: unknown): void {
  const body = JSON.stringify(answer);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Serves files when nginx is not installed. */
function fileHandler() {
  const PIECE = 256 * 1024;
  return ({ pathname }: URL, range: string | undefined, response: ServerResponse) => {
    const file = openSync(path.join(folder, path.basename(pathname)), 'r');
    const { size } = fstatSync(file);
    const [, from = '0', to = String(size - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const end = Number(to) + 1;
    response.writeHead(range ? 206 : 200, {
      'content-type': 'audio/mpeg',
      'content-length': end - Number(from),
      ...(range && { 'content-range': `bytes ${from}-${to}/${size}` }),
    });
    const next = (at: number) => {
      if (at >= end || response.destroyed) {
        closeSync(file);
        response.end();
        return;
      }
      read(
        file,
        Buffer.allocUnsafe(Math.min(PIECE, end - at)),
        0,
        Math.min(PIECE, end - at),
        at,
        (error, count, piece) => {
          if (error || count === 0) response.destroy();
          else if (response.write(piece.subarray(0, count))) next(at + count);
          else response.once('drain', () => next(at + count));
        },
      );
    };
    response.on('error', () => {});
    next(Number(from));
  };
}
