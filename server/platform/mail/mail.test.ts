import { expect, it } from 'vitest';
import { smtpMail } from './mail.ts';
import { mailServer } from './testing/mail-server.ts';

const FROM = 'Ovation <no-reply@ovation.example>';
const mail = {
  to: 'jane@people.example',
  subject: 'Your new Ovation password',
  text: 'Hello,\n\nhttp://localhost/login#reset=abc',
};

it('sends a mail', async () => {
  const server = await mailServer();
  await smtpMail(server.url, FROM)(mail);
  expect(server.received()).toContain('MAIL FROM:<no-reply@ovation.example>');
  expect(server.received()).toContain('RCPT TO:<jane@people.example>');
  expect(server.received()).toContain('Subject: Your new Ovation password');
  expect(server.received()).toContain('http://localhost/login#reset=abc');
  server.close();
});

it('sends HTML beside the text, with headers of its own', async () => {
  const server = await mailServer();
  const link = `<https://ovation.example/unsubscribe?token=${'a'.repeat(90)}>`;
  const headers = { 'List-Unsubscribe': link };
  const messageId = '<1@ovation.example>';
  await smtpMail(server.url, FROM)({ ...mail, html: '<p>Hello</p>', messageId, headers });
  expect(server.received()).toContain('Content-Type: text/html');
  expect(server.received()).toContain(`Message-ID: ${messageId}`);
  expect(server.received().replaceAll('\r\n ', ' ')).toContain(`List-Unsubscribe: ${link}`);
  server.close();
});

it('runs `beforeEnd` before the mail server can accept the mail', async () => {
  const server = await mailServer();
  const send = smtpMail(server.url, FROM);
  let completeBefore: number | undefined;
  await send(mail, async () => {
    completeBefore = server.complete.length;
  });
  expect([completeBefore, server.complete.length]).toEqual([0, 1]);
  await expect(send(mail, () => Promise.reject(new Error('Not this one.')))).rejects.toThrow('Not this one.');
  server.setAnswer((part) => (part === 'DATA' ? '451 later' : undefined));
  let ran = false;
  const refused = send(mail, async () => {
    ran = true;
  });
  await expect(refused).rejects.toMatchObject({ responseCode: 451 });
  expect([server.complete.length, ran]).toEqual([1, false]);
  server.close();
});

it('rejects if the server refuses the mail or cannot be reached', async () => {
  const server = await mailServer((part) => (part === 'RCPT' ? '550 no such mailbox' : undefined));
  const refused = { responseCode: 550, command: 'RCPT TO' };
  await expect(smtpMail(server.url, 'a@b.example')(mail)).rejects.toMatchObject(refused);
  server.close();
  await expect(smtpMail('smtp://127.0.0.1:1', 'a@b.example')(mail)).rejects.toThrow();
});
