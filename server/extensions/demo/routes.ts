import { subscribeToRecording } from 'contract/extensions/demo.ts';
import type { Recording } from 'contract/features/tracks.ts';
import type { FastifyInstance } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import { eventStreams, type StreamSettings } from '../../platform/http/connections/event-streams.ts';
import type { RecordingProgress } from './record.ts';

/** Streams the progress of the demo catalogue; `null` is the last event. */
export function demoRoutes(
  server: FastifyInstance,
  bind: Bind,
  band: RecordingProgress,
  settings: StreamSettings,
): void {
  const streams = eventStreams(settings);
  const event = (progress: Recording | null) => `data: ${JSON.stringify(progress)}\n\n`;
  band.on('progress', (progress) => {
    streams.send(event(progress));
    if (progress === null) streams.endAll();
  });
  server.addHook('preClose', async () => streams.close());

  bind(subscribeToRecording, (_input, { request, reply }) => {
    streams.open(request, reply, event(band.now));
    if (band.now === null) reply.raw.end();
    return undefined;
  });
}
