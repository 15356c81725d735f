import './lib/zod-jitless.ts';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { readPage, takeOver } from './app/first-picture.ts';
import { makeQueryClient } from './lib/query-client.ts';
import { createPlayer } from './player/engine.ts';
import { playReports } from './player/play-reports.ts';
import { toastProblem } from './ui/toasts.ts';

const client = makeQueryClient();
const prepared = readPage(client);

const player = createPlayer({
  place: document.body.appendChild(document.createElement('div')),
  ...playReports(),
  onFailed: (song) =>
    toastProblem(`"${song.title}" could not be played`, 'Please check your connection and try again.'),
});
void import('./player/connect.ts').then(({ connect }) => connect(player));

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
