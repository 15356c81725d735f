import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { smtpMail } from './mail.ts';

/** A mail server that accepts every mail and records what it receives. */
async function mailServer(answerToRecipient = '250 fine') {
  let received = '';
  const server = createServer((socket: Socket) => {
    let inMessage = false;
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      received += data;
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        if (inMessage) {
          if (line !== '.') continue;
          inMessage = false;
          socket.write('250 accepted\r\n');
        } else if (line === 'DATA') {
          inMessage = true;
          socket.write('354 continue\r\n');
        } else socket.write(line.startsWith('RCPT') ? `${answerToRecipient}\r\n` : '250 fine\r\n');
      }
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received: () => received, close: () => server.close() };
}

const mail = {
  to: 'jane@people.example',
  subject: 'Your new Ovation password',
  text: 'Hello,\n\nhttp://localhost/login#reset=abc',
};

it('sends a mail', async () => {
  const server = await mailServer();
  await smtpMail(server.url, 'Ovation <no-reply@ovation.example>')(mail);
  expect(server.received()).toContain('MAIL FROM:<no-reply@ovation.example>');
  expect(server.received()).toContain('RCPT TO:<jane@people.example>');
  expect(server.received()).toContain('Subject: Your new Ovation password');
  expect(server.received()).toContain('http://localhost/login#reset=abc');
  server.close();
});

it('rejects if the server refuses the mail or cannot be reached', async () => {
  const server = await mailServer('550 no such mailbox');
  await expect(smtpMail(server.url, 'a@b.example')(mail)).rejects.toMatchObject({ responseCode: 550 });
  server.close();
  await expect(smtpMail('smtp://127.0.0.1:1', 'a@b.example')(mail)).rejects.toThrow();
});
