import type { IncomingMessage, ServerResponse } from 'node:http';

/** The wire format of Stripe's API: requests are forms, responses are JSON. */

/** A parsed form: `a[b][0]=c` becomes nested objects; lists are objects with numeric keys. */
export interface Form {
  [name: string]: string | Form;
}

export function formOf(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = path.pop()!;
    let at = form;
    for (const part of path) {
      if (typeof at[part] !== 'object') at[part] = {};
      at = at[part] as Form;
    }
    at[last] = value;
  }
  return form;
}

/** A nested part of a form; empty if it is missing. */
export const partOf = (form: Form, name: string): Form => {
  const part = form[name];
  return typeof part === 'object' ? part : {};
};

export const textOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
};

export interface ApiResponse {
  status: number;
  body: unknown;
}

export const ok = (body: unknown): ApiResponse => ({ status: 200, body });

export const list = (data: unknown[]): ApiResponse =>
  ok({ object: 'list', data, has_more: false, url: '/v1/list' });

export const refused = (
  status: number,
  error: { type: string; message: string; code?: string; param?: string; decline_code?: string },
): ApiResponse => ({ status, body: { error } });

export const missing = (what: string, id: string, param = 'id'): ApiResponse =>
  refused(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Sends a response that any origin may read, as Stripe does. */
export function send(response: ServerResponse, { status, body }: ApiResponse): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'request-id': 'req_standin',
  });
  response.end(JSON.stringify(body));
}
