import type { System } from './system.ts';

export interface TimedAnswer {
  ms: number;
  /** 0 for a connection that broke. */
  status: number;
  retryAfter: boolean;
  body: unknown;
}

interface Call {
  method?: string;
  /** The index of the caller. */
  member?: number;
  /** The index of the server. */
  server?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Calls a server as a member, once. */
export async function callOnce(
  { origins, members }: Pick<System, 'origins' | 'members'>,
  path: string,
  { method = 'GET', member = 0, server = 0, headers = {}, body }: Call = {},
): Promise<TimedAnswer> {
  const startedAt = performance.now();
  const response = await fetch(`${origins[server % origins.length]}${path}`, {
    method,
    headers: {
      ...members[member % members.length]!.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  const text = await response?.text().catch(() => '');
  return {
    ms: performance.now() - startedAt,
    status: response?.status ?? 0,
    retryAfter: response?.headers.has('retry-after') ?? false,
    body: text ? parse(text) : undefined,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
