import './lib/zod-jitless.ts';
import './styles.css';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { prepareRoute } from './app/routes.tsx';
import { watchFailedCalls } from './lib/http/api.ts';
import { makeQueryClient } from './lib/http/query-client.ts';
import { language, loadFirstTexts } from './lib/i18n.ts';
import { deferredPlayer } from './player/engine/deferred-player.ts';

const client = makeQueryClient();
watchFailedCalls(() => {
  import('./lib/http/connection.ts').then(
    ({ checkConnection }) => checkConnection(),
    () => {},
  );
});
const prepared = language === 'en' ? readPage(client) : loadFirstTexts().then(() => readPage(client));

const player = deferredPlayer(async () => (await import('./player/engine/start-player.ts')).startPlayer());

function start(): void {
  const root = document.getElementById('root')!;
  const press = takeOver(root);
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App player={player} client={client} />
      </StrictMode>,
    ),
  );
  press();
}
if (prepared) void prepared.then(start);
else start();

/**
 * Takes over the data of the view that the server rendered, and loads the code of that page.
 * @returns a promise if there is code to wait for: until it is here, the server's view stays.
 */
function readPage(client: QueryClient): Promise<unknown> | undefined {
  const element = document.getElementById('data');
  if (!element?.textContent) return;
  const entries = JSON.parse(element.textContent);
  element.remove();
  for (const [queryKey, data] of entries) client.setQueryData(queryKey, data);
  // Without its code, the page shows what failed.
  return prepareRoute(location.pathname).catch(() => {});
}

/**
 * The server rendered the page's first view, which takes input before the script has loaded. Moves what was typed into
 * its search to the URL, where the search's own field reads it. Call this before the first render.
 * @returns a function that presses the button again that was pressed last; call it after that render.
 */
function takeOver(root: HTMLElement): () => void {
  const field = root.querySelector<HTMLInputElement>('search input');
  const typed = field?.value.trim();
  if (typed) history.replaceState(history.state, '', `/?q=${encodeURIComponent(typed)}`);
  if (field && document.activeElement === field) {
    requestAnimationFrame(() => [...document.querySelectorAll<HTMLElement>('search input')].at(-1)?.focus());
  }
  const nameOf = (button: Element) => button.ariaLabel ?? button.textContent;
  // The page's inline script writes it down.
  const { pressed } = document as Document & { pressed?: HTMLButtonElement | null };
  document.onclick = null;
  return () => {
    if (pressed)
      [...root.querySelectorAll('button')].find((button) => nameOf(button) === nameOf(pressed))?.click();
  };
}
