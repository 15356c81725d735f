import type { TestServer } from './server.ts';

/** An answer, read. `body` is whatever JSON came; the tests look into it. */
export interface Told {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape.
  body: any;
}

/** Calls an address as a client would: `call(s, 'POST /auth/login', { body, token })`. */
export async function call(
  s: TestServer,
  address: `${'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
  given: { body?: unknown; token?: string; headers?: Record<string, string>; from?: string } = {},
): Promise<Told> {
  const [method, url] = address.split(' ') as ['GET', string];
  const answer = await s.app.inject({
    method,
    url,
    headers: { ...(given.token && { authorization: `Bearer ${given.token}` }), ...given.headers },
    ...(given.from && { remoteAddress: given.from }),
    ...(given.body !== undefined && { payload: given.body as object }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body.startsWith('{') || answer.body.startsWith('[') ? answer.json() : answer.body,
  };
}
