// @vitest-environment jsdom

import { AnswerProblem, NETWORK_FAILURE } from 'contract/answers.ts';
import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serverOfFile } from '../../../server/testing/hooks.ts';
import { publishTrack, signUp } from '../../../server/testing/server.ts';
import { closeAndForget, connect } from '../../testing/page.tsx';
import { currentToast, toastProblem } from '../../ui/layers/toasts.ts';
import { session } from '../storage/session-token.ts';
import { BEGINS_SESSION, call, callPage, callWithCursor, send, sentenceOf } from './api.ts';

const s = serverOfFile();
beforeEach(() => {
  connect(s);
});
afterEach(closeAndForget);

/** An answer as some other server, a proxy perhaps, may give it. */
const answering = (status: number, body = '', headers = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
const messageOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
};

it.each([
  [400, 'Invalid request. Please check your input and try again.'],
  [401, 'Your session has expired. Please log in again.'],
  [403, 'Access denied. Please check your credentials.'],
  [404, 'The requested resource was not found.'],
  [409, 'This action conflicts with existing data.'],
  [500, 'Server error. Please try again later.'],
  [503, 'Service temporarily unavailable. Please try again later.'],
  [418, 'An error occurred (418). Please try again.'],
  [502, 'An error occurred (502). Please try again.'],
])('%s without words of its own: %s', async (status, sentence) => {
  for (const body of ['', 'not json', '[]', 'null', '7', '{}', '{"message":""}', '{"message":{}}']) {
    answering(status, body);
    expect(await messageOf(send('/x'))).toBe(sentence);
  }
});

it("prefers the response's own message for every status", async () => {
  for (const status of [400, 401, 403, 404, 409, 418, 500, 503]) {
    answering(status, '{"message":"The band is asleep."}');
    expect(await messageOf(send('/x'))).toBe('The band is asleep.');
  }
});

it('has its own message for a network failure', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await messageOf(send('/x'))).toBe(NETWORK_FAILURE);
});

it('has that message, too, for an answer that is not JSON, such as the login page of a hotel', async () => {
  for (const body of ['<!doctype html>', '', '{"id":']) {
    answering(200, body);
    for (const read of [
      call('GET /explore'),
      callPage('GET /track'),
      callWithCursor('GET /auth/me/activity'),
    ])
      expect(await messageOf(read)).toBe(NETWORK_FAILURE);
  }
});

it('shows the words of answers alone, never those of other errors', () => {
  expect(sentenceOf(new AnswerProblem(409, 'You have it already.'))).toBe('You have it already.');
  const general = 'Something went wrong. Please reload the page and try again.';
  for (const error of [new TypeError('x is not a function'), new DOMException('Insecure'), 'text', undefined])
    expect(sentenceOf(error)).toBe(general);
  expect(sentenceOf(new AnswerProblem(409, ''), 'That failed.')).toBe('That failed.');
  toastProblem('It failed', new SyntaxError('Unexpected token'));
  expect(currentToast.get()).toMatchObject({ title: 'It failed', description: general });
});

it('reports the status, code and details of an error', async () => {
  const problem = await call('POST /auth/signup', {
    body: { name: 'A', email: 'no address', password: 'long enough' },
  }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(AnswerProblem);
  expect(problem).toMatchObject({ status: 400, code: 'bad_input', details: { field: 'email' } });
});

it('fills in parameters and queries, and reads pages', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await publishTrack(s.c, { title: `Page ${i}`, popularity: i }));
  expect((await call('GET /track/:id', { params: { id: ids[1]! } })).title).toBe('Page 1');
  const first = await callPage('GET /track', { query: { q: 'page', limit: 2, cursor: undefined } });
  expect(first.rows.map(({ title }) => title)).toEqual(['Page 2', 'Page 1']);
  expect(first.total).toBe(3);
  const second = await callPage('GET /track', { query: { q: 'page', limit: 2, cursor: first.next } });
  expect(second.rows.map(({ title }) => title)).toEqual(['Page 0']);
  expect(second.next).toBeUndefined();
  expect(await messageOf(call('GET /track/:id', { params: { id: '../track' } }))).toBe(
    'Please give a valid id.',
  );
});

it('sends the token with every call once there is one', async () => {
  const seen: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    seen.push(new Headers(init.headers).get('authorization'));
    return new Response('{}');
  });
  await send('/x');
  session.begin('abc');
  await send('/x');
  await send('/x', { method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(seen).toEqual([null, 'Bearer abc', 'Bearer abc']);
});

it('removes a refused token and notifies listeners once', async () => {
  const events: string[] = [];
  const stop = session.listen((event) => events.push(event));
  session.begin('long-gone');
  expect(await messageOf(call('GET /auth/me'))).toBe('Your session has expired. Please log in again.');
  expect(session.token()).toBeNull();
  expect(events).toEqual(['unauthorized']);
  // Without a token there is no session that could end.
  await messageOf(call('GET /auth/me'));
  expect(events).toEqual(['unauthorized']);
  stop();
});

it('a call that begins a session does not carry an old token, and its refusal does not end that one', async () => {
  session.begin('long-gone');
  const input = { email: 'nobody@example.com', password: 'wrong horse' };
  await messageOf(call('POST /auth/login', { body: input }));
  expect(session.token()).toBe('long-gone');
  session.end();
});

it('every call of the contract that begins a session is known as one', () => {
  const shapeOf = ({ returns }: Endpoint) => (returns instanceof z.ZodObject ? returns.shape : {});
  const paths = (Object.values(endpoints) as Endpoint[]).flatMap((one) =>
    'authToken' in shapeOf(one) ? one.path : [],
  );
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !BEGINS_SESSION.test(path))).toEqual([]);
  for (const other of ['/auth/me', '/auth/logout', '/auth/passkeys', '/track'])
    expect(BEGINS_SESSION.test(other)).toBe(false);
});

it('a late refusal of an old token does not end the new session', async () => {
  const person = await signUp(s);
  session.begin('long-gone');
  const late = call('GET /auth/me');
  session.begin(person.token);
  await messageOf(late);
  expect(session.token()).toBe(person.token);
  expect((await call('GET /auth/me')).id).toBe(person.id);
});
