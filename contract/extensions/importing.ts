import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AUDIO_MAX_BYTES } from '../features/publishing-constants.ts';
import { TrackWithLyrics } from '../features/tracks.ts';
import { oneLine } from '../fields.ts';
import { english } from '../text/messages.ts';

export const importTrack = endpoint('POST /publishing/import', {
  access: 'admin',
  summary:
    'Uploads one audio file and publishes it by its tags, as `cli import` does: title, artist, genre, date, lyrics, cover. `genre` is for files whose own is missing or not one of ours. A file that a track plays already returns that track. Waits up to 50 s for the file to be processed, then 409 `upload_processing`: send it again.',
  upload: { field: 'audio', maxBytes: AUDIO_MAX_BYTES },
  query: z.object({ genre: oneLine(100, english('Please name a genre.')).optional() }),
  returns: TrackWithLyrics,
  status: 201,
});
