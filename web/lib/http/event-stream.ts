import { createBackoff, serverUrl } from './api.ts';

/** The shortest and longest wait before a refused stream is opened again; ms. */
const RETRY = { first: 4000, max: 60_000 };

/** Subscriber to a stream. */
interface Listener {
  handlers: Record<string, (data: string) => void>;
  onOpen: () => void;
  /** Aborted when it unsubscribes. */
  signal: AbortSignal;
}

interface Stream {
  listeners: Set<Listener>;
  add: (listener: Listener) => void;
  stop: () => void;
}

/** The streams that are listened to, by path: a browser has few connections, so a page opens each one once. */
const streams = new Map<string, Stream>();

/**
 * Subscribes to a stream of server-sent events while the page is visible.
 * @param path of the stream.
 * @param handlers take an event's data, by the event's name; `refused` is called when the server refuses the stream.
 * @param onOpen is called whenever a new stream opens: events before it were missed. When a connection breaks, the
 *   browser itself reconnects and the server continues where it broke, or sends a `reset`.
 * @returns a function that unsubscribes.
 */
export function subscribe(path: string, handlers: Listener['handlers'], onOpen: () => void): () => void {
  const stream = streams.get(path) ?? startStream(path);
  streams.set(path, stream);
  const subscription = new AbortController();
  const listener = { handlers, onOpen, signal: subscription.signal };
  stream.add(listener);
  return () => {
    subscription.abort();
    stream.listeners.delete(listener);
    if (stream.listeners.size > 0 || streams.get(path) !== stream) return;
    streams.delete(path);
    stream.stop();
  };
}

function startStream(path: string): Stream {
  const listeners = new Set<Listener>();
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff(RETRY.first, RETRY.max);

  const attach = (stream: EventSource, { handlers, onOpen, signal }: Listener) => {
    for (const [name, handle] of Object.entries(handlers))
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => handle(data), { signal });
    // One that comes later has missed the opening.
    if (stream.readyState === EventSource.OPEN) onOpen();
    else stream.addEventListener('open', onOpen, { once: true, signal });
  };
  const open = () => {
    const stream = new EventSource(serverUrl(path));
    source = stream;
    for (const listener of listeners) attach(stream, listener);
    stream.addEventListener('open', backoff.reset);
    stream.addEventListener('error', () => {
      // The browser does not reconnect to a stream that the server refused.
      if (stream.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, backoff.next());
      stream.dispatchEvent(new MessageEvent('refused'));
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
  return {
    listeners,
    add(listener) {
      listeners.add(listener);
      if (source) attach(source, listener);
    },
    stop() {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      close();
    },
  };
}
