import { endpoint } from 'contract/endpoint.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { binder } from './bind.ts';
import { handleErrors } from './errors.ts';
import type { CurrentUser } from './requests/caller.ts';

const adminOnly = endpoint('POST /admin-only', {
  access: 'admin',
  summary: '',
  body: z.object({ n: z.int() }),
  returns: z.object({ by: z.string() }),
});
const upload = endpoint('POST /upload', {
  access: 'admin',
  summary: '',
  file: { maxBytes: 1000 },
  returns: z.object({ bytes: z.int() }),
});

let server: FastifyInstance;
beforeAll(async () => {
  server = Fastify();
  handleErrors(server);
  const bind = binder(server, {
    publicUrl: undefined,
    languages: ['en'],
    recordAction: async () => {},
    findSession: async (tier) => {
      if (tier === 'broken') throw new Error('the database is away');
      return tier === '' ? undefined : ({ id: tier, plan_tier: tier } as CurrentUser);
    },
  });
  bind(adminOnly, (_input, { user }) => ({ by: user.id }));
  bind(upload, ({ body }) => ({ bytes: body.length }));
  await server.ready();
});
afterAll(() => server.close());

const post = (url: string, tier: string | undefined, payload: object | string | Buffer) =>
  server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...(tier !== undefined && { authorization: tier }) },
  });

it.each([
  [undefined, 401],
  ['', 401],
  ['free', 403],
  ['platinum', 403],
  ['admin', 200],
  ['broken', 500],
])('an endpoint for admins answers %j with %i before it reads the body', async (tier, status) => {
  expect((await post('/admin-only', tier, { n: 1 })).statusCode).toBe(status);
  const invalid = await post('/admin-only', tier, '{"n":');
  expect(invalid.statusCode).toBe(status === 200 ? 400 : status);
  const large = await post('/upload', tier, Buffer.alloc(2000));
  expect(large.statusCode).toBe(status === 200 ? 413 : status);
  expect(large.headers['cache-control']).toBe('no-store');
});

it('passes a file on unchanged, whatever its Content-Type', async () => {
  expect((await post('/upload', 'admin', '{"not":"read"')).json()).toEqual({ bytes: 13 });
});
