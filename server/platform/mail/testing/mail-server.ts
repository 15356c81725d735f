import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

type Part = 'RCPT' | 'DATA' | 'end';

/** Answer to a part of a mail: null for nothing at all, undefined to accept. */
export type Answer = (part: Part, recipient: string) => string | null | undefined;

/** A mail server that records the mails it receives. */
export async function mailServer(initial: Answer = () => undefined) {
  let received = '';
  let answer = initial;
  /** The recipients of the mails that arrived completely, whatever it answered. */
  const complete: string[] = [];
  /** The parts that it did not answer. */
  const unanswered: Part[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let inMessage = false;
    let recipient = '';
    let rest = '';
    const reply = (part: Part, usual: string) => {
      const line = answer(part, recipient);
      if (line === null) unanswered.push(part);
      else socket.write(`${line ?? usual}\r\n`);
      return line === undefined;
    };
    const read = (line: string) => {
      if (inMessage) {
        if (line !== '.') return;
        inMessage = false;
        complete.push(recipient);
        reply('end', '250 accepted');
      } else if (line.startsWith('RCPT')) {
        recipient = /<(.*)>/.exec(line)![1]!;
        reply('RCPT', '250 fine');
      } else if (line === 'DATA') inMessage = reply('DATA', '354 continue');
      else socket.write('250 fine\r\n');
    };
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      received += data;
      const lines = (rest + data).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) if (inMessage || line !== '') read(line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    complete,
    received: () => received,
    setAnswer: (next: Answer) => {
      answer = next;
    },
    /** Counts how often it left this part of a mail without an answer. */
    silences: (part: Part) => unanswered.filter((one) => one === part).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
