import { streamAddress } from './api.ts';

/** How long to wait before asking again for a stream that was refused, ms: each time longer, and no two alike. */
const PATIENCE = { first: 4000, most: 60_000 };

/**
 * Follows a stream of the server while the page is to be seen; a hidden one listens to nothing.
 * @param path of the stream.
 * @param heard by the name of the event: takes its data.
 * @param opened is told of every stream that begins anew: what happened before it was not heard. Where one breaks,
 *   the browser itself comes back and the server goes on where it broke, or sends a `reset`.
 * @returns how to stop.
 */
export function follow(
  path: string,
  heard: Record<string, (data: string) => void>,
  opened: () => void,
): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let patience = PATIENCE.first;

  const open = () => {
    const stream = new EventSource(streamAddress(path));
    source = stream;
    for (const [name, take] of Object.entries(heard))
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => take(data));
    stream.addEventListener('open', opened, { once: true });
    stream.addEventListener('open', () => {
      patience = PATIENCE.first;
    });
    stream.addEventListener('error', () => {
      // Not to a stream that was refused: to that the browser does not come back.
      if (stream.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, patience * (0.5 + Math.random()));
      patience = Math.min(patience * 2, PATIENCE.most);
    });
  };
  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') close();
    else if (!source) open();
  };

  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}
