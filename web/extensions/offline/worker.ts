import { pageAt } from 'contract/pages.ts';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { markedFile } from '../../lib/storage/downloaded-files.ts';
import { DOWNLOADS_CACHE, respondWithDownload } from './download-response.ts';
import { handlePush, type PushScope } from './push-handler.ts';
import type { WorkerScope } from './worker-off.ts';

/** The files of the build, and the script that its page begins with; see `web/build/build-worker.ts`. */
declare const SHELL: { url: string; revision: string | null }[];
declare const ENTRY: string;

const worker = globalThis as unknown as WorkerScope;

/** The page without content. The server sends it at this URL alone as a file. */
const PAGE = '/index.html';

// Not the usual search for `index.html` at `/`: the server renders the pages.
precacheAndRoute(SHELL, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
);

/** Embedded players, calls and files are no pages. */
const isPage = (pathname: string) => pathname !== PAGE && pageAt(pathname) !== undefined;

// The server's page is always the newest. Without it, the shell opens, and says what needs a connection.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  async ({ request, event }) => {
    // The browser may have asked for the page while the worker started.
    const { preloadResponse } = event as { preloadResponse?: Promise<Response | undefined> };
    const answer = await Promise.resolve(preloadResponse)
      .then((preloaded) => preloaded ?? fetch(request))
      .catch(() => undefined);
    // Firefox resolves a preload that failed, to an error. A proxy answers 502 or 504 while the server is away.
    const isAway = !answer || answer.type === 'error' || answer.status === 502 || answer.status === 504;
    return (isAway && (await matchPrecache(PAGE))) || answer || Response.error();
  },
);

// Songs that the device keeps, and nothing else of what players and pages ask for.
registerRoute(
  ({ url }) => markedFile(url) !== undefined,
  async ({ request, url }) => {
    const file = markedFile(url)!;
    return respondWithDownload(
      request,
      file,
      await (await caches.open(DOWNLOADS_CACHE)).match(file, { ignoreVary: true }),
    );
  },
);

/** `ready`: may this build take over from the one before? `take over`: a person pressed Update. */
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting());
  else if (event.data?.ready !== undefined) event.waitUntil(answerReady(event, event.data.ready));
});

/** Takes over at once if the only open page is already of this build; otherwise the page asks the person. */
async function answerReady(event: MessageEvent, entry: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isNew = entry !== ENTRY;
  event.ports[0]?.postMessage(isNew);
  if (!isNew && windows.length <= 1) await worker.skipWaiting();
}

handlePush(globalThis as unknown as PushScope);
