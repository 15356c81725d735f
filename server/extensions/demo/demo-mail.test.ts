import { expect, it, vi } from 'vitest';
import { demoAccounts, withoutDemoMail } from './accounts.ts';

it('mails nobody at the demo accounts, which counts as sent', async () => {
  const send = vi.fn(async () => {});
  const sent = vi.fn(async () => {});
  const mail = { subject: 'Your song is out', text: '' };
  for (const { email } of demoAccounts) await withoutDemoMail(send)({ ...mail, to: email }, sent);
  expect(send).not.toHaveBeenCalled();
  expect(sent).toHaveBeenCalledTimes(demoAccounts.length);
  const real = { ...mail, to: 'ann@notdemo.example' };
  await withoutDemoMail(send)(real, sent);
  expect(send).toHaveBeenCalledExactlyOnceWith(real, sent);
});
