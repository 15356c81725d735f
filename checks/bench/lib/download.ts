import net from 'node:net';
import { CONNECTIONS, type Side } from './load.ts';

/** Bytes per socket read. */
const CHUNK = 256 * 1024;

/**
 * Downloads one URL repeatedly and reads only the lengths. Autocannon reads every byte in JavaScript and would
 * measure itself.
 * @returns the number of responses.
 * @throws Error for a response other than 200 and 206.
 */
export async function downloadOften(side: Side, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const each = Array.from({ length: CONNECTIONS }, () => oneConnection(side, until));
  return (await Promise.all(each)).reduce((sum, responses) => sum + responses, 0);
}

/** Counts the responses of one connection. */
function oneConnection({ url, headers = {} }: Side, until: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let head = '';
    let left = 0;
    let responses = 0;
    const ask = () => {
      head = '';
      socket.write(request);
    };
    const socket = net.connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(CHUNK),
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
            responses++;
            if (performance.now() < until) ask();
            else socket.destroy();
          }
          return true;
        },
      },
    });
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => resolve(responses));
  });
}
