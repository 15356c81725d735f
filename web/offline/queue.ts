import type { QueryClient } from '@tanstack/react-query';
import { sentenceFor } from 'contract/answers.ts';
import { pluralize } from 'contract/pluralize.ts';
import { createBackoff, setTransport } from '../lib/api.ts';
import { session, WAITING_KEY } from '../lib/session-token.ts';
import { toastProblem } from '../ui/toasts.ts';
import {
  type Action,
  type Body,
  KINDS,
  knownChoices,
  type Owner,
  readWaiting,
  SPENDING,
  store,
  toAction,
  writeWaiting,
} from './actions.ts';
import { checkConnection, isLost } from './connection.ts';

/** The shortest and the longest wait before what failed is sent again; ms. */
const RETRY = { first: 2000, max: 300_000 };
/** How long the server may take for one action, ms. */
const PATIENCE_MS = 30_000;
/** The server fails at one action this often before the others go on without it. */
const MOST_FAILURES = 6;

/**
 * Keeps what a member does without a connection on the device and answers the page in the server's place, so that
 * what it shows at once stays; sends it in order when the server is back. `session` forgets it with its account.
 */
export function actionQueue(client: QueryClient) {
  const backoff = createBackoff(RETRY.first, RETRY.max);
  /** The server's ids of what the page knows by an action's key. */
  const ids = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = Promise.resolve();
  let viewer: Owner | null = null;

  const withServerIds = (text: string) => {
    for (const [key, id] of ids) text = text.replaceAll(key, id);
    return text;
  };

  /** Takes the place of `fetch` for all calls of the page. */
  async function transport(address: string, given: RequestInit): Promise<Response> {
    const at = Date.now();
    const { method = 'GET' } = given;
    const url = withServerIds(address);
    const init = typeof given.body === 'string' ? { ...given, body: withServerIds(given.body) } : given;
    const call = `${method} ${url}`;
    const kind = KINDS.find((kind) => kind.call.test(call));
    const key = kind && createKey();
    const hold = () => {
      if (!kind || !key || session.token() === null) return;
      const body: Body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
      const action = toAction({ key, method, url, body }, at);
      if (!action || !store(action)) return;
      return Response.json({ id: key, ...(kind.answer?.(body, { url, at, client, viewer }) ?? body) });
    };
    // After what already waits, so that the order stays.
    const held = readWaiting().length > 0 && hold();
    if (held) {
      if (!isLost.get()) void send();
      return held;
    }
    const headers = new Headers(init.headers);
    // From the first attempt on, since only its answer may have been lost.
    if (key) headers.set('idempotency-key', key);
    try {
      return await fetch(url, { ...init, headers });
    } catch (error) {
      void checkConnection().then(() => {
        if (!isLost.get()) return send();
      });
      const sentence = SPENDING.find(([pattern]) => pattern.test(call))?.[1];
      if (sentence) return Response.json({ code: 'unavailable', message: sentence }, { status: 503 });
      const answer = hold() ?? knownChoices(client, url);
      if (answer) return answer;
      throw error;
    }
  }

  /** Sends what waits, one after another, in one tab. @param isBack whether what the page shows may be old. */
  function send(isBack = false): Promise<void> {
    const all = () => sendAll(isBack);
    sending = sending.then(() => navigator.locks?.request(WAITING_KEY, all) ?? all());
    return sending;
  }

  async function sendAll(isBack: boolean): Promise<void> {
    const token = session.token();
    const refusals: string[] = [];
    let count = 0;
    for (;;) {
      const [action] = readWaiting();
      if (!action || token === null || session.token() !== token) break;
      const answer = await sendOne(action, token);
      if (session.token() !== token) break;
      if (answer === 'later') {
        clearTimeout(timer);
        timer = setTimeout(() => void send(), backoff.next());
        break;
      }
      backoff.reset();
      count++;
      const others = readWaiting().filter(({ key }) => key !== action.key);
      if ('id' in answer) {
        const json = JSON.stringify(others);
        writeWaiting(answer.id === undefined ? others : JSON.parse(json.replaceAll(action.key, answer.id)));
        if (answer.id !== undefined) showId(action.key, answer.id);
        continue;
      }
      // What would change what was not created is not possible either.
      writeWaiting(others.filter((other) => !JSON.stringify(other).includes(action.key)));
      const { name } = KINDS.find(({ call }) => call.test(`${action.method} ${action.url}`))!;
      if (name) refusals.push(`${name}: ${answer.refusal}`);
    }
    if (count > 0 || isBack) void client.invalidateQueries();
    if (refusals.length > 0)
      toastProblem(
        `${pluralize(refusals.length, 'thing')} you did without a connection could not be done`,
        [...new Set(refusals)].slice(0, 3).join(' '),
      );
  }

  /** Sends one action. A repeat of one that the server has already done is done, too. */
  async function sendOne(
    { key, method, url, body, failures = 0 }: Action,
    token: string,
  ): Promise<'later' | { id: string | undefined } | { refusal: string }> {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(method !== 'DELETE' && { 'content-type': 'application/json' }),
    };
    const patience = new AbortController();
    const late = setTimeout(() => patience.abort(), PATIENCE_MS);
    const response = await fetch(url, {
      method,
      headers,
      body: method === 'DELETE' ? null : JSON.stringify(body),
      signal: patience.signal,
    }).catch(() => undefined);
    clearTimeout(late);
    if (!response) {
      void checkConnection();
      return 'later';
    }
    const { status } = response;
    const answer = (await response.json().catch(() => null)) ?? {};
    if (response.ok) return { id: answer.id };
    if (status === 401) {
      session.refused(token);
      return 'later';
    }
    if (method === 'DELETE' && status === 404) return { id: undefined };
    if (String(answer.code).startsWith('already_'))
      return { id: answer.saved_track_id ?? answer.playlist_track_id };
    if (status === 500 && failures + 1 < MOST_FAILURES) {
      writeWaiting(
        readWaiting().map((action) => (action.key === key ? { ...action, failures: failures + 1 } : action)),
      );
      return 'later';
    }
    if (status === 429 || status > 500) return 'later';
    return { refusal: typeof answer.message === 'string' ? answer.message : sentenceFor(status) };
  }

  /** The page goes on with the server's id, in its URL too. */
  function showId(key: string, id: string): void {
    ids.set(key, id);
    const { href } = location;
    if (href.includes(key)) history.replaceState(history.state, '', href.replace(key, id));
  }

  /** Starts for whom the page is shown to. @returns a function that stops it. */
  function start(owner: Owner | null): () => void {
    viewer = owner;
    setTransport(transport);
    if (session.token() === null) drop();
    else if (readWaiting().length > 0) void send();
    // After the other listeners, whose toast it replaces.
    const unlisten = session.listen((event) => event === 'unauthorized' && queueMicrotask(drop));
    return () => {
      setTransport();
      unlisten();
      clearTimeout(timer);
    };
  }

  return { start, send };
}

/** `crypto.randomUUID` exists in secure contexts only. */
const createKey = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** The session ended before what waits was sent. */
function drop(): void {
  const { length } = readWaiting();
  if (length === 0) return;
  writeWaiting([]);
  toastProblem(
    sentenceFor(401),
    `${pluralize(length, 'thing')} you did without a connection could not be sent.`,
  );
}
