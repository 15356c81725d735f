import { get, type IncomingHttpHeaders } from 'node:http';

/** One server-sent event as a browser dispatches it. */
interface ServerEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  data: any;
}

/** Reads a stream like a browser, over a real connection. */
export interface Reader {
  status: number;
  headers: IncomingHttpHeaders;
  /** The raw text received so far. */
  text: () => string;
  /** The id a browser would send in `Last-Event-ID` when it reconnects. */
  lastId: () => string;
  /** Resolves with the next event. */
  next: () => Promise<ServerEvent>;
  /** Resolves when the stream has ended. */
  ended: Promise<void>;
  stop: () => void;
}

/** Opens a stream. Resolves with the response, also if the server refuses. */
export function readEvents(url: string, headers: Record<string, string> = {}): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let text = '';
      let rest = '';
      let lastId = '';
      const events: ServerEvent[] = [];
      const waiting: ((event: ServerEvent) => void)[] = [];
      const ended = new Promise<void>((end) => {
        response.once('close', end);
      });
      response.on('error', () => {});
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const fields = new Map(
            block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
          );
          lastId = fields.get('id') ?? lastId;
          const data = fields.get('data');
          if (data === undefined) continue;
          const event = { id: lastId, event: fields.get('event') ?? 'message', data: JSON.parse(data) };
          const resolveNext = waiting.shift();
          if (resolveNext) resolveNext(event);
          else events.push(event);
        }
      });
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text: () => text,
        lastId: () => lastId,
        next: () => {
          const event = events.shift();
          return event ? Promise.resolve(event) : new Promise((resolveNext) => waiting.push(resolveNext));
        },
        ended,
        stop: () => request.destroy(),
      });
    });
    request.once('error', reject);
  });
}
