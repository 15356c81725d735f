/**
 * A page for developers to listen with: any genre, seed, take and length, with its spectrogram, its score and its
 * account; or two descriptions of it side by side. `npx node music/listening/serve.ts [port]`, then open the printed address. Listens on this machine only.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { TAKES } from '../composer/arranging/form.ts';
import { composeSong, generate, type SongOrder } from '../composer/generate.ts';
import { GENRES } from '../composer/genres/table.ts';
import { secondsAt } from '../composer/score.ts';

const PAGE = path.join(import.meta.dirname, 'page.html');

function orderOf(query: URLSearchParams): SongOrder {
  const genre = query.get('genre') ?? '';
  const take = TAKES.find((known) => known === query.get('take'));
  const part = query.get('part') === 'hook' ? 'hook' : undefined;
  const [seed, seconds] = [Number(query.get('seed')), Number(query.get('seconds'))];
  if (!GENRES.has(genre) || !take || !Number.isInteger(seed) || !Number.isFinite(seconds))
    throw new RangeError('genre, take, seed and seconds are needed');
  return { genre, take, seed, seconds, description: query.get('description') ?? '', part };
}

/** The score as the page draws it: parts with [start, length, pitch] in seconds; drums have a row per piece. */
function rollOf(order: SongOrder) {
  const { score, account } = composeSong(order);
  const parts = score.parts.map((part) => ({
    name: `${part.name}: ${part.instrument}`,
    notes:
      'notes' in part
        ? part.notes.map((n) => [
            secondsAt(score, n.beat),
            secondsAt(score, n.beat + n.length) - secondsAt(score, n.beat),
            n.pitch,
          ])
        : part.hits.map((h) => [
            secondsAt(score, h.beat),
            0.05,
            20 + ([...h.piece].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 14),
          ]),
  }));
  const heard = account.heard.map(
    ({ wish, outcome, why }) => `${wish.chip}: ${outcome}${why ? ` (${why})` : ''}`,
  );
  const sections = score.sections.map((s) => ({ name: s.name, start: secondsAt(score, s.beat) }));
  return { title: score.title, account: account.text, heard, parts, sections };
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const send = (status: number, type: string, body: string | Uint8Array) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };
  try {
    if (url.pathname === '/') send(200, 'text/html; charset=utf-8', readFileSync(PAGE));
    else if (url.pathname === '/genres') send(200, 'application/json', JSON.stringify([...GENRES.keys()]));
    else if (url.pathname === '/score')
      send(200, 'application/json', JSON.stringify(rollOf(orderOf(url.searchParams))));
    else if (url.pathname === '/audio')
      send(200, 'audio/mpeg', (await generate(orderOf(url.searchParams))).audio);
    else send(404, 'text/plain', 'Not found');
  } catch (error) {
    send(error instanceof RangeError ? 400 : 500, 'text/plain', String(error));
  }
});

server.listen(Number(process.argv[2] ?? 4600), '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listen at http://localhost:${typeof address === 'object' ? address?.port : address}`);
});
