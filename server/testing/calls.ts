import type { TestServer } from './server.ts';

/** A response with its JSON parsed. */
export interface CallResult {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  body: any;
}

/** Calls an endpoint as a client would: `call(s, 'POST /auth/login', { body, token })`. */
export async function call(
  s: TestServer,
  endpoint: `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  options: { body?: unknown; token?: string; headers?: Record<string, string>; from?: string } = {},
): Promise<CallResult> {
  const [method, url] = endpoint.split(' ') as ['GET', string];
  const response = await s.app.inject({
    method,
    url,
    headers: { ...(options.token && { authorization: `Bearer ${options.token}` }), ...options.headers },
    ...(options.from && { remoteAddress: options.from }),
    ...(options.body !== undefined && { payload: options.body as object }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: /^[{[]/.test(response.body) ? response.json() : response.body,
  };
}
