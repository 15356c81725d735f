import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Engine } from '../../platform/db/engine.ts';
import { searchQueue } from './search-queue.ts';

const queue = () => searchQueue({ longReadsAtOnce: 1 } as Engine);
const caller = (destroyed = false) => ({ raw: { socket: { destroyed } } }) as FastifyRequest;

it('searches one at a time, and does not run a search whose caller has left', async () => {
  const searches = queue();
  const running = Promise.withResolvers<void>();
  const ran: string[] = [];
  const search = (name: string, destroyed: boolean, until?: Promise<void>) =>
    searches(caller(destroyed), 'amber', async () => {
      ran.push(name);
      await until;
    });
  const first = search('first', false, running.promise);
  const left = search('left', true);
  const last = search('last', false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual(['first']);
  running.resolve();
  await first;
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  await last;
  expect(ran).toEqual(['first', 'last']);
});

it('a list without a search does not wait', async () => {
  const searches = queue();
  void searches(caller(), 'amber', () => new Promise(() => {}));
  for (const q of [undefined, '', '  '])
    await expect(searches(caller(), q, async () => 'a list')).resolves.toBe('a list');
});
