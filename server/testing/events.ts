import { get, type IncomingHttpHeaders } from 'node:http';

/** One server-sent event as a browser dispatches it. */
export interface ServerEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into events of every shape.
  data: any;
}

/** A stream that is read as a browser does, over a real connection. */
export interface Reader {
  status: number;
  headers: IncomingHttpHeaders;
  /** All that came so far, as it came. */
  text: () => string;
  /** The id that a browser would come back with. */
  lastId: () => string;
  /** The next event that was not asked for yet. */
  next: () => Promise<ServerEvent>;
  /** Resolves when the stream is over, whoever ended it. */
  over: Promise<void>;
  stop: () => void;
}

/** Opens a stream, or gets the refusal. */
export function readEvents(url: string, headers: Record<string, string> = {}): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, agent: false }, (answer) => {
      let text = '';
      let rest = '';
      let lastId = '';
      const events: ServerEvent[] = [];
      const waiting: ((event: ServerEvent) => void)[] = [];
      const over = new Promise<void>((ended) => {
        answer.once('close', ended);
      });
      answer.on('error', () => {});
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const blocks = (rest + piece).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const fields = new Map(
            block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
          );
          lastId = fields.get('id') ?? lastId;
          const data = fields.get('data');
          if (data === undefined) continue;
          const event = { id: lastId, event: fields.get('event') ?? 'message', data: JSON.parse(data) };
          const taker = waiting.shift();
          if (taker) taker(event);
          else events.push(event);
        }
      });
      resolve({
        status: answer.statusCode!,
        headers: answer.headers,
        text: () => text,
        lastId: () => lastId,
        next: () => {
          const event = events.shift();
          return event ? Promise.resolve(event) : new Promise((take) => waiting.push(take));
        },
        over,
        stop: () => asked.destroy(),
      });
    });
    asked.once('error', reject);
  });
}
