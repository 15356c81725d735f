import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAccount } from '../../features/accounts/accounts.ts';
import { insertRequest } from '../../features/song-requests/queries.ts';
import { mailServer } from '../../platform/mail/testing/mail-server.ts';
import { realServer } from '../../testing/real-server.ts';

// Every kill is followed by a start, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000 });

const until = (met: () => void) => vi.waitFor(met, { timeout: 90_000, interval: 50 });

it('after kill -9 each email is sent, and none is sent twice', async () => {
  const post = await mailServer();
  post.setAnswer((part) => (part === 'DATA' ? null : undefined));
  const s = await realServer({ SMTP_URL: post.url, PUBLIC_URL: 'https://ovation.example' });
  onTestFinished(async () => {
    await s.close();
    post.close();
  });
  const { db } = s.database;
  const emails = Array.from({ length: 12 }, (_, i) => `person-${i}@people.example`);
  await db.transaction().execute(async (tx) => {
    const c = { clock: Date.now, personalData: [] };
    const [song, now] = [randomUUID(), Date.now()];
    for (const email of emails) {
      const user = await createAccount(tx, c, { name: 'Person', email, password_hash: 'none' }, 'free');
      const about = {
        title: 'Blue',
        artist: 'Ilse',
        request_id: song,
        track_id: null,
        reason: null,
        subject: song,
      };
      if (email === emails[0])
        await insertRequest(tx, {
          ...{ id: song, user_id: user.id, title: 'Blue', artist: 'Ilse' },
          ...{ genre: 'pop', description: '', created_at: now },
        });
      await tx
        .insertInto('notification')
        .values({
          id: randomUUID(),
          user_id: user.id,
          kind: 'request_returned',
          role: 'voter',
          ...about,
          created_at: now,
          read_at: null,
          email_due_at: now,
        })
        .execute();
    }
  });
  const restart = async () => {
    await s.kill();
    // The dead server's claims have expired.
    await db
      .updateTable('notification')
      .set({ email_due_at: 0 })
      .where('email_due_at', 'is not', null)
      .execute();
    await s.start();
  };
  await until(() => expect(post.silences('DATA')).toBe(5));
  expect(post.complete).toEqual([]);
  // Now it takes the mails, but does not say so.
  post.setAnswer((part) => (part === 'end' ? null : undefined));
  await restart();
  await until(() => expect(post.silences('end')).toBe(5));
  post.setAnswer(() => undefined);
  await restart();
  await until(() => expect(post.complete).toHaveLength(emails.length));
  const waiting = await db
    .selectFrom('notification')
    .where('email_due_at', 'is not', null)
    .select('id')
    .execute();
  expect([post.complete.toSorted(), waiting]).toEqual([emails.toSorted(), []]);
});
