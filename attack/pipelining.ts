import { flood } from './flood.ts';
import type { Finding } from './report.ts';
import { closeSockets, delay, openSockets } from './sockets.ts';
import type { Target } from './target.ts';

const SOCKETS = 40;
/** Sent over each socket at once, bytes. */
const BYTES = 13_000;
/** How long the server may take to answer or drop them, ms. */
const OBSERVED_MS = 8000;

/** Sends many requests over each socket without waiting for answers, to a page, a document and a list. */
export async function pipelining(target: Target, media: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of ['/', '/openapi.json', '/track', media])
    findings.push(await flood(target, `pipelined ${path.slice(0, 13)}`, () => pipeline(target, path)));
  return findings;
}

async function pipeline(target: Target, path: string): Promise<string> {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`;
  const requests = Math.ceil(BYTES / request.length);
  const sockets = await openSockets(target, SOCKETS);
  for (const socket of sockets) {
    socket.resume();
    socket.write(request.repeat(requests));
  }
  await delay(OBSERVED_MS);
  closeSockets(sockets);
  return `${(requests * sockets.length).toLocaleString('en')} requests over ${sockets.length} sockets`;
}
