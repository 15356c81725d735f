import type { Finding } from './report.ts';
import { openSocket, receive } from './sockets.ts';
import type { Target } from './target.ts';

const TIMEOUT_MS = 12_000;

/** Requests that no client library would send, each with the statuses that are a sound answer. */
function shapes(host: string): { name: string; bytes: string; statuses: number[] }[] {
  const head = `Host: ${host}\r\nConnection: close\r\n`;
  return [
    {
      name: 'not HTTP at all',
      bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
      statuses: [400],
    },
    { name: 'no host', bytes: 'GET / HTTP/1.1\r\n\r\n', statuses: [400] },
    { name: 'NUL in the path', bytes: `GET /\0 HTTP/1.1\r\n${head}\r\n`, statuses: [400] },
    {
      name: 'a path of 60 kB',
      bytes: `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n${head}\r\n`,
      statuses: [414, 431],
    },
    {
      name: '1,000 headers',
      bytes: `GET / HTTP/1.1\r\n${'X-A: b\r\n'.repeat(1000)}${head}\r\n`,
      statuses: [200, 431],
    },
    {
      name: 'a header of 60 kB',
      bytes: `GET / HTTP/1.1\r\nX-A: ${'b'.repeat(60_000)}\r\n${head}\r\n`,
      statuses: [431],
    },
    {
      name: 'two lengths',
      bytes: `POST /plays HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${head}\r\n{}`,
      statuses: [400],
    },
    {
      name: 'length and chunks',
      bytes: `POST /plays HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${head}\r\n0\r\n\r\n`,
      statuses: [400],
    },
    {
      name: 'a negative length',
      bytes: `POST /plays HTTP/1.1\r\nContent-Length: -1\r\n${head}\r\n`,
      statuses: [400],
    },
    {
      name: 'a broken chunk',
      bytes: `POST /plays HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${head}\r\nzz\r\n{}\r\n`,
      statuses: [400, 415],
    },
    {
      name: 'an unknown method',
      bytes: `BREW /track HTTP/1.1\r\n${head}\r\n`,
      statuses: [400, 404, 405, 501],
    },
    {
      name: 'QUERY without a type',
      bytes: `QUERY /track HTTP/1.1\r\nContent-Length: 2\r\n${head}\r\n{}`,
      statuses: [400, 404, 405, 415],
    },
    {
      name: 'an absolute URL',
      bytes: `GET http://elsewhere.example/track HTTP/1.1\r\n${head}\r\n`,
      statuses: [200, 400, 404],
    },
    { name: 'a broken escape', bytes: `GET /track/%zz HTTP/1.1\r\n${head}\r\n`, statuses: [400, 404] },
    {
      name: 'a path upwards',
      bytes: `GET /media/../../etc/passwd HTTP/1.1\r\n${head}\r\n`,
      statuses: [400, 404],
    },
    {
      name: 'an escaped path upwards',
      bytes: `GET /media/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1\r\n${head}\r\n`,
      statuses: [400, 404],
    },
    {
      name: 'an upgrade',
      bytes: `GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: ${host}\r\n\r\n`,
      statuses: [200, 400, 404, 426],
    },
    {
      name: 'an expectation',
      bytes: `POST /plays HTTP/1.1\r\nExpect: 200-maybe\r\nContent-Length: 2\r\n${head}\r\n{}`,
      statuses: [400, 415, 417],
    },
    {
      name: 'an upload of 4 MB without a token',
      bytes: `POST /api/upload/audio HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n${head}\r\n${'x'.repeat(4_000_000)}`,
      statuses: [401],
    },
    {
      name: 'far too much JSON, in one chunk',
      bytes: `POST /auth/login HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${head}\r\n3d0900\r\n${'x'.repeat(4_000_000)}\r\n0\r\n\r\n`,
      statuses: [413],
    },
    { name: 'HTTP/2 in clear text', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400, 505] },
    {
      name: '2,000 ranges',
      bytes: `GET / HTTP/1.1\r\nRange: bytes=${Array.from({ length: 2000 }, (_, i) => `${i}-${i}`).join(',')}\r\n${head}\r\n`,
      statuses: [200, 206, 400, 416, 431],
    },
  ];
}

/** Sends each shape on a socket of its own: it gets one sound answer in our form, soon. */
export async function rawRequests(target: Target): Promise<Finding> {
  const list = shapes(target.host);
  const broken = (await Promise.all(list.map((shape) => send(target, shape)))).flat();
  return { attack: 'raw requests', sent: `${list.length} shapes`, broken };
}

async function send(
  target: Target,
  { name, bytes, statuses }: ReturnType<typeof shapes>[number],
): Promise<string[]> {
  const socket = await openSocket(target);
  if (!socket) return [`${name}: the server refused the connection`];
  const answer = receive(socket, TIMEOUT_MS);
  socket.write(Buffer.from(bytes, 'latin1'));
  const { text, closed } = await answer;
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  if (!statuses.includes(status))
    return [`${name}: ${status || 'no answer'} instead of ${statuses.join(' or ')}`];
  if (!closed && name !== 'an upgrade') return [`${name}: the connection stayed open`];
  return status >= 400 ? ourForm(name, text) : [];
}

/** A refusal has our headers, and a JSON body with a sentence and a code. */
function ourForm(name: string, text: string): string[] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  if (!/x-content-type-options: nosniff/i.test(head)) return [`${name}: the answer lacks our headers`];
  try {
    const { message, code } = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
    if (typeof message === 'string' && typeof code === 'string') return [];
  } catch {}
  return [`${name}: the answer is not in our form: ${body.slice(0, 80)}`];
}
