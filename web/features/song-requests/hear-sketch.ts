import { AnswerProblem, NETWORK_FAILURE } from 'contract/answers.ts';
import type { SketchUpdate } from 'contract/studio.ts';
import { send, serverUrl } from '../../lib/api.ts';

/** What a sketch is of: a request, or words that nobody has submitted yet. */
export type SketchOf = { id: string } | { genre: string; description: string };

/**
 * Asks for a sketch and tells how it comes along.
 * @returns its audio.
 * @throws AnswerProblem with the server's message; anything when `signal` aborts, which cancels the sketch.
 */
export async function hearSketch(
  of: SketchOf,
  signal: AbortSignal,
  onNews: (news: SketchUpdate) => void,
): Promise<Blob> {
  const path = 'id' in of ? `/requests/${encodeURIComponent(of.id)}/sketch` : '/studio/sketches';
  const body =
    'id' in of ? {} : { body: JSON.stringify(of), headers: { 'content-type': 'application/json' } };
  const { body: stream } = await send(serverUrl(path), { method: 'POST', signal, ...body });
  for await (const line of linesOf(stream!.getReader())) {
    const news = JSON.parse(line) as SketchUpdate;
    if (news.state === 'ready')
      return new Blob([Uint8Array.from(atob(news.audio), (byte) => byte.charCodeAt(0))], {
        type: 'audio/mpeg',
      });
    if (news.state === 'failed') break;
    onNews(news);
  }
  throw new AnswerProblem(503, 'The sketch could not be made. Please try again.', 'unavailable');
}

/** @throws AnswerProblem when the connection breaks. */
async function* linesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new AnswerProblem(503, NETWORK_FAILURE, 'unavailable');
    });
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
