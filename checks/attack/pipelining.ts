import type { Socket } from 'node:net';
import { flood } from './flood.ts';
import type { Finding } from './lib/report.ts';
import { closeSockets, delay, openSocket, openSockets } from './lib/sockets.ts';
import type { Target } from './lib/target.ts';

const SOCKETS = 40;
/** Sent over each socket at once, bytes. */
const BYTES = 13_000;
/** Unanswered requests on each socket of a client that waits for answers; browsers have one. */
const DEPTH = 6;

/** Sends many requests without waiting for answers, and as many as the server answers, for each kind of URL. */
export async function pipelining(target: Target, media: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const paths = ['/', '/openapi.json', '/track', media];
  for (const path of paths)
    findings.push(await flood(target, `pipelined ${path.slice(0, 13)}`, () => pipeline(target, path)));
  for (const path of [...paths, '/track?q=a', '/leaderboard', '/requests/board?page=500'])
    findings.push(await flood(target, `flood of ${path.slice(0, 15)}`, () => floodSteadily(target, path)));
  return findings;
}

async function pipeline(target: Target, path: string): Promise<string> {
  const request = requestFor(target, path);
  const requests = Math.ceil(BYTES / request.length);
  const sockets = await openSockets(target, SOCKETS);
  for (const socket of sockets) {
    socket.resume();
    socket.write(request.repeat(requests));
  }
  await delay(target.observedMs);
  closeSockets(sockets);
  return `${(requests * sockets.length).toLocaleString('en')} requests over ${sockets.length} sockets`;
}

/** Keeps a few requests unanswered on each socket all the time, and opens a new socket for each that is closed. */
async function floodSteadily(target: Target, path: string): Promise<string> {
  const request = requestFor(target, path);
  const open = new Set<Socket>();
  let stopped = false;
  let answered = 0;
  const keepOneBusy = async () => {
    while (!stopped) {
      const socket = await openSocket(target);
      if (!socket) continue;
      open.add(socket);
      socket.write(request.repeat(DEPTH));
      socket.on('data', (chunk: Buffer) => {
        const answers = count(chunk, 'HTTP/1.1 ');
        answered += answers;
        if (!stopped && answers > 0) socket.write(request.repeat(answers));
      });
      await new Promise((resolve) => socket.once('close', resolve));
      open.delete(socket);
    }
  };
  const busy = Array.from({ length: SOCKETS }, keepOneBusy);
  await delay(target.observedMs);
  stopped = true;
  closeSockets([...open]);
  await Promise.all(busy);
  if (answered === 0) throw new Error('the server answered nothing');
  return `${answered.toLocaleString('en')} answered requests over ${SOCKETS} sockets`;
}

function count(chunk: Buffer, text: string): number {
  let found = 0;
  for (let at = chunk.indexOf(text); at !== -1; at = chunk.indexOf(text, at + text.length)) found++;
  return found;
}

const requestFor = (target: Target, path: string) => `GET ${path} HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`;
