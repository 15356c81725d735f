import { createBackoff, serverUrl } from './api.ts';

/** The shortest and longest wait before a refused stream is opened again; ms. */
const RETRY = { first: 4000, max: 60_000 };

/**
 * Subscribes to a stream of server-sent events while the page is visible.
 * @param path of the stream.
 * @param handlers take an event's data, by the event's name.
 * @param onOpen is called whenever a new stream opens: events before it were missed. When a connection breaks, the
 *   browser itself reconnects and the server continues where it broke, or sends a `reset`.
 * @returns a function that unsubscribes.
 */
export function subscribe(
  path: string,
  handlers: Record<string, (data: string) => void>,
  onOpen: () => void,
): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff(RETRY.first, RETRY.max);

  const open = () => {
    const stream = new EventSource(serverUrl(path));
    source = stream;
    for (const [name, handle] of Object.entries(handlers))
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => handle(data));
    stream.addEventListener('open', onOpen, { once: true });
    stream.addEventListener('open', backoff.reset);
    stream.addEventListener('error', () => {
      // The browser does not reconnect to a stream that the server refused.
      if (stream.readyState === EventSource.CLOSED) retry = setTimeout(open, backoff.next());
    });
  };
  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') close();
    else if (!source) open();
  };

  onVisibilityChange();
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    close();
  };
}
