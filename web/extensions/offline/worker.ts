import { pageAt } from 'contract/pages.ts';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { markedFile } from '../../lib/storage/downloaded-files.ts';
import { DOWNLOADS_CACHE, respondWithDownload } from './download-response.ts';
import { handlePush, type PushScope } from './push-handler.ts';
import type { WorkerScope } from './worker-off.ts';

/**
 * The files of the build, the revision of its page, the script that this begins with, and by language the files of its
 * texts and what an unreadable message is told as; see `web/build/build-worker.ts`.
 */
declare const SHELL: { url: string; revision: string | null }[];
declare const REVISION: string;
declare const TEXTS: Record<string, string[]>;
declare const NEWS: Record<string, string>;
declare const ENTRY: string;

const worker = globalThis as unknown as WorkerScope;

/** The language of the page that registered the worker: of the others nothing is kept. */
const language = new URLSearchParams(location.search).get('language') ?? 'en';
const texts = TEXTS[language] ?? [];

/** The page without content in this language. The server sends it at this URL alone as a file. */
const PAGE = `/index.html?lang=${language}`;

// Not the usual search for `index.html` at `/`: the server renders the pages.
precacheAndRoute(
  [
    // The page names the first of its texts.
    { url: PAGE, revision: `${REVISION} ${texts[0]}` },
    ...SHELL,
    ...texts.map((url) => ({ url, revision: null })),
  ],
  { directoryIndex: '', cleanURLs: false },
);
cleanupOutdatedCaches();

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
);

// The server's page is always the newest. Without it, the shell opens, and says what needs a connection. Embedded
// players, calls and files are no pages.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && pageAt(url.pathname) !== undefined,
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
    // Opening the cache would bring it back, empty, for a page that asks just after everything was removed.
    const kept = await caches.match(file, { cacheName: DOWNLOADS_CACHE, ignoreVary: true });
    return respondWithDownload(request, file, kept);
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

handlePush(globalThis as unknown as PushScope, NEWS[language]);
