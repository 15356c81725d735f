import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { limitPipelining } from './pipelining.ts';

it('does not even parse the requests in excess of one packet', async () => {
  let parsed = 0;
  class CountedMessage extends http.IncomingMessage {
    constructor(socket: net.Socket) {
      super(socket);
      parsed++;
    }
  }
  let handled = 0;
  const server = http.createServer({ IncomingMessage: CountedMessage }, () => handled++);
  limitPipelining(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
  await once(socket, 'close');
  server.close();
  expect(handled).toBe(8);
  expect(parsed).toBe(9);
});
