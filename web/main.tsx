import './lib/zod-jitless.ts';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { readPage, takeOver } from './app/take-over.ts';
import { setTransport } from './lib/api.ts';
import { makeQueryClient } from './lib/query-client.ts';
import { deferredPlayer } from './player/deferred-player.ts';

const client = makeQueryClient();
// Until the layer for lost connections has loaded, which has its own.
setTransport((url, init) =>
  fetch(url, init).catch(async (error) => {
    void (await import('./offline/connection.ts')).checkConnection();
    throw error;
  }),
);
const prepared = readPage(client);

const player = deferredPlayer(import('./player/start-player.ts').then(({ startPlayer }) => startPlayer()));

function start(): void {
  const root = document.getElementById('root')!;
  takeOver(root);
  createRoot(root).render(
    <StrictMode>
      <App player={player} client={client} />
    </StrictMode>,
  );
}
if (prepared) void prepared.then(start);
else start();
