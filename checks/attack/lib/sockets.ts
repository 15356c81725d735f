import { once } from 'node:events';
import net from 'node:net';
import type { Target } from './target.ts';

/** Opens `count` sockets to the server; those it refuses are left out. */
export async function openSockets(target: Target, count: number): Promise<net.Socket[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => openSocket(target)));
  return opened.filter((socket) => socket !== undefined);
}

/** @returns undefined when the server refuses the connection. */
export async function openSocket({ host, port }: Target): Promise<net.Socket | undefined> {
  const socket = net.connect(port, host);
  // A server that defends itself resets connections; that is an answer, not a failure of the attack.
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket.destroyed ? undefined : socket;
}

export function closeSockets(sockets: net.Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** Resolves with everything the server sent once it closes the socket, or after `ms`. */
export function receive(socket: net.Socket, ms: number): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      resolve({ text, closed });
    };
    const timer = setTimeout(() => finish(false), ms);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.once('close', () => finish(true));
    if (socket.destroyed) finish(true);
  });
}

export const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
