import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readQueue } from '../../platform/concurrency.ts';
import { searchQueue } from './routes.ts';

const queue = () => searchQueue(readQueue(1), readQueue(1));
const caller = (destroyed = false) => ({ raw: { socket: { destroyed } } }) as FastifyRequest;

it('searches one at a time, and does not run a search whose caller has left', async () => {
  const searches = queue();
  const running = Promise.withResolvers<void>();
  const ran: string[] = [];
  const search = (name: string, destroyed: boolean, until?: Promise<void>) =>
    searches(caller(destroyed), { q: 'amber' }, async () => {
      ran.push(name);
      await until;
    });
  const first = search('first', false, running.promise);
  const left = search('left', true);
  const last = search('last', false);
  await expect.poll(() => ran).toEqual(['first']);
  expect(ran).toEqual(['first']);
  running.resolve();
  await first;
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  await last;
  expect(ran).toEqual(['first', 'last']);
});

it('a short list does not wait, and a long one waits only for other lists', async () => {
  const searches = queue();
  const never = () => new Promise(() => {});
  void searches(caller(), { q: 'amber' }, never);
  for (const query of [{ limit: 20 }, { q: ' ', limit: 20 }, { limit: 200 }])
    await expect(searches(caller(), query, async () => 'a list')).resolves.toBe('a list');
  void searches(caller(), { limit: 200 }, never);
  const second = searches(caller(true), { limit: 200 }, async () => 'a list');
  await expect(searches(caller(), {}, async () => 'Explore')).resolves.toBe('Explore');
  await expect(second).rejects.toMatchObject({ code: 'unavailable' });
});
