import type { IncomingMessage, ServerResponse } from 'node:http';

/** How Stripe's API speaks: forms come in, JSON goes out. */

/** What a form says: `a[b][0]=c` nested, lists as objects by number. */
export interface Form {
  [name: string]: string | Form;
}

export function formOf(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const way = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = way.pop()!;
    let at = form;
    for (const part of way) {
      if (typeof at[part] !== 'object') at[part] = {};
      at = at[part] as Form;
    }
    at[last] = value;
  }
  return form;
}

/** A nested part of a form; empty where there is none. */
export const partOf = (form: Form, name: string): Form => {
  const part = form[name];
  return typeof part === 'object' ? part : {};
};

export const textOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
};

/** An answer of the API. */
export interface Answer {
  status: number;
  body: unknown;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

export const list = (data: unknown[]): Answer =>
  ok({ object: 'list', data, has_more: false, url: '/v1/list' });

export const refused = (
  status: number,
  error: { type: string; message: string; code?: string; param?: string; decline_code?: string },
): Answer => ({ status, body: { error } });

export const missing = (what: string, id: string, param = 'id'): Answer =>
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

/** Sends an answer; every page may read it, as with Stripe's own. */
export function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'request-id': 'req_standin',
  });
  response.end(JSON.stringify(body));
}
