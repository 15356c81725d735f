import type { QueryClient } from '@tanstack/react-query';
import { sentenceFor } from 'contract/answers.ts';
import type { Applause } from 'contract/applause.ts';
import { pluralize } from 'contract/pluralize.ts';
import { createBackoff, setTransport } from '../lib/api.ts';
import type { Viewer } from '../lib/session.tsx';
import { session, WAITING_KEY } from '../lib/session-token.ts';
import { permanent } from '../lib/storage.ts';
import { toastProblem } from '../ui/toasts.ts';
import { checkConnection, isLost } from './connection.ts';

type Body = Record<string, unknown>;

/** A call that waits for a connection. */
interface Action {
  /** Identifies repeats to the server, and stands for the id of what it creates. */
  key: string;
  method: string;
  url: string;
  body: Body;
  /** Answers with 500 so far. */
  failures?: number;
}

type Owner = Pick<Viewer, 'id' | 'username'>;

/** What waits, by its call: what a refusal names it, and what the page gets for an answer until the server has one. */
interface Kind {
  call: RegExp;
  name?: string;
  answer?: (
    body: Body,
    page: { url: string; at: number; client: QueryClient; viewer: Owner | null },
  ) => object;
}

const KINDS: Kind[] = [
  { call: /^POST \S*\/plays$/ },
  { call: /^POST \S*\/saved_track$/, name: 'Saving a song' },
  { call: /^DELETE \S*\/saved_track\/[^/]+$/, name: 'Removing a song from your library' },
  {
    call: /^POST \S*\/playlist$/,
    name: 'Creating a playlist',
    answer: (body, { at, viewer }) => ({
      ...NEW_PLAYLIST,
      user_id: viewer?.id ?? null,
      username: viewer?.username ?? '',
      created_at: at,
      updated_at: at,
      ...body,
    }),
  },
  {
    call: /^PATCH \S*\/playlist\/[^/]+$/,
    name: 'Changing a playlist',
    answer: (body, { url }) => ({ ...body, id: url.split('/').at(-1) }),
  },
  // The page has already moved it.
  { call: /^POST \S*\/playlist\/[^/]+\/order$/, name: 'Moving a song', answer: () => ({ order: [] }) },
  { call: /^POST \S*\/playlist_track$/, name: 'Adding a song to a playlist' },
  { call: /^PATCH \S*\/playlist_track\/[^/]+$/, name: 'Moving a song' },
  { call: /^DELETE \S*\/playlist_track\/[^/]+$/, name: 'Removing a song from a playlist' },
  {
    call: /^POST \S*\/track\/[^/]+\/applause$/,
    name: 'Your applause',
    answer: (_body, { client, url }) =>
      client.getQueryData<Applause>(['applause', url.split('/').at(-2)]) ?? { parts: [] },
  },
];

const NEW_PLAYLIST = {
  owner_vip: false,
  description: null,
  cover_image_url: null,
  is_deleted: false,
  track_count: 0,
  total_seconds: 0,
  covers: [],
};

/** What never waits: prices and places on the board change meanwhile. */
const SPENDING: [call: RegExp, sentence: string][] = [
  [/^POST \S*\/requests\/[^/]+\/votes$/, 'Voting needs a connection: it spends credits.'],
  [/^POST \S*\/requests$/, 'Requesting a song needs a connection: it spends credits.'],
];

/** The most actions that wait. */
const LIMIT = 500;
/** The shortest and the longest wait before what failed is sent again; ms. */
const RETRY = { first: 2000, max: 300_000 };
/** How long the server may take for one action, ms. */
const PATIENCE_MS = 30_000;
/** The server fails at one action this often before the others go on without it. */
const MOST_FAILURES = 6;

const readWaiting = (): Action[] => JSON.parse(permanent.get(WAITING_KEY) ?? '[]');
function writeWaiting(actions: Action[]): void {
  if (actions.length > 0) permanent.set(WAITING_KEY, JSON.stringify(actions));
  else permanent.remove(WAITING_KEY);
}

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
      const answer = hold();
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
    const response = await fetch(url, {
      method,
      headers,
      body: method === 'DELETE' ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
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

  /** The page goes on with the server's id, in its address too. */
  function showId(key: string, id: string): void {
    ids.set(key, id);
    const { pathname } = location;
    if (pathname.includes(key)) history.replaceState(history.state, '', pathname.replace(key, id));
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

/** Adds the time to what must prove it. @returns undefined for the start of a play: what was heard proves itself. */
function toAction(action: Action, at: number): Action | undefined {
  const { url, body } = action;
  if (url.endsWith('/applause')) return { ...action, body: { ...body, applauded_at: at } };
  if (!url.endsWith('/plays')) return action;
  const { track_id, played_ms } = body;
  return played_ms === 0 ? undefined : { ...action, body: { track_id, played_ms, played_at: at } };
}

/** @returns whether there was room. */
function store(action: Action): boolean {
  const actions = readWaiting();
  if (actions.length >= LIMIT) return false;
  writeWaiting(actions.toSpliced(placeOf(action, actions), 0, action));
  return true;
}

/** `crypto.randomUUID` exists in secure contexts only. */
const createKey = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** At the end; a play before the applause that was given while it was heard, since that needs a listen. */
function placeOf({ url, body }: Action, actions: Action[]): number {
  if (body.played_at === undefined) return actions.length;
  const since = actions.findLastIndex((other) => other.body.played_at !== undefined) + 1;
  const applause = url.replace('/plays', `/track/${body.track_id}/applause`);
  const place = actions.findIndex((other, i) => i >= since && other.url === applause);
  return place < 0 ? actions.length : place;
}

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
