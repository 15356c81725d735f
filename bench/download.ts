import net from 'node:net';
import { CONNECTIONS, type Rate, type Side } from './load.ts';

/** Bytes that a socket hands over at once. */
const PIECE = 256 * 1024;

/**
 * Downloads the same thing again and again, and looks at nothing but the length: autocannon reads every byte in
 * JavaScript, and would measure itself.
 * @throws Error when an answer was neither 200 nor 206.
 */
export async function downloadOften(side: Side, seconds: number): Promise<Rate> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => oneConnection(side, until, times)));
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

function oneConnection({ url, headers = {} }: Side, until: number, times: number[]): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let head = '';
    let left = 0;
    let asked = 0;
    const ask = () => {
      head = '';
      asked = performance.now();
      socket.write(question);
    };
    const socket = net.connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(PIECE),
        callback: (count, buffer) => {
          if (left > 0) left -= count;
          else {
            head += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString('latin1');
            const end = head.indexOf('\r\n\r\n');
            if (end === -1) return true;
            const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
            if (!/^HTTP\/1\.1 20[06]/.test(head) || !length) {
              reject(new Error(`${url}: ${head.slice(0, 100)}`));
              socket.destroy();
              return false;
            }
            left = Number(length) - (head.length - end - 4);
          }
          if (left === 0) {
            times.push(performance.now() - asked);
            if (performance.now() < until) ask();
            else socket.destroy();
          }
          return true;
        },
      },
    });
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}
