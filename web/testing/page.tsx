import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import { type Person, publishTrack, type TestServer } from '../../server/testing/server.ts';
import { App } from '../app/App.tsx';
import { call } from '../lib/api.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { createPlayer } from '../player/engine.ts';
import { bindSpaceKey } from '../player/space-key.ts';
import { currentToast, toastProblem } from '../ui/toasts.ts';
import { installSound } from './sound.ts';
import { eventSourceOf, installStandIns } from './stand-ins.ts';
import { uploadsOf } from './uploads.ts';

installStandIns();
installSound();
// A busy machine is slow; that is not a failure.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') });

/** The calls of a page, and how they fail. */
export interface Wire {
  /** As `GET /explore?q=a`, oldest first. */
  calls: string[];
  /** The idempotency keys that were sent, oldest first. */
  keys: string[];
  /** Calls that match fail before they reach the server. */
  cut: RegExp | undefined;
  /** Calls that match get a 503, as during a deployment. */
  unavailable: RegExp | undefined;
  /** Calls that match reach the server, but their answers are lost. */
  lost: RegExp | undefined;
  /** No answer arrives before this resolves. */
  held: Promise<void> | undefined;
}

/** The page's calls go to the real server. */
export function connect(s: TestServer): Wire {
  const wire: Wire = {
    calls: [],
    keys: [],
    cut: undefined,
    unavailable: undefined,
    lost: undefined,
    held: undefined,
  };
  vi.stubGlobal('EventSource', eventSourceOf(s));
  vi.stubGlobal('XMLHttpRequest', uploadsOf(s, wire));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.href);
    const method = (init.method ?? 'GET') as 'GET';
    const asked = `${method} ${url.pathname}${url.search}`;
    wire.calls.push(asked);
    await wire.held;
    if (wire.cut?.test(asked)) throw new TypeError('fetch failed');
    if (wire.unavailable?.test(asked)) return new Response('', { status: 503 });
    const headers: Record<string, string> = { host: url.host };
    new Headers(init.headers).forEach((value, name) => {
      headers[name] = value;
    });
    if (headers['idempotency-key']) wire.keys.push(headers['idempotency-key']);
    const payload = init.body instanceof Blob ? Buffer.from(await init.body.arrayBuffer()) : init.body;
    const answer = await s.app.inject({
      method,
      url: `${url.pathname}${url.search}`,
      headers,
      ...(payload && { payload: payload as string }),
    });
    if (wire.lost?.test(asked)) throw new TypeError('fetch failed');
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  });
  return wire;
}

/** Opens an address as a browser does; a signed-in user's token is in local storage. */
export function openPage(s: TestServer, address: string, as?: Pick<Person, 'token'>) {
  if (as) localStorage.setItem('ovation.token', as.token);
  history.replaceState(null, '', address);
  const wire = connect(s);
  const place = document.body.appendChild(document.createElement('div'));
  const player = createPlayer({
    place,
    onListened: (song, played_ms) => {
      void call('POST /plays', { body: { track_id: song.id, played_ms } });
    },
    onFailed: (song) =>
      toastProblem(`"${song.title}" could not be played`, 'Please check your connection and try again.'),
  });
  const undo = bindSpaceKey(player);
  const client = makeQueryClient();
  const before = currentToast.get()?.id ?? 0;
  const page = render(
    <StrictMode>
      <App player={player} client={client} />
    </StrictMode>,
  );
  leaving.push(() => {
    page.unmount();
    undo();
    player.pause();
    place.remove();
  });
  return {
    user: userEvent.setup(),
    wire,
    player,
    client,
    /** The toast that is shown, as one text; undefined when this page has shown none. */
    toast: () => {
      const now = currentToast.get();
      return now && now.id > before ? [now.title, now.description].filter(Boolean).join(' | ') : undefined;
    },
  };
}

const leaving: (() => void)[] = [];

/** Closes the page; the browser's storage stays. */
export function closePage(): void {
  for (const leave of leaving.splice(0)) leave();
  cleanup();
  vi.unstubAllGlobals();
}

/** Closes the page and clears all storage; for `afterEach`. */
export function closeAndForget(): void {
  closePage();
  localStorage.clear();
  sessionStorage.clear();
}

/** Publishes tracks, the last one the newest and most popular; each has its own file. */
export async function publish(s: TestServer, ...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const number = String(++published);
    ids.push(
      await publishTrack(s.c, {
        title,
        display_artist: 'The Marlow Trio',
        popularity: published,
        audio_url: `/media/${number.padStart(32, '0')}.mp3`,
      }),
    );
  }
  return ids;
}

let published = 0;

/** The path and search that the address bar shows. */
export const address = () => location.pathname + location.search;
