import { endpoint } from '../endpoint.ts';
import { Recording } from '../features/tracks.ts';

export const subscribeToRecording = endpoint('GET /recording', {
  access: 'anyone',
  summary:
    'Streams the progress of the demo catalogue as server-sent events; sends `null` and ends when nothing is being recorded.',
  returns: Recording.nullable(),
  events: true,
});
