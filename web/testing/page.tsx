import { cleanup, configure, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, vi } from 'vitest';
import { serverPerTest } from '../../server/testing/hooks.ts';
import { type Person, publishTrack, type TestServer } from '../../server/testing/server.ts';
import { App } from '../app/App.tsx';
import { makeQueryClient } from '../lib/http/query-client.ts';
import { bindSpaceKey, playInOneTab } from '../player/engine/connect.ts';
import { createPlayer } from '../player/engine/engine.ts';
import { playerEvents } from '../player/engine/start-player.ts';
import { currentToast } from '../ui/layers/toasts.ts';
import { installSound } from './sound.ts';
import { eventSourceOf, installStandIns } from './stand-ins.ts';
import { uploadsOf } from './uploads.ts';
import type { Wire } from './wire.ts';

installStandIns();
installSound();
// Generous, so that the tests also pass on a slow machine.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') });

/** Connects the page to the real server. */
export function connect(s: TestServer): Wire {
  const wire: Wire = {
    calls: [],
    keys: [],
    failing: undefined,
    unavailable: undefined,
    responseLost: undefined,
    delay: undefined,
    responseDelay: undefined,
  };
  vi.stubGlobal('EventSource', eventSourceOf(s));
  vi.stubGlobal('XMLHttpRequest', uploadsOf(s, wire));
  vi.stubGlobal('fetch', async (given: string, init: RequestInit = {}) => {
    const url = new URL(given, location.href);
    const method = (init.method ?? 'GET') as 'GET';
    const request = `${method} ${url.pathname}${url.search}`;
    wire.calls.push(request);
    await wire.delay;
    if (wire.failing?.test(request)) throw new TypeError('fetch failed');
    if (wire.unavailable?.test(request)) return new Response('', { status: 503 });
    const headers: Record<string, string> = { host: url.host };
    new Headers(init.headers).forEach((value, name) => {
      headers[name] = value;
    });
    if (headers['idempotency-key']) wire.keys.push(headers['idempotency-key']);
    const payload = init.body instanceof Blob ? Buffer.from(await init.body.arrayBuffer()) : init.body;
    const response = await s.app.inject({
      method,
      url: `${url.pathname}${url.search}`,
      headers,
      ...(payload && { payload: payload as string }),
    });
    await wire.responseDelay;
    if (wire.responseLost?.test(request)) throw new TypeError('fetch failed');
    return new Response(response.body, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    });
  });
  return wire;
}

/** Opens a URL as a browser does. A signed-in person's token is in local storage. */
export function openPage(s: TestServer, url: string, as?: Pick<Person, 'token'>) {
  if (as) localStorage.setItem('ovation.token', as.token);
  history.replaceState(null, '', url);
  const wire = connect(s);
  const place = document.body.appendChild(document.createElement('div'));
  const player = createPlayer({
    place,
    ...playerEvents,
  });
  const unbindSpaceKey = bindSpaceKey(player);
  const leaveTab = playInOneTab(player);
  const client = makeQueryClient();
  const lastToastId = currentToast.get()?.id ?? 0;
  const page = render(
    <StrictMode>
      <App player={player} client={client} />
    </StrictMode>,
  );
  cleanups.push(() => {
    page.unmount();
    unbindSpaceKey();
    leaveTab();
    player.pause();
    place.remove();
  });
  return {
    // The check asks for the style of every ancestor at every click, and style sheets are not loaded here.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    wire,
    player,
    client,
    /** The current toast as one text; undefined if this page has shown none. */
    toast: () => {
      const toast = currentToast.get();
      return toast && toast.id > lastToastId
        ? [toast.title, toast.description].filter(Boolean).join(' | ')
        : undefined;
    },
  };
}

const cleanups: (() => void)[] = [];

/** Closes the page but keeps the browser's storage. */
export function closePage(): void {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
  cleanup();
  vi.unstubAllGlobals();
}

/** Closes the page and clears the browser's storage; for `afterEach`. */
export function closeAndForget(): void {
  closePage();
  localStorage.clear();
  sessionStorage.clear();
}

/** Publishes tracks, each with its own file. The last one is the newest and the most popular. */
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

/** The path and search of the address bar. */
export const currentUrl = () => location.pathname + location.search;

/** A server of its own for each test, closed after the page, whose storage is cleared. */
export function pageServer(options?: Parameters<typeof serverPerTest>[0]): TestServer {
  const s = serverPerTest(options);
  afterEach(closeAndForget);
  return s;
}
