import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A page of another origin that frames a player and keeps what it says in `window.said`.
 * @param frame the HTML of the frame.
 */
export async function openOtherSite(frame: string) {
  const page = `<!doctype html><title>Another site</title><body>${frame}
<script>
  window.said = [];
  const player = document.querySelector('iframe').contentWindow;
  addEventListener('message', ({ source, data }) => source === player && said.push(data));
  window.tell = (message) => player.postMessage(message, '*');
</script>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
