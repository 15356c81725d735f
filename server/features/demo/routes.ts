import type { Recording } from 'contract/tracks.ts';
import type { FastifyInstance } from 'fastify';
import type { RecordingProgress } from './progress.ts';

/**
 * `GET /recording`: server-sent events that tell how far the demo catalogue is; `null` and the end when there
 * is nothing left to tell.
 */
export function recordingRoute(server: FastifyInstance, band: RecordingProgress): void {
  // A HEAD would wait for the end of the recording.
  server.get('/recording', { exposeHeadRoute: false }, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    });
    const send = (progress: Recording | null) => {
      raw.write(`data: ${JSON.stringify(progress)}\n\n`);
      if (progress === null) raw.end();
    };
    band.on('progress', send);
    request.raw.once('close', () => band.off('progress', send));
    send(band.now);
  });
}
